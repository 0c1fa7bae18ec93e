//go:build !unix

package child

import (
	"os"
	"os/exec"
)

func lead(*exec.Cmd) {}

// killGroup kills a program, but not the processes it has started.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

// waiting is never asked: pipes have no deadlines here.
func waiting(*os.File) int { return 0 }
