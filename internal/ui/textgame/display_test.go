package textgame

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"thera/engine"
	"thera/game"
)

// screen is a display that notes what it is to show.
type screen struct {
	lines chan string
	shown []string // position and moves
	told  []string
}

func (s *screen) Lines() <-chan string { return s.lines }

func (s *screen) Show(pos game.Position, played []game.Move, _ [2]bool) {
	text := pos.String()
	for _, m := range played {
		text += " " + string(m)
	}
	s.shown = append(s.shown, text)
}

func (s *screen) Tell(message string) { s.told = append(s.told, message) }

// silent is an input on which nobody ever types.
type silent chan struct{}

func (s silent) Read([]byte) (int, error) { <-s; return 0, context.Canceled }

// TestDisplay enters everything on the display.
func TestDisplay(t *testing.T) {
	s := &screen{lines: make(chan string)}
	typing := make(silent)
	defer close(typing)
	var out, errs, log bytes.Buffer
	p := onBoard("3q/4/4/Q3 w")
	p.In, p.Out, p.Err, p.Log, p.Display = typing, &out, &errs, &log, s
	lines := []string{"manual black", "a1-a2(a1)", "a1-a2(a1)", "undo", "quit"}
	go func() {
		for _, line := range lines {
			s.lines <- line
		}
	}()
	if err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := banner + "> " + strings.Join(lines, "\n> ") + "\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
	if want := strings.Join(lines, "\n") + "\n"; log.String() != want {
		t.Errorf("logged %q, want %q", log.String(), want)
	}
	const start, moved = "3q/4/4/Q3 w", "3q/4/Q3/*3 b a1-a2(a1)"
	if want := []string{start, start, moved, moved, start}; !slices.Equal(s.shown, want) {
		t.Errorf("showed %q, want %q", s.shown, want)
	}
	if want := []string{"Invalid move. Please try again."}; !slices.Equal(s.told, want) || !strings.HasPrefix(errs.String(), want[0]) {
		t.Errorf("told %q and %q, want %q", s.told, errs.String(), want)
	}
}

// TestDisplayWhileThinking interrupts searches: for what does not matter to
// them, for a move that is not the person's to make, and for one that is.
func TestDisplayWhileThinking(t *testing.T) {
	s := &screen{lines: make(chan string)}
	typing := make(silent)
	defer close(typing)
	var out bytes.Buffer
	p := onBoard("3q/4/4/Q3 w")
	p.In, p.Out, p.Display = typing, &out, s
	searches := 0
	p.NewEngine = func() engine.Engine {
		return engineFunc(func(ctx context.Context, req engine.Request) (engine.Info, error) {
			searches++
			<-ctx.Done()
			return (&picker{}).Search(ctx, req)
		})
	}
	lines := []string{"auto white", "seed 7", "a1-a2(a1)", "manual white", "a1-a2(a1)", "quit"}
	go func() {
		for _, line := range lines {
			s.lines <- line
		}
	}()
	if err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := banner + "> " + strings.Join(lines, "\n> ") + "\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
	if want := []string{"Invalid move. Please try again."}; searches != 4 || !slices.Equal(s.told, want) {
		t.Errorf("%d searches, told %q, want 4 and %q", searches, s.told, want)
	}
}
