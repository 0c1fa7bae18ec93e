//go:build amd64 || arm64

package child

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Rights of Landlock on files. Version 3 of its interface is the first that has them
// all: before, a program could empty files that it may not write to.
const (
	landlockVersion = 3

	rightsToReadFile = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE
	rightsToRead     = rightsToReadFile | unix.LANDLOCK_ACCESS_FS_READ_DIR
	rightsToDevice   = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	allRights        = unix.LANDLOCK_ACCESS_FS_TRUNCATE<<1 - 1 // it is the last of version 3
)

// landlock is a set of rules for files.
type landlock int

func newLandlock() (landlock, error) {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 || version < landlockVersion {
		return 0, fmt.Errorf("the kernel has no Landlock of version %d or later", landlockVersion)
	}
	attr := unix.LandlockRulesetAttr{Handled_access_fs: allRights}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr.Handled_access_fs), 0)
	if errno != 0 {
		return 0, fmt.Errorf("landlock: %w", errno)
	}
	unix.CloseOnExec(int(fd))
	return landlock(fd), nil
}

// allow gives rights on a file, or on a folder and all in it. What is not there needs
// no rights.
func (l landlock) allow(path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("landlock: %s: %w", path, err)
	}
	defer unix.Close(fd) //nolint:errcheck // it was not written
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return fmt.Errorf("landlock: %s: %w", path, err)
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= rightsToReadFile | rightsToDevice // the kernel refuses those of folders
	}
	// The kernel's struct is packed: 12 bytes, without padding.
	attr := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(l), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	if errno != 0 {
		return fmt.Errorf("landlock: %s: %w", path, errno)
	}
	return nil
}

// enforce makes the rules hold for this thread, and for what it executes.
func (l landlock) enforce() error {
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(l), 0, 0); errno != 0 {
		return fmt.Errorf("landlock: %w", errno)
	}
	return nil
}

// restrictFiles lets this thread see what it may by the plan, and nothing else.
func (c Confinement) restrictFiles() error {
	l, err := newLandlock()
	if err != nil {
		return err
	}
	allow := func(path string, rights uint64) {
		err = errors.Join(err, l.allow(path, rights))
	}
	for _, path := range c.visible() {
		allow(path, rightsToRead)
	}
	allow("/proc", rightsToRead)
	for _, device := range devices {
		allow(device, rightsToDevice)
	}
	allow(scratch, allRights)
	return errors.Join(err, l.enforce())
}
