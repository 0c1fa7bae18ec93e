package match

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"thera/amazons"
	"thera/engine"
	"thera/engine/enginetest"
	"thera/engine/ugi"
	"thera/game"
	"thera/hermit"
	"thera/internal/catalog"
	"thera/internal/ui/textgame"
)

// acts are what the test binary is when its first argument names one: the
// programs that the tests play against.
var acts = map[string]func(){
	"play-text":  playText,
	"play-ugi":   playUGI,
	"play-match": playMatch,
	// A program that can't read positions.
	"play-moves": func() {
		_ = enginetest.Filtered(drawers().Serve, enginetest.Without("position fen"), enginetest.Unchanged)(context.Background(), os.Stdin, os.Stdout)
	},
	"exit": func() { os.Exit(3) },
	// Text programs that begin well.
	"mute": func() { cheat("") },
	"crash": func() {
		cheat("")
		fmt.Fprintln(os.Stderr, "java.lang.NullPointerException")
		os.Exit(3)
	},
	"illegal":  func() { cheat("* d1-d2(d1)\n* d1-d2(d1)\n") },
	"claim":    func() { cheat("* White wins.\n") },
	"relaxed":  func() { cheat("> > > * D1 D2 D3\n* White wins.\n") },
	"babbling": func() { cheat(strings.Repeat("nonsense\n", 100_000) + "* d1 d2 d1\n* nonsense\n") },
}

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		if act, ok := acts[os.Args[1]]; ok {
			act()
			return
		}
	}
	// Under the race detector, programs wait for a second before they end.
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// act returns the command that plays one.
func act(name string, args ...string) string {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return strings.Join(append([]string{exe, name}, args...), " ")
}

// drawer is an engine that draws its moves by seed and position. It searches
// one node, and slowly if it is given time.
type drawer struct{ delay time.Duration }

func (d drawer) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	moves := req.Position.Moves()
	if len(moves) == 0 {
		return engine.Info{}, engine.ErrOver
	}
	time.Sleep(d.delay)
	n := game.Mix(req.Seed)
	for _, b := range []byte(req.Position.String()) {
		n = game.Mix(n ^ uint64(b))
	}
	n %= uint64(len(moves))
	return engine.Info{Line: moves[n : n+1], Depth: 1, Nodes: 1}, nil
}

func newDrawer(engine.Config) engine.Engine { return drawer{} }

// winner looks two plies ahead and draws if it sees nothing.
type winner struct{ drawer }

func (w winner) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	var safe engine.Info
	for _, m := range req.Position.Moves() {
		next, err := req.Position.Play(m)
		if err != nil {
			return engine.Info{}, err
		}
		if next.Winners() != 0 {
			return engine.Info{Line: []game.Move{m}, Depth: 1, Score: engine.WinIn(1)}, nil
		}
		if safe.Line == nil && !canWin(next) {
			safe.Line = []game.Move{m}
		}
	}
	if safe.Line != nil {
		return safe, nil
	}
	return w.drawer.Search(ctx, req)
}

// canWin reports whether the seat to move can win at once.
func canWin(pos game.Position) bool {
	for _, m := range pos.Moves() {
		if next, err := pos.Play(m); err == nil && next.Winners() != 0 {
			return true
		}
	}
	return false
}

// testEntry returns a game with poor engines.
func testEntry(g game.Game) catalog.Entry {
	entry, err := catalog.Find(g.Name())
	if err != nil {
		panic(err)
	}
	entry.Engines = []catalog.Engine{
		{Name: "drawer", New: newDrawer},
		{Name: "slow", New: func(engine.Config) engine.Engine { return drawer{3 * time.Millisecond} }},
		{Name: "winner", New: func(engine.Config) engine.Engine { return winner{} }},
	}
	return entry
}

// playText is the text program of this repository with a poor player.
func playText() {
	_ = textgame.Program{
		Game:      amazons.Rules(),
		NewEngine: func() engine.Engine { return drawer{} },
		Limits:    func(game.Position) engine.Limits { return engine.Limits{} },
		In:        os.Stdin,
		Out:       os.Stdout,
		Err:       os.Stderr,
	}.Run(context.Background())
}

// playUGI serves the engine protocol.
func playUGI() { _ = drawers().Serve(context.Background(), os.Stdin, os.Stdout) }

// drawers serves drawer for two games.
func drawers() *ugi.Server {
	return &ugi.Server{
		Name: "drawer", Author: "thera",
		Variants: []ugi.Variant{
			{Name: "hermit3", Game: hermit.Rules(), Start: "3x3", New: newDrawer},
			{Name: "amazons6", Game: amazons.Rules(), Start: "6x6", New: newDrawer},
		},
		Parameters: []engine.Parameter{engine.Hash(1, 8)},
	}
}

// cheat reads commands until its side is automated, then it says something and
// no more until there is nothing to read.
func cheat(saying string) {
	fmt.Print("Amazons 61B, version 1.0\n> ")
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() && !strings.HasPrefix(in.Text(), "auto") {
		fmt.Print("> ")
	}
	fmt.Print(saying)
	if os.Args[1] == "crash" {
		return
	}
	fmt.Fprintln(os.Stderr, "Invalid move. Please try again.")
	for in.Scan() {
	}
}
