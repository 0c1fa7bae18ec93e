package main

import (
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"thera/game/gametest"
	"thera/internal/site/load"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

// Without a tag in the history, the version before is that of a commit, whose store has
// this schema.
const (
	untaggedCommit = "7c9d47e1"
	untaggedSchema = 12
)

// previousRelease builds the program of the newest tag before this commit, and returns
// it with the schema that it knows. Without the history of git the test is left out.
func previousRelease(t *testing.T) (program string, schema int64) {
	t.Helper()
	commit := untaggedCommit
	if tag, err := exec.Command("git", "describe", "--tags", "--abbrev=0", "HEAD^").Output(); err == nil {
		commit = strings.TrimSpace(string(tag))
	}
	folder := t.TempDir()
	archive := filepath.Join(folder, "sources.tar")
	if out, err := exec.Command("git", "-C", "../..", "archive", "--output", archive, commit).CombinedOutput(); err != nil {
		t.Skipf("NOT tested with the version before: %v: %s", err, out)
	}
	program = filepath.Join(folder, "previous")
	began := time.Now()
	for _, command := range [][]string{{"tar", "-xf", archive, "-C", folder}, {"go", "build", "-o", program, "./cmd/thera"}} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-trimpath -buildvcs=false")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
	}
	out, err := exec.Command(program, "version", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	result := versionResult{Schema: &database.Schema{Program: untaggedSchema}}
	if err := json.Unmarshal(out, &result); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s has schema %d, built in %.0f s", commit, result.Schema.Program, time.Since(began).Seconds())
	return program, result.Schema.Program
}

// TestUpgrade upgrades two nodes of the version before, one after the other, and goes
// back, under load. Nothing that was acknowledged is lost. If the versions can't serve
// one store together, the upgrade waits until all nodes of the older one have stopped.
func TestUpgrade(t *testing.T) {
	if !gametest.Long() {
		t.Skip("it builds the version before: -long")
	}
	previous, schema := previousRelease(t)
	known, err := database.ProgramSchema()
	if err != nil {
		t.Fatal(err)
	}
	address, _ := storetest.PostgresToRestart(t)
	nats := storetest.StartBus(t, nil)
	var nodes [2]*killed
	var urls []string
	for i := range nodes {
		nodes[i] = &killed{TB: t, program: previous, listen: storetest.Address(t), store: address, more: []string{"--nats", nats.URL}}
		nodes[i].start()
		defer nodes[i].kill()
		urls = append(urls, "http://"+nodes[i].listen)
	}
	control := gametest.Must(t, play.ParseControl, "10+10")
	awaitTurns, leave := sitDown(t, load.Config{URLs: urls, ConcurrentGames: 24, Rate: 40, Control: control, Seed: 1})
	awaitTurns(100)
	if schema < known.Oldest {
		wantRefusedUpgrade(t, nodes[0])
		nodes[1].end()
		nodes[0].replace("")
		nodes[1].program = ""
		nodes[1].start()
		awaitTurns(100)
	} else {
		for _, program := range []string{"", previous} {
			for _, node := range nodes {
				node.replace(program)
				awaitTurns(100)
			}
		}
	}
	result, history := leave()
	for _, node := range nodes {
		node.end()
	}
	report := nodes[0].hold(result, history)
	t.Logf("%d turns acknowledged, %d lost, longest interruption %.1f s", report.Known, result.Lost, result.InterruptionMax/1000)
}

// wantRefusedUpgrade wants this program to leave a store alone that an older one serves.
func wantRefusedUpgrade(t *testing.T, serving *killed) {
	t.Helper()
	upgrade := exec.Command(os.Args[0], append([]string{"serve", "--no-open", "--listen", storetest.Address(t), "--store", serving.store}, serving.more...)...)
	upgrade.Args[0] = "thera"
	if out, err := upgrade.CombinedOutput(); err == nil || !strings.Contains(string(out), database.ErrOlderPrograms.Error()) {
		t.Errorf("upgraded under an older program: %v, %s", err, out)
	}
}

// replace stops the server as its service does, and starts another program in its place.
func (s *killed) replace(program string) {
	s.Helper()
	s.end()
	s.program = program
	s.start()
}

func (s *killed) end() {
	s.Helper()
	s.signal(syscall.SIGTERM)
	_ = s.process.Wait()
}

// binary returns the program that the server is, which is the one under test by default.
func (s *killed) binary() string { return cmp.Or(s.program, os.Args[0]) }
