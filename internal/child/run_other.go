//go:build !linux

package child

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
)

// run starts the program unconfined: there is no way to confine it here.
func (j job) run(out, errs io.Writer) int {
	if j.probe {
		var r Report
		r.leave("memory, threads, processor time, files, network, and processes that leave the program's group", errors.New("there is no way to on "+runtime.GOOS))
		return r.tell(out)
	}
	cmd := exec.Command(j.argv[0], j.argv[1:]...)
	cmd.Dir = j.limits.Shown
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		say(errs, "%v", err)
		return statusStart
	}
	return cmd.ProcessState.ExitCode()
}
