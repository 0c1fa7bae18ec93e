package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var r release
	flag.StringVar(&r.root, "root", "../..", "the `FOLDER` of the sources")
	flag.StringVar(&r.out, "out", "../../dist", "the `FOLDER` for the artifacts, which is emptied")
	flag.StringVar(&r.version, "version", "", "the `VERSION`, such as v1.2.0 (default by the commit and its tag)")
	flag.StringVar(&r.python, "python", "", "the `COMMAND` of a Python that makes wheels (default none are made)")
	flag.Parse()
	if err := r.make(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release holds what all artifacts share.
type release struct {
	root, out       string    // folders
	python          string    // the command that makes wheels, "" for none
	version, commit string    // v1.2.0, and the hash
	at              time.Time // the commit's time, for all files
}

// make makes all artifacts.
func (r *release) make(ctx context.Context) error {
	if err := r.identify(ctx); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(r.root, "web/dist/index.html")); err != nil {
		return errors.New("the page is not built: want make web before")
	}
	if err := errors.Join(os.RemoveAll(r.out), os.MkdirAll(r.out, 0o755)); err != nil {
		return err
	}
	// Intermediate files.
	between, err := os.MkdirTemp("", "thera-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(between) //nolint:errcheck // of the system's folder for such things
	completions, err := r.completions(ctx, between)
	if err != nil {
		return err
	}
	for _, t := range targets {
		fmt.Println("building", t)
		binary := filepath.Join(between, t.String(), t.binary())
		if err := r.build(ctx, t, binary); err != nil {
			return err
		}
		if err := r.archive(t, binary); err != nil {
			return err
		}
		if t.os != "linux" {
			continue
		}
		if err := r.debian(t, binary, completions); err != nil {
			return err
		}
		if err := r.image(t, binary); err != nil {
			return err
		}
		if err := r.wheel(ctx, t, binary); err != nil {
			return err
		}
	}
	return writeSums(r.out)
}

// versions are those that Debian and file names allow.
var versions = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

// identify finds the commit, and the version if none was given.
func (r *release) identify(ctx context.Context) error {
	text, err := r.git(ctx, "show", "-s", "--format=%H %cI", "HEAD")
	if err != nil {
		return err
	}
	commit, date, _ := strings.Cut(text, " ")
	if r.at, err = time.Parse(time.RFC3339, date); err != nil {
		return err
	}
	r.commit, r.at = commit, r.at.UTC()
	if r.version == "" {
		if r.version, err = r.git(ctx, "describe", "--tags", "--match", "v*", "--dirty"); err != nil {
			// As the go command names a commit without a tag.
			r.version = fmt.Sprintf("v0.0.0-%s-%.12s", r.at.Format("20060102150405"), commit)
		}
	}
	if !versions.MatchString(r.version) {
		return fmt.Errorf("version %q: want one such as v1.2.0 or v1.2.0-rc.1", r.version)
	}
	return nil
}

// git returns the output of a git command.
func (r *release) git(ctx context.Context, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, "git", append([]string{"-C", r.root}, args...)...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}

// name returns the name of an artifact for a target.
func (r *release) name(t target) string { return "thera_" + r.version + "_" + t.String() }
