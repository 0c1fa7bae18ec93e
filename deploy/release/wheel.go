package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// wheel has python/wheel.py pack the program, with the library if that can be built, for
// Python.
func (r *release) wheel(ctx context.Context, t target, binary string) error {
	if r.python == "" {
		fmt.Printf("The wheel for %s is NOT made: that needs Python with build, setuptools and wheel, which is not here.\n", t)
		return nil
	}
	cmd := exec.CommandContext(ctx, r.python, filepath.Join(r.root, "python/wheel.py"),
		"--goos", t.os, "--goarch", t.arch, "--version", r.version, "--program", binary, "--out", r.out)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("wheel for %s: %w", t, err)
	}
	return nil
}
