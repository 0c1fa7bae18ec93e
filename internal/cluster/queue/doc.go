// Package queue distributes jobs over any number of workers and checks their answers.
//
//	// a worker
//	w := queue.NewWorker(queue.WorkerConfig{Bus: b, Kinds: kinds, Version: version, Slots: 2})
//	err = w.Run(ctx)
//
//	// a program that needs an answer
//	d, err := queue.OpenDispatcher(ctx, queue.DispatcherConfig{Bus: b, Kinds: kinds, Version: version})
//	defer d.Close()
//	answer, err := d.Ask(ctx, queue.Job{Kind: "count", Input: input, Urgency: queue.Now})
//
//	// or many
//	batch := queue.Batch{Dispatcher: d, Title: "count all", Jobs: 1000, Job: func(i int) queue.Job { … }}
//	outputs, err := batch.Run(ctx)
//
// # Vocabulary
//
// A job is the input of a function of one [Kind], which depends on nothing else. A
// [Dispatcher] puts jobs into queues of the bus, follows their progress and receives
// the answers. A [Worker] pulls jobs, the most urgent first, as many at a time as it
// has slots; one extra slot is reserved for jobs with urgency [Now]. Large inputs are
// files, which the dispatcher offers and workers fetch by hash.
//
// # Failures
//
// A worker claims a job from its dispatcher before it starts, and sends a heartbeat
// while it works; the reply says whether the answer is still wanted. A worker that
// misses several heartbeats loses the job to another one. A worker that is stopped
// returns its jobs immediately. If the dispatcher is gone, its jobs are dropped. The bus
// may lose jobs, and workers drop them while they cannot reach their dispatcher, so it
// puts unanswered jobs into the queues again after it has reconnected, and every half
// minute. So a job may be done more than once, but the dispatcher accepts one answer:
// that of the worker which has claimed the job last.
//
// Jobs go only to workers of the dispatcher's version, because other versions
// may compute other answers.
//
// # Trust
//
// A [Batch] checks every output that can be checked. Of the others, each
// worker's first output and a random sample of the rest are computed again by
// somebody else. If two differ, the dispatcher does the job itself. Workers
// that were wrong are excluded: the dispatcher ignores them, and everything
// they did in the batch is done again. A worker that is wrong occasionally is
// found sooner or later, so outputs count only when the batch is complete.
//
// A worker proves that it has pulled a job by a key in it, so none can answer for
// another. The user in its token, which the bus verifies, is part of its name. Jobs
// whose answers cannot be checked and must be right have the urgency [Reserved]: only
// workers with the token of a trusted worker can pull them.
//
// The package knows no game; package jobs has the kinds.
//
// It is a package of its own so that the protocol between dispatchers and
// workers can be tested without any game.
//
//   - dispatcher.go: the dispatcher
//   - worker.go, assignment.go: the worker
//   - batch.go: many jobs
//   - protocol.go: jobs, and what the two sides send each other
package queue
