package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"thera/internal/site/bot"
)

// follower collects the lines of a stream.
type follower[Line any] struct {
	t     *testing.T
	lines chan Line
}

func (f follower[Line]) wait(what string, is func(Line) bool) Line {
	f.t.Helper()
	timer := time.After(time.Minute)
	for {
		select {
		case line, ok := <-f.lines:
			if !ok {
				f.t.Fatalf("the stream has ended, want %s", what)
			}
			if is(line) {
				return line
			}
		case <-timer:
			f.t.Fatalf("no line: want %s", what)
		}
	}
}

func events(t *testing.T, c *bot.Client) follower[bot.Event] {
	f := follower[bot.Event]{t, make(chan bot.Event, 100)}
	go func() {
		defer close(f.lines)
		for e, err := range c.Events(t.Context()) {
			if err == nil {
				f.lines <- e
			}
		}
	}()
	return f
}

func lines(ctx context.Context, t *testing.T, c *bot.Client, game string) follower[bot.Line] {
	f := follower[bot.Line]{t, make(chan bot.Line, 100)}
	go func() {
		defer close(f.lines)
		for l, err := range c.Follow(ctx, game) {
			if err == nil {
				f.lines <- l
			}
		}
	}()
	return f
}

func kind(want string) func(bot.Event) bool {
	return func(e bot.Event) bool { return e.Type == want }
}

func lineKind(want string) func(bot.Line) bool {
	return func(l bot.Line) bool { return l.Type == want }
}

// TestBotAPI goes through the messages that a bot receives and the actions it can take.
func TestBotAPI(t *testing.T) {
	t.Parallel()
	url := openServer(t)
	client := func(name string) *bot.Client {
		c, err := bot.NewClient(url, newBot(t, url, name))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	ctx := t.Context()
	stranger, err := bot.NewClient(url, "thera_nobody")
	check(err)
	if err := bot.Run(ctx, bot.Config{Client: stranger}); !bot.Unauthorized(err) {
		t.Errorf("an unknown token: %v", err)
	}
	ann, bob := client("ann-bot"), client("bob-bot")
	annHears, bobHears := events(t, ann), events(t, bob)
	terms, err := bot.ParseTerms("hermit/5x5 5+3")
	check(err)
	challenge := func() string {
		made, err := ann.Challenge(ctx, "bob-bot", terms)
		if err != nil || made.Challenge == nil {
			t.Fatalf("%+v, %v", made, err)
		}
		annHears.wait("the challenge", kind(bot.TypeChallenge))
		e := bobHears.wait("the challenge", kind(bot.TypeChallenge)).Challenge
		if e.ID != made.Challenge.ID || e.Challenger.Name != "ann-bot" || e.Challenger.Title != "BOT" || e.TimeControl.Limit != 300 || e.TimeControl.Show.String() != "5+3" || e.Color != "random" {
			t.Errorf("%+v", e)
		}
		return e.ID
	}
	check(bob.Decline(ctx, challenge()))
	annHears.wait("declined", kind(bot.TypeDeclined))
	check(ann.Cancel(ctx, challenge()))
	bobHears.wait("canceled", kind(bot.TypeCanceled))
	if err := bob.Accept(ctx, challenge()); err != nil {
		t.Fatal(err)
	}
	started := bobHears.wait("the game", kind(bot.TypeGameStart)).Game
	if started.Opponent == nil || started.Opponent.Username != "ann-bot" || started.Variant != "5x5" || started.Status != "started" {
		t.Errorf("%+v", started)
	}
	playing, err := bob.Playing(ctx)
	if err != nil || len(playing) != 1 || playing[0].GameID != started.ID {
		t.Errorf("%+v, %v", playing, err)
	}

	watching, leave := context.WithCancel(ctx)
	defer leave()
	annSees := lines(watching, t, ann, started.ID)
	full := annSees.wait("the game", lineKind(bot.TypeGameFull)).Full
	if full.InitialFEN != "startpos" || full.Clock == nil || full.Clock.Increment != 3000 || full.State.WTime != 300000 || full.Players[full.Seat-1].Name != "ann-bot" {
		t.Errorf("%+v", full)
	}
	first, second := ann, bob
	if full.Seat == 2 {
		first, second = bob, ann
	}
	bobSees, bobLeaves := context.WithCancel(ctx)
	bobLines := lines(bobSees, t, bob, started.ID)
	bobLines.wait("the game", lineKind(bot.TypeGameFull))
	moved := func(ply int) *bot.State {
		t.Helper()
		return annSees.wait("a turn", func(l bot.Line) bool { return l.State != nil && l.State.Ply == ply }).State
	}
	check(first.Move(ctx, started.ID, "Ra1", 1))
	check(first.Move(ctx, started.ID, "Ra1", 1)) // again is once
	if s := moved(1); s.Moves != "Ra1" || s.Turn != 2 {
		t.Errorf("%+v", s)
	}
	if err := second.Move(ctx, started.ID, "Ra1", 2); err == nil || !strings.Contains(err.Error(), "422") {
		t.Errorf("an illegal turn: %v", err)
	}
	check(second.Move(ctx, started.ID, "Re5", 2))
	if s := moved(2); s.Moves != "Ra1 Re5" || s.WInc != 3000 || len(s.Clocks) != 2 {
		t.Errorf("%+v", s)
	}
	check(bob.Say(ctx, started.ID, "good-luck"))
	if chat := annSees.wait("a phrase", lineKind(bot.TypeChat)).Chat; chat.Username != "bob-bot" || chat.Text != "good-luck" {
		t.Errorf("%+v", chat)
	}
	bobLeaves()
	if gone := annSees.wait("that bob is gone", lineKind(bot.TypeGone)).Gone; !gone.Gone {
		t.Errorf("%+v", gone)
	}
	if err := ann.Claim(ctx, started.ID); err == nil {
		t.Error("ann can claim at once that bob has left")
	}
	check(second.Resign(ctx, started.ID))
	over := annSees.wait("the end", func(l bot.Line) bool { return l.State != nil && l.State.Status != "started" }).State
	if over.Status != "resign" || over.Winner != "white" || len(over.Winners) != 1 || over.Winners[0] != 1 || over.Reason != "resigned" {
		t.Errorf("%+v", over)
	}
	if end := annHears.wait("the end", kind(bot.TypeGameFinish)).Game; end.ID != started.ID || end.Winner != "white" {
		t.Errorf("%+v", end)
	}
	if _, open := <-annSees.lines; open {
		t.Error("the stream of a game goes on after its end")
	}
}
