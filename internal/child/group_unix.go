//go:build unix

package child

import (
	"os/exec"
	"syscall"
)

// lead makes a program the leader of a group of processes: those that it starts,
// as long as they don't leave it.
func lead(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a program that has been started with all of its group. The
// group may be there when the program is not any more.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
