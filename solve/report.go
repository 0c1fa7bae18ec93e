package solve

import (
	"sync"
	"time"

	"thera/engine"
)

// report tells of the progress every second, if tell is not nil, until it is
// told to stop.
func report(tell func(engine.Progress), progress func() engine.Progress) (stop func()) {
	if tell == nil {
		return func() {}
	}
	done := make(chan struct{})
	var reporter sync.WaitGroup
	reporter.Go(func() {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				tell(progress())
			}
		}
	})
	return func() { close(done); reporter.Wait() }
}
