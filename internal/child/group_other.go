//go:build !unix

package child

import "os/exec"

func lead(*exec.Cmd) {}

// killGroup kills a program, but not the processes it has started.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
