package engine

import (
	"errors"
	"fmt"
	"os/exec"
	"time"
)

// startProcess starts a program with its arguments.
func startProcess(argv []string) (*conn, error) {
	if len(argv) == 0 {
		return nil, errors.New("no engine: want a command")
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	// A child of the program that lives on must not keep us waiting.
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("engine %q: %w", argv[0], err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("engine %q: %w", argv[0], err)
	}
	stderr := new(tail)
	cmd.Stderr = stderr
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("engine %q: %w", argv[0], err)
	}
	return newConn(in, out, stderr, cmd.Wait, func() {
		_ = cmd.Process.Kill()
		_ = out.Close()
	}), nil
}
