//go:build unix

package child

import (
	"os/exec"
	"syscall"
)

// lead makes a program the leader of a process group, which the processes it
// starts belong to unless they leave it.
func lead(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a program and its process group. The group may outlive the program.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
