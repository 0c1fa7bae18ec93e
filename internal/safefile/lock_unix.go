//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package safefile

import (
	"errors"
	"os"
	"syscall"
)

// lock takes a file for this process until it is closed, which a process that ends
// in whatever way does. Programs that the process starts don't inherit it.
func lock(file *os.File) error {
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrLocked
		case err != nil:
			return os.NewSyscallError("flock", err)
		default:
			return nil
		}
	}
}
