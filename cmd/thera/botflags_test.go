//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"thera/internal/site/bot"
	"thera/internal/site/play"
)

// TestBotClimbs has a bot join the ladder, where it is paired with the house.
func TestBotClimbs(t *testing.T) {
	t.Parallel()
	url := openServer(t)
	p := playAs(t, url, "climber", newBot(t, url, "climber"), func(c *bot.Config) {
		c.Games, c.Ladder, c.AtOnce = []string{"hermit"}, true, 2
	}, "alphabeta:nodes=100")
	if offered := p.wait(bot.Offered, 1); !strings.Contains(offered.String(), "the ladder") {
		t.Errorf("%s", offered)
	}
	for n := range 2 {
		began := p.wait(bot.Began, n+1)
		if !began.Rated || !strings.HasPrefix(strings.Join(began.Opponents, " "), "hermit-") {
			t.Errorf("%s: want a rated game with the house", began)
		}
	}
	for n := range 2 {
		if end := p.wait(bot.Ended, n+1); end.Fault != "" || end.Result == bot.Aborted {
			t.Errorf("%s", p.text())
		}
	}
}

// TestBotFinishes tells a bot to leave in the middle of a game, which it plays to its
// end first.
func TestBotFinishes(t *testing.T) {
	t.Parallel()
	url := openServer(t)
	other := playAs(t, url, "stayer", newBot(t, url, "stayer"), nil, "alphabeta:nodes=100")
	other.wait(bot.Online, 1)
	challenge := offer(t, "stayer", "hermit/5x5 5+3 rated")
	p := playAs(t, url, "leaver", newBot(t, url, "leaver"), func(c *bot.Config) {
		challenge(c)
		c.Finish = true
	}, "alphabeta:movetime=50ms,nodes=100000000")
	p.wait(bot.Played, 1)
	p.stop()
	if leaving := p.wait(bot.Leaving, 1); !strings.HasPrefix(leaving.Detail, "1 game is finished first") {
		t.Errorf("%s", leaving)
	}
	if end := p.wait(bot.Ended, 1); end.Fault != "" || end.Result == bot.Aborted || end.Reason == string(play.ByLeaving) {
		t.Errorf("%s\n%s", end, p.text())
	}
	<-p.done
}

// TestBotIsConfined has a program start more processes than it may.
func TestBotIsConfined(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("programs are not confined on " + runtime.GOOS)
	}
	t.Parallel()
	url := openServer(t)
	other := playAs(t, url, "free", newBot(t, url, "free"), nil, "alphabeta:nodes=100")
	other.wait(bot.Online, 1)
	self, err := os.Executable()
	thera := filepath.Join(t.TempDir(), "thera") // not a symbolic link: it starts itself as the helper that confines
	if err == nil {
		err = os.Link(self, thera)
	}
	if err != nil {
		t.Skipf("no links here: %v", err)
	}
	cmd := exec.Command(thera, "bot", "--server", url, "--json", "--confine", "threads=60", "--restarts", "0", "--speed", "unlimited",
		"--idle", "1ms", "--challenge", "free amazons none", "--", "text:"+link(t, "textbot"), "bomb")
	cmd.Env = append(os.Environ(), tokenVariable+"="+newBot(t, url, "confined"))
	process := bridgeOf(t, cmd)
	end := process.wait(bot.Ended, 1)
	if end.Fault != "crash" || !strings.Contains(end.Words, "threads and processes") {
		t.Errorf("%s", end)
	}
	process.kill(t)
}
