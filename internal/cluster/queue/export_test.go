package queue

// ActiveJobs returns the number of jobs in progress.
func (w *Worker) ActiveJobs() int { return int(w.activeJobs.Load()) }
