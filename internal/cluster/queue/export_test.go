package queue

import "thera/internal/cluster/bus"

// ActiveJobs returns the number of jobs in progress.
func (w *Worker) ActiveJobs() int { return int(w.activeJobs.Load()) }

// Queue returns the queue with the jobs of an urgency.
func (d *Dispatcher) Queue(u Urgency) *bus.Queue { return d.queues[u] }
