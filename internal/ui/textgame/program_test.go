package textgame

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"thera/amazons"
	"thera/engine"
	"thera/game"
)

// picker is an engine that plays the first legal move, or one drawn by seed
// and position if the seed is not 0. A second search would give another move
// than the first: it stands for engines that remember.
type picker struct{ searches uint64 }

func (p *picker) Search(_ context.Context, req engine.Request) (engine.Info, error) {
	moves := req.Position.Moves()
	if len(moves) == 0 {
		return engine.Info{}, engine.ErrOver
	}
	n := p.searches
	p.searches++
	if req.Seed != 0 {
		n += game.Mix(req.Seed)
		for _, b := range []byte(req.Position.String()) {
			n = game.Mix(n ^ uint64(b))
		}
	}
	n %= uint64(len(moves))
	return engine.Info{Line: moves[n : n+1]}, nil
}

func newPicker() engine.Engine { return &picker{} }

// engineFunc is an engine made of a function.
type engineFunc func(context.Context, engine.Request) (engine.Info, error)

func (f engineFunc) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	return f(ctx, req)
}

// startingFrom is Amazons with another start position.
type startingFrom struct {
	game.Game
	text string
}

func (g startingFrom) Start(string) (game.Position, error) { return g.Parse(g.text) }

// onBoard returns a program without streams that begins with a position, or
// the usual one if the text is empty.
func onBoard(text string) Program {
	p := Program{
		Game:      amazons.Rules(),
		NewEngine: newPicker,
		Limits:    func(game.Position) engine.Limits { return engine.Limits{} },
		In:        strings.NewReader(""),
		Out:       io.Discard,
		Err:       io.Discard,
	}
	if text != "" {
		p.Game = startingFrom{p.Game, text}
	}
	return p
}

func TestStrict(t *testing.T) {
	for _, test := range []struct{ line, stderr string }{
		{"d1-d1(d2)", "Invalid move. Please try again.\n"},
		{"d1-d7 g7", "Error: Bad command: d1-d7 g7\n\n"},
		{"hello", "Error: Bad command: hello\n\n"},
		{"seed 9223372036854775808", "Error: number too large\n\n"},
	} {
		var out, errs bytes.Buffer
		p := onBoard("")
		p.Strict = true
		p.In, p.Out, p.Err = strings.NewReader("manual black\nd1-d7(g7)\n"+test.line+"\ndump\n"), &out, &errs
		if err := p.Run(t.Context()); !errors.Is(err, ErrRefused) {
			t.Errorf("%q: %v, want ErrRefused", test.line, err)
		}
		if out.String() != banner+"> > > " || errs.String() != test.stderr {
			t.Errorf("%q: printed %q and %q", test.line, out.String(), errs.String())
		}
	}
}

// TestLongLine refuses a line that is too long without keeping all of it, even if it begins
// as a command does, and continues with the next one. Of a comment, nothing is lost.
func TestLongLine(t *testing.T) {
	blanks := strings.Repeat(" ", 4*maxLine)
	var out, errs bytes.Buffer
	p := onBoard("")
	p.In = strings.NewReader("manual black\nd1-d7(g7)" + blanks + "x\nundo #" + blanks + "x\n" + strings.Repeat("x", 4*maxLine))
	p.Out, p.Err = &out, &errs
	if err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	const refused = "Error: Bad command: "
	shown := strings.Split(errs.String(), "\n\n")
	if len(shown) != 4 || !strings.HasPrefix(shown[0], refused+"d1-d7(g7) ") || shown[1] != nothingToUndo.Error() || !strings.HasPrefix(shown[2], refused+"xxx") {
		t.Errorf("printed %.200q", shown)
	}
	if len(errs.String()) > 3*maxLine {
		t.Errorf("printed %d bytes, want a line as far as it is kept, %d", errs.Len(), maxLine)
	}
	if out.String() != banner+strings.Repeat(prompt, 5) {
		t.Errorf("printed %q", out.String())
	}
}

// trace notes reads of single lines and searches in the order they happen.
type trace struct {
	input  []string
	events []string
}

func (tr *trace) Read(buf []byte) (int, error) {
	if len(tr.input) == 0 {
		tr.events = append(tr.events, "end")
		return 0, io.EOF
	}
	line := tr.input[0]
	tr.input = tr.input[1:]
	tr.events = append(tr.events, line)
	return copy(buf, line+"\n"), nil
}

