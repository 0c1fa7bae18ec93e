//go:build !linux || !(amd64 || arm64)

package child

import (
	"fmt"
	"os"
	"runtime"
	"time"
)

const (
	often      = time.Second
	stageGuard = "guard"
)

func candidates([]string, Limits) ([]Confinement, error) {
	return nil, fmt.Errorf("%w: it is %s/%s, want Linux on amd64 or arm64", ErrUnconfinable, runtime.GOOS, runtime.GOARCH)
}

// ConfinedMain is the helper, which does nothing on this system.
func ConfinedMain([]string) int {
	_, err := candidates(nil, Limits{})
	fmt.Fprintln(os.Stderr, "thera:", err)
	return 2
}
