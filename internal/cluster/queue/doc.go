// Package work has jobs done by whichever machines offer themselves, and sees to
// it that what they say is true.
//
//	// on a machine that works
//	w, err := work.NewWorker(work.WorkerConfig{Bus: b, Kinds: kinds, Version: version, Slots: 2})
//	err = w.Run(ctx)
//
//	// on one that wants something
//	desk, err := work.OpenDesk(ctx, work.DeskConfig{Bus: b, Kinds: kinds, Version: version})
//	defer desk.Close()
//	answer, err := desk.Ask(ctx, work.Job{Kind: "count", Input: input, Urgency: work.Now})
//
//	// or very many
//	batch := work.Batch{Desk: desk, Title: "count all", Jobs: 1000, Job: func(i int) work.Job { … }}
//	outputs, err := batch.Run(ctx)
//
// # Vocabulary
//
// A job is an input for a function of one [Kind], which depends on nothing else.
// A desk has jobs done: it puts them into queues of the bus, hears how far they
// are, and gets their answers. A worker pulls jobs, the more urgent first, as
// many at a time as it has slots; for those for which a person waits it has one
// more. What a job needs beside its input is a file, which the desk offers and
// the worker fetches by its hash.
//
// # What happens when
//
// A worker claims a job at its desk before it begins, and tells the desk of it
// at each beat; in reply it hears if nobody wants the answer any more. A worker
// that is silent for some beats has lost the job, which another one gets. One
// that is told to stop gives its jobs back at once. A desk that is gone is not
// worked for. When the bus has lost everything, desks put what has no answer
// yet into the queues again. So a job may be done more than once, but its desk
// hears one answer.
//
// Jobs reach workers of the desk's version only: another one may rightly come to
// other answers.
//
// # Trust
//
// A [Batch] has each output checked that can be. Of the others the first of each
// worker and then a share, drawn by chance, is done once more by somebody else;
// where two differ, the desk does the job itself. Who was wrong is put out: the
// desk hears him no more, and all that he has done in the batch is done again.
// A worker that is wrong now and then is found out sooner or later, so the
// outputs of a batch count only when it is at its end.
//
// The package knows no game. What the kinds are is told by package jobs.
package queue
