//go:build !unix

package child

import "os/exec"

// lead does nothing here.
func lead(*exec.Cmd) {}

// killGroup kills a program; what it has started lives on.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
