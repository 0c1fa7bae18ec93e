package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// target is a platform.
type target struct{ os, arch string }

var targets = []target{
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
}

// String returns the name of the platform in file names, with macos for what Go calls
// darwin.
func (t target) String() string {
	if t.os == "darwin" {
		return "macos_" + t.arch
	}
	return t.os + "_" + t.arch
}

// binary returns the program's name.
func (t target) binary() string {
	if t.os == "windows" {
		return "thera.exe"
	}
	return "thera"
}

// build builds the program for a target, with its version stamped in.
func (r *release) build(ctx context.Context, t target, binary string) error {
	stamp := fmt.Sprintf("-s -w -X main.version=%s -X main.commit=%s -X main.date=%s", r.version, r.commit, r.at.Format(time.RFC3339))
	return r.golang(ctx, []string{"CGO_ENABLED=0", "GOOS=" + t.os, "GOARCH=" + t.arch},
		"build", "-trimpath", "-buildvcs=false", "-ldflags="+stamp, "-o", binary, "./cmd/thera")
}

// shells are the shells with completion of commands.
var shells = []string{"bash", "zsh", "fish"}

// completions has the program write its completions into files under a folder, and
// returns the file of each shell.
func (r *release) completions(ctx context.Context, folder string) (map[string]string, error) {
	binary := filepath.Join(folder, "here")
	if err := r.golang(ctx, nil, "build", "-trimpath", "-buildvcs=false", "-o", binary, "./cmd/thera"); err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, shell := range shells {
		text, err := exec.CommandContext(ctx, binary, "completion", shell).Output()
		if err != nil {
			return nil, fmt.Errorf("completion for %s: %w", shell, err)
		}
		files[shell] = filepath.Join(folder, "completion."+shell)
		if err := os.WriteFile(files[shell], text, 0o644); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// golang runs the go command in the folder of the sources.
func (r *release) golang(ctx context.Context, env []string, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = r.root
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go %s %s: %w", args[0], env, err)
	}
	return nil
}
