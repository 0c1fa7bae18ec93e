//go:build unix

package child

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// lead makes a program the leader of a session, and so of a process group, which the
// processes it starts belong to unless they leave it. A new session has no terminal:
// the program can't type commands into the shell that it was started from.
func lead(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// killGroup kills a program and its process group. The group may outlive the program.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// waiting returns how many bytes wait in a pipe.
func waiting(pipe *os.File) (bytes int) {
	conn, err := pipe.SyscallConn()
	if err == nil {
		_ = conn.Control(func(fd uintptr) { bytes, _ = unix.IoctlGetInt(int(fd), fionread) })
	}
	return bytes
}
