package terminal

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Options is how a program begins.
type Options struct {
	// Table is where to begin; without a game, the program begins with the menu.
	Table Table
	// File is the file that Table was loaded from, or "".
	File string
	// OpenFile opens a file to read a game from. Both to open and to read it end with
	// the context. By default, it is os.Open.
	OpenFile func(ctx context.Context, name string) (io.ReadCloser, error)
	// Seed varies the engine's play and random sides.
	Seed uint64
	// In and Out are the terminal.
	In, Out *os.File
	// Environ describes the terminal, as os.Environ does.
	Environ []string
}

// ErrNotSaved is returned by Run when ctx ended a game that was not saved.
var ErrNotSaved = errors.New("interrupted: the game was not saved")

// Run plays until the person leaves or ctx ends. When it returns, the terminal is
// restored and no engine is thinking.
func Run(ctx context.Context, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	p := &program{model: newModel(o.Table, o.Seed, o.File), thinker: NewThinker(ctx)}
	defer p.thinker.Stop()
	defer cancel()
	if o.OpenFile != nil {
		p.model.openFile = o.OpenFile
	}
	if !utf8Locale(o.Environ) {
		p.model.strokes = ASCIIStrokes
	}
	screen := tea.NewProgram(p,
		tea.WithInput(o.In),
		tea.WithOutput(o.Out),
		tea.WithEnvironment(o.Environ),
		tea.WithoutSignalHandler(),
	)
	// The end of ctx asks the program to quit. tea.WithContext would kill it and close
	// descriptors that it still reads.
	defer context.AfterFunc(ctx, screen.Quit)()
	_, err := screen.Run()
	switch {
	case ctx.Err() == nil:
		return err
	case p.model.unsaved:
		return ErrNotSaved
	}
	return nil
}

// utf8Locale reports whether the terminal shows more than ASCII, by the rules of POSIX
// for which variable counts.
func utf8Locale(environ []string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		for _, variable := range environ {
			if value, ok := strings.CutPrefix(variable, name+"="); ok && value != "" {
				value = strings.ToLower(value)
				return strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
			}
		}
	}
	return false
}

type program struct {
	model   model
	thinker *Thinker
}

// Init asks for the terminal's colors and waits for thoughts.
func (p *program) Init() tea.Cmd {
	p.thinker.Follow(p.model.wanted())
	return tea.Batch(tea.RequestBackgroundColor, p.thinker.Next)
}

// Update handles a message and starts the engines on what is wanted after it.
func (p *program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	p.model, cmd = p.model.update(msg)
	p.thinker.Follow(p.model.wanted())
	if _, ok := msg.(Thought); ok {
		cmd = tea.Batch(cmd, p.thinker.Next)
	}
	return p, cmd
}

// View draws the model.
func (p *program) View() tea.View {
	screen, cursor := p.model.draw()
	view := tea.NewView(screen.Render(NewTheme(p.model.dark).Draw))
	view.AltScreen = true
	view.MouseMode = tea.MouseModeCellMotion
	view.WindowTitle = "thera"
	view.Cursor = cursor
	return view
}
