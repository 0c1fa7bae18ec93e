package safefile

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock takes a file for this process until it is closed. Windows keeps others even
// from reading what is locked, so that is a byte far behind the end.
func lock(file *os.File) error {
	const far = 1 << 30 // in units of 4 GiB
	behind := &windows.Overlapped{OffsetHigh: far}
	err := windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, behind)
	switch {
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION):
		return ErrLocked
	case err != nil:
		return os.NewSyscallError("LockFileEx", err)
	}
	return nil
}
