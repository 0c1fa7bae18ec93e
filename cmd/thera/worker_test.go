package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

// crew is workers, as processes, at a server outside.
type crew struct {
	*testing.T
	url string
}

// hire starts a worker and waits until it works.
func (c crew) hire(args ...string) *exec.Cmd {
	c.Helper()
	cmd := c.command(append([]string{"worker", "--nats", c.url, "--slots", "1"}, args...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		c.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	if _, err := out.Read(make([]byte, 1)); err != nil {
		c.Fatal(err)
	}
	return cmd
}

// command returns this test as the program.
func (c crew) command(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Args[0] = "thera" // by which the binary of the tests knows what to be
	return cmd
}

// run runs a command to its end and returns what it prints.
func (c crew) run(args ...string) string {
	c.Helper()
	cmd := c.command(args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		c.Fatalf("thera %s: %v\n%s", strings.Join(args, " "), err, &stderr)
	}
	return string(out)
}

// TestWorkers has workers do batches, interrupts one and kills another, and compares
// the results with those of a single process.
func TestWorkers(t *testing.T) {
	t.Parallel() // it waits most of the time
	c := crew{t, storetest.StartBus(t, nil).URL}
	players := filepath.Join(t.TempDir(), "players")
	if err := os.WriteFile(players, []byte("alphabeta:level=2\nalphabeta:level=3\nrandom\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	puzzles := []string{"puzzles", "hermit", "--variant", "4x4", "--count", "1", "--seed", "1", "--json"}
	cup := []string{"tournament", players, "--game", "hermit", "--variant", "3x3", "--games", "2", "--nodes", "50", "--json"}
	fit := []string{"tune", "amazons", "--games", "9", "--nodes", "5"}
	wantPuzzles, wantCup, wantFit := c.run(puzzles...), c.run(cup...), c.run(fit...)

	killed := make(chan struct{})
	go func() {
		defer close(killed)
		for _, end := range []os.Signal{syscall.SIGTERM, syscall.SIGKILL} {
			worker := c.hire()
			time.Sleep(300 * time.Millisecond) // for some work; the results must be the same with or without
			if err := worker.Process.Signal(end); err != nil {
				t.Error(err)
			}
			if err := worker.Wait(); err != nil && end == syscall.SIGTERM {
				t.Errorf("an interrupted worker ends with %v", err)
			}
		}
	}()
	c.hire()
	with := []string{"--workers", c.url}
	if got := c.run(append(puzzles, with...)...); got != wantPuzzles {
		t.Errorf("workers find the puzzles\n%s, want\n%s", got, wantPuzzles)
	}
	if got := c.run(append(cup, with...)...); games(got) != games(wantCup) {
		t.Errorf("workers play\n%s, want\n%s", games(got), games(wantCup))
	}
	if got := c.run(append(fit, with...)...); got != wantFit {
		t.Errorf("workers fit\n%s, want\n%s", got, wantFit)
	}
	proof := c.run("solve", "hermit", "3x4", "--question", "1000", "--memory", "16MiB", "--json", "--workers", c.url)
	if want := `"proven":true,"winners":[1]`; !strings.Contains(proof, want) {
		t.Errorf("workers prove %s, want %s", proof, want)
	}
	<-killed
}

// TestSharedProof kills a command that works on a proof in a store. Another one, which
// may be anywhere, continues it.
func TestSharedProof(t *testing.T) {
	t.Parallel() // it waits most of the time
	c := crew{t, storetest.StartBus(t, nil).URL}
	c.hire()
	address := storetest.SQLite(t)
	args := []string{
		"solve", "hermit", "--position", "R.../.Y../..../.... 1", "--question", "40", "--memory", "16MiB", "--json", "--workers", c.url, "--store", address,
	}
	db, err := database.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	first := c.command(args...)
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	answers := 0
	storetest.Until(t, "the first command has asked twice", func() bool {
		if err := db.Row(t.Context(), []any{&answers}, `SELECT COUNT(*) FROM proof_answers`); err != nil {
			t.Fatal(err)
		}
		return answers > 1
	})
	_ = first.Process.Kill()
	_ = first.Wait() // it was killed, or has ended before
	var proof struct {
		Proven bool
		Nodes  int
	}
	if err := json.Unmarshal([]byte(c.run(args...)), &proof); err != nil {
		t.Fatal(err)
	}
	all, err := database.List(t.Context(), db.Reader(), database.Texts, `SELECT answer FROM proof_answers`)
	if err != nil {
		t.Fatal(err)
	}
	nodes, asked := 0, map[string]bool{}
	for _, text := range all {
		var one struct {
			Position string
			Nodes    int
		}
		if err := json.Unmarshal([]byte(text), &one); err != nil || asked[one.Position] {
			t.Errorf("%s is asked again, %v", text, err)
		}
		nodes += one.Nodes
		asked[one.Position] = true
	}
	if !proof.Proven || proof.Nodes != nodes {
		t.Errorf("%+v by %d answers, of which %d were there; want a proof of %d nodes", proof, len(all), answers, nodes)
	}
}

// games are the lines of a tournament without the table, in which there are
// times.
func games(text string) string {
	lines := strings.SplitAfter(text, "\n")
	return strings.Join(lines[:len(lines)-2], "")
}

// TestServeWithWorkers has a worker with its token reach the bus inside a server.
func TestServeWithWorkers(t *testing.T) {
	t.Parallel() // it waits most of the time
	dir := t.TempDir()
	tokens, token, bad := filepath.Join(dir, "tokens"), filepath.Join(dir, "token"), filepath.Join(dir, "bad")
	made := crew{T: t}.run("worker", "token", "lab1", "--trusted")
	for path, text := range map[string]string{tokens: "a token for workers\n" + made, token: made, bad: strings.Replace(made, "trusted.", "", 1)} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	address := storetest.Address(t)
	c := crew{t, "nats://" + address}
	web, monitor := storetest.Address(t), storetest.Address(t)
	serve := c.command("serve", "--no-open", "--listen", web, "--store", filepath.Join(dir, "db"), "--log-level", "warn",
		"--nats-listen", address, "--worker-token-file", tokens, "--metrics", monitor)
	out, err := serve.StdoutPipe()
	if err == nil {
		err = serve.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = serve.Process.Kill(); _ = serve.Wait() })
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal("the server does not listen")
	}
	for _, args := range [][]string{{}, {"--token-file", bad}} {
		if err := c.command(append([]string{"worker", "--nats", c.url}, args...)...).Run(); err == nil {
			t.Errorf("a worker with %q is let in", args)
		}
	}
	metrics := storetest.Address(t)
	c.hire("--token-file", token, "--metrics", metrics)
	for url, want := range map[string]string{
		"http://" + metrics + "/metrics": `thera_work_oldest_seconds{urgency="now"} 0`,
		"http://" + monitor + "/metrics": `thera_work_jobs{state="waiting",urgency="later"} 0`,
	} {
		res, err := http.Get(url) //nolint:noctx // a test
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v, want %q in\n%s", url, err, want, text)
		}
	}
}
