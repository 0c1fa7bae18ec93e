//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"thera/game/gametest"
	"thera/internal/site/bot"
	"thera/internal/site/store/storetest"
)

// slowly makes a bot pause after each turn, so that a game can be interrupted.
func slowly(c *bot.Config) {
	hear := c.Report
	c.Report = func(r bot.Report) {
		if hear(r); r.Event == bot.Played {
			time.Sleep(150 * time.Millisecond)
		}
	}
}

// TestBotComesBack kills the server, a bot's program and a bot itself in the middle
// of a game, which is then played to its end by the rules.
func TestBotComesBack(t *testing.T) {
	t.Parallel()
	s := &killed{TB: t, listen: storetest.Address(t), store: storetest.SQLite(t)}
	s.start()
	defer func() { s.kill() }()
	url := "http://" + s.listen
	id := filepath.Join(t.TempDir(), "pid")
	text := newBot(t, url, "texter")
	// Both play at random, so that the game lasts: a search has shut the other in after 20 turns.
	other := playAs(t, url, "steady", newBot(t, url, "steady"), slowly, "random")
	other.wait(bot.Online, 1)
	p := playAs(t, url, "texter", text, offer(t, "steady", "amazons 10+5 rated"), "text:"+link(t, "textbot"), "honest", id)

	p.wait(bot.Played, 3)
	s.kill()
	p.wait(bot.Interrupt, 1)
	s.start()
	p.wait(bot.Played, 5)

	killID(t, id)
	p.wait(bot.Fault, 1)
	p.wait(bot.Played, 7)

	p.leave()
	p.wait(bot.Leaving, 1)
	process := bridge(t, url, text, id)
	process.wait(bot.Played, 2)
	process.kill(t)
	killID(t, id) // or it notices that there is nobody any more
	process = bridge(t, url, text, id)
	process.wait(bot.Played, 2)

	end := other.wait(bot.Ended, 1)
	if end.Reason != "stuck" || end.Result == bot.Aborted || end.Fault != "" {
		t.Errorf("%s\n%s", end, p.text())
	}
	if last := process.wait(bot.Ended, 1); last.Reason != "stuck" || last.Result == end.Result {
		t.Errorf("%s", last)
	}
	if err := process.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	process.wait(bot.Leaving, 1)
	if err := process.cmd.Wait(); err != nil {
		t.Errorf("an interrupted bot: %v", err)
	}
}

// killID kills the process whose id is in a file. That it has ended already is no
// mistake.
func killID(t *testing.T, file string) {
	t.Helper()
	text := gametest.Must(t, os.ReadFile, file)
	id := gametest.Must(t, strconv.Atoi, string(text))
	_ = syscall.Kill(id, syscall.SIGKILL)
}

// bridged is a bot in a process of its own.
type bridged struct {
	t     *testing.T
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

func bridge(t *testing.T, url, token, id string) *bridged {
	t.Helper()
	cmd := exec.Command(link(t, "thera"), "bot", "--server", url, "--json", "--", "text:"+link(t, "textbot"), "honest", id)
	cmd.Env = append(os.Environ(), tokenVariable+"="+token)
	return bridgeOf(t, cmd)
}

// bridgeOf starts a bot with all its arguments.
func bridgeOf(t *testing.T, cmd *exec.Cmd) *bridged {
	t.Helper()
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return &bridged{t, cmd, bufio.NewScanner(out)}
}

// wait reads reports up to the n-th of an event.
func (b *bridged) wait(event string, n int) (r bot.Report) {
	b.t.Helper()
	stuck := time.AfterFunc(5*time.Minute, func() { _ = b.cmd.Process.Kill() })
	defer stuck.Stop()
	var heard []string
	for b.lines.Scan() {
		heard = append(heard, b.lines.Text())
		r = bot.Report{}
		if err := json.Unmarshal(b.lines.Bytes(), &r); err != nil {
			b.t.Fatalf("%s: %v", b.lines.Text(), err)
		}
		if r.Event == event {
			if n--; n == 0 {
				return r
			}
		}
	}
	b.t.Fatalf("no report %q in\n%s", event, strings.Join(heard, "\n"))
	return r
}

func (b *bridged) kill(t *testing.T) {
	t.Helper()
	if err := b.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = b.cmd.Wait()
}
