// Package bus carries messages between the programs of one service, and jobs to
// those that work for it. It is NATS: a server inside the program by default,
// or one outside for any number of programs. What is done with it is the same.
//
//	b, err := bus.Open(ctx, bus.Config{})                          // a server in this program
//	b, err := bus.Open(ctx, bus.Config{URL: "nats://10.0.0.7:4222"}) // one outside
//	defer b.Close()
//
// A message has a subject, tokens with dots between them, and reaches those who
// listen to it at that moment, at most once. A request is a message that one
// program answers.
//
//	stop, err := b.Subscribe("game.8fk2", func(m bus.Message) { … })
//	err = b.Publish("game.8fk2", text)
//	stop, err := b.Answer("node.a1", func(ctx context.Context, data []byte) ([]byte, error) { … })
//	answer, err := b.Request(ctx, "node.a1", data) // ErrNobody at once where nobody answers
//
// A [Queue] keeps jobs (JetStream) until each has been done once. Whoever pulls
// one has it for himself until he says that it is done, or gives it back, or is
// silent for longer than the queue's deadline: then somebody else gets it. Jobs
// that are to be done sooner are in a queue of their own.
//
//	q, err := b.Queue(ctx, "analysis", bus.QueueConfig{Deadline: 10 * time.Second})
//	fresh, err := q.Put(ctx, "8fk2", data)  // false: there is one of this id
//	job, err := bus.Pull(ctx, urgent, q)    // of the first that has any
//	…
//	err = job.Working()                     // before the deadline, again and again
//	err = job.Done(ctx)
//
// The bus may lose anything. What must not be lost is in the store, and a job is
// such that it can be done twice.
package bus
