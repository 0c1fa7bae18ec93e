package child

import (
	"errors"
	"os"
	"syscall"
	"testing"
)

// TestStartWithFewFiles starts a program when there are too few open files for its pipes,
// and wants none to stay open.
func TestStartWithFewFiles(t *testing.T) {
	open := func() (count, next int) {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		return len(entries), int(file.Fd())
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	for few := range 6 {
		before, next := open()
		low := limit
		low.Cur = uint64(next + few)
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &low); err != nil {
			t.Fatal(err)
		}
		_, startErr := Start("", []string{"true"})
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			t.Fatal(err)
		}
		if after, _ := open(); after != before || !errors.Is(startErr, syscall.EMFILE) {
			t.Errorf("with %d more files: %d open, want %d: %v", few, after, before, startErr)
		}
	}
}
