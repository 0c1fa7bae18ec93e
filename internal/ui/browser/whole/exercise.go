package whole

import (
	"context"
	"fmt"
	"io"
	"strings"

	"thera/classroom"
	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/ui/browser"
	"thera/internal/ui/textgame"
)

// SessionParams ask what a session of a programming exercise prints.
type SessionParams struct {
	Language   string   `json:"language" doc:"python or javascript"`
	Statements []string `json:"statements" doc:"Without prompts"`
}

// Transcript is a session with its output.
type Transcript struct {
	Prompt string    `json:"prompt"`
	Steps  []Printed `json:"steps"`
	Board  string    `json:"board,omitempty" doc:"The last named board, as text"`
}

// Printed is a statement and its output, as a person sees it.
type Printed struct {
	Statement string `json:"statement"`
	Output    string `json:"output,omitempty"`
	Error     string `json:"error,omitempty" doc:"Why a part of it was not understood; the parts before that have had their effect"`
	Board     string `json:"board,omitempty" doc:"The board after it, as text"`
}

// classSession runs all statements, from the beginning each time: they are few,
// and no state has to be kept.
func classSession(p SessionParams) (Transcript, error) {
	dialect, ok := map[string]classroom.Dialect{"python": classroom.Python, "javascript": classroom.JavaScript}[p.Language]
	if !ok {
		return Transcript{}, fmt.Errorf("language %q: want python or javascript", p.Language)
	}
	s := classroom.NewSession(dialect)
	t := Transcript{Prompt: dialect.Prompt(), Steps: []Printed{}}
	for _, statement := range p.Statements {
		output, err := s.Do(strings.TrimSpace(statement))
		step := Printed{Statement: statement, Output: output}
		if err != nil {
			step.Error = err.Error()
		}
		if board := s.Board(); board != nil {
			step.Board = board.String()
		}
		t.Board = step.Board
		t.Steps = append(t.Steps, step)
	}
	return t, nil
}

// TextParams ask what the text program prints for some lines.
type TextParams struct {
	Lines []string `json:"lines"`
}

// TextRun is a run of the text program.
type TextRun struct {
	Text  string       `json:"text" doc:"All that a terminal shows: prompts, the lines themselves, answers and errors"`
	Ended bool         `json:"ended" doc:"Whether a line has ended the program, which reads no more"`
	View  browser.View `json:"view" doc:"The board after the last line"`
}

// textNodes is the number of nodes the text program searches for a turn of an
// automated side here: it answers while a person types.
const textNodes = 3000

// text runs the text program on all lines, from the beginning each time.
func (m *memory) text(p TextParams) (TextRun, error) {
	entry := catalog.Amazons()
	var screen strings.Builder
	seen, input := &watcher{}, &typist{lines: p.Lines, screen: &screen}
	err := textgame.Program{
		Game: entry.Game,
		NewEngine: func() engine.Engine {
			return cachingEngine{m, entry.NewEngine(engine.Config{TableMiB: 1, Threads: 1})}
		},
		Limits:  func(game.Position) engine.Limits { return engine.Limits{Nodes: textNodes} },
		In:      input,
		Out:     &screen,
		Err:     &screen,
		Display: seen,
	}.Run(context.Background())
	if err != nil {
		return TextRun{}, err
	}
	view, err := browser.ViewOf(entry, seen.pos)
	return TextRun{screen.String(), !input.isDrained, view}, err
}

// typist is an input whose lines appear on the screen as they are read.
type typist struct {
	lines     []string
	screen    *strings.Builder
	isDrained bool // the program has asked for a line after the last
}

// Read returns the next line.
func (t *typist) Read(into []byte) (int, error) {
	if len(t.lines) == 0 {
		t.isDrained = true
		return 0, io.EOF
	}
	line := strings.ReplaceAll(t.lines[0], "\n", " ") + "\n"
	if len(line) > len(into) {
		return 0, fmt.Errorf("a line of more than %d bytes: want a shorter one", len(into))
	}
	t.lines = t.lines[1:]
	t.screen.WriteString(line)
	return copy(into, line), nil
}

type watcher struct{ pos game.Position }

// Lines implements [textgame.Display]: nobody enters moves here.
func (*watcher) Lines() <-chan string { return nil }

// Show implements [textgame.Display].
func (w *watcher) Show(pos game.Position, _ []game.Move, _ [2]bool) { w.pos = pos }

// Tell implements [textgame.Display].
func (*watcher) Tell(string) {}

type cachingEngine struct {
	memory *memory
	engine.Engine
}

const maxCachedTurns = 1000

// Search implements [engine.Engine].
func (r cachingEngine) Search(ctx context.Context, q engine.Request) (engine.Info, error) {
	key := fmt.Sprint(q.Seed, " ", q.Position)
	if info, ok := r.memory.turns[key]; ok {
		return info, nil
	}
	info, err := r.Engine.Search(ctx, q)
	if err == nil {
		if len(r.memory.turns) >= maxCachedTurns {
			clear(r.memory.turns)
		}
		r.memory.turns[key] = info
	}
	return info, err
}
