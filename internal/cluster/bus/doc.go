// Package bus carries messages between the programs of one service, and jobs to
// its workers. It is NATS: a server inside the program by default, or an
// external one for any number of programs, with the same operations.
//
//	b, err := bus.Open(ctx, bus.Config{})                            // a server in this program
//	b, err := bus.Open(ctx, bus.Config{URL: "nats://10.0.0.7:4222"}) // an external one
//	defer b.Close()
//
// A message has a subject, tokens separated by dots, and reaches the current
// subscribers of the subject at most once. A request is a message that one
// program answers.
//
//	stop, err := b.Subscribe("game.8fk2", func(m bus.Message) { … })
//	err = b.Publish("game.8fk2", text)
//	stop, err := b.Answer("node.a1", func(ctx context.Context, m bus.Message) ([]byte, error) { … })
//	answer, err := b.Request(ctx, "node.a1", data) // ErrNoResponder at once where nobody answers
//
// A [Queue] keeps jobs (JetStream) until each has been done once. A worker that
// pulls a job holds it until it is done or returned, or until the queue's deadline
// has passed without a heartbeat; then another worker gets it. Jobs of different
// urgency use different queues.
//
//	q, err := b.Queue(ctx, "analysis", bus.QueueConfig{Deadline: 10 * time.Second})
//	fresh, err := q.Put(ctx, "8fk2", data) // false if the ID is queued already
//	job, err := bus.Pull(ctx, urgent, q)   // from the first queue that has any
//	err = job.Extend()                     // before the deadline, repeatedly
//	err = job.Done(ctx)
//
// The bus may lose anything. Data that must survive belongs in the store, and
// jobs must be safe to do twice.
package bus