func (tr *trace) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	tr.events = append(tr.events, "search")
	return (&picker{}).Search(ctx, req)
}

func TestReadsOnlyWhenManual(t *testing.T) {
	tr := &trace{input: []string{"a1-a2(a1)", "auto white", "dump"}}
	p := onBoard("3q/4/4/Q3 w")
	p.In, p.NewEngine = tr, func() engine.Engine { return tr }
	if err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := strings.Join(tr.events, ", ")
	if !strings.HasPrefix(got, "a1-a2(a1), search, auto white, search, search, ") || !strings.HasSuffix(got, "search, dump, end") {
		t.Error(got)
	}
}

// TestSameSeedSameGame plays a game after others have been played, searched
// and taken back, and by itself.
func TestSameSeedSameGame(t *testing.T) {
	play := func(input string) string {
		var out bytes.Buffer
		p := onBoard("")
		p.In, p.Out = strings.NewReader(input), &out
		if err := p.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(out.String(), prompt, "")
	}
	const theGame = "seed 7\nd1-d7(g7)\ng1-g6(f6)\nauto white\n"
	alone := play(theGame)
	after := play("seed 3\nauto white\nmanual white\nnew\nd1-d2(d1)\nundo\nnew\n" + theGame)
	if !strings.HasSuffix(after, strings.TrimPrefix(alone, banner)) {
		t.Errorf("alone:\n%s\nafter other games:\n%s", alone, after)
	}
	if other := play(strings.Replace(theGame, "7", "8", 1)); other == alone {
		t.Error("seeds 7 and 8 give the same game")
	}
}

func TestRequest(t *testing.T) {
	limits := engine.Limits{Nodes: 1234}
	var got engine.Request
	p := onBoard("")
	p.Limits = func(game.Position) engine.Limits { return limits }
	p.In = strings.NewReader("seed 9223372036854775807\nd1-d7(g7)\n")
	p.NewEngine = func() engine.Engine {
		return engineFunc(func(ctx context.Context, req engine.Request) (engine.Info, error) {
			got = req
			return (&picker{}).Search(ctx, req)
		})
	}
	if err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got.Limits != limits || got.Seed != 1<<63-1 || got.Position.String() != "3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b" {
		t.Errorf("asked for %+v", got)
	}
}

func TestFailures(t *testing.T) {
	broken := errors.New("broken")
	answers := func(info engine.Info, err error) func() engine.Engine {
		return func() engine.Engine {
			return engineFunc(func(context.Context, engine.Request) (engine.Info, error) { return info, err })
		}
	}
	brokenPipe, w := io.Pipe()
	brokenPipe.CloseWithError(broken)
	for _, test := range []struct {
		name string
		set  func(*Program)
		want error
	}{
		{"engine", func(p *Program) { p.NewEngine = answers(engine.Info{}, broken) }, broken},
		{"engine's move", func(p *Program) {
			p.NewEngine = answers(engine.Info{Line: []game.Move{"a1-a1(a1)"}}, nil)
		}, game.ErrIllegal},
		{"in", func(p *Program) { p.In = iotest.ErrReader(broken) }, broken},
		{"out", func(p *Program) { p.Out = w }, broken},
		{"err", func(p *Program) { p.Err = w }, broken},
		{"log", func(p *Program) { p.Log = w }, broken},
	} {
		p := onBoard("")
		p.In = strings.NewReader("nonsense\nd1-d7(g7)\n")
		test.set(&p)
		if err := p.Run(t.Context()); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
}

func TestCancelWhileReading(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, user := io.Pipe()
	defer user.CloseWithError(io.EOF)
	p := onBoard("")
	p.In = in
	done := make(chan error)
	go func() { done <- p.Run(ctx) }()
	if _, err := io.WriteString(user, "dump\n"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestCancelWhileSearching(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var out bytes.Buffer
	p := onBoard("")
	p.In, p.Out = strings.NewReader("d1-d7(g7)\n"), &out
	p.NewEngine = func() engine.Engine {
		return engineFunc(func(ctx context.Context, req engine.Request) (engine.Info, error) {
			cancel()
			return (&picker{}).Search(ctx, req)
		})
	}
	if err := p.Run(ctx); err != nil {
		t.Error(err)
	}
	if out.String() != banner+prompt {
		t.Errorf("printed %q", out.String())
	}
}
