package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"thera/engine"
	"thera/engine/ugi"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/child"
)

// Player makes the moves of one seat in one game. It belongs to one goroutine.
type Player interface {
	// Move returns the player's move, in any text that the rules read, with its report.
	// When ctx ends, its time is over and any answer comes too late. The player is at
	// fault if the error is an [ugi.CrashError], an [ugi.SilentError], an
	// [ugi.AnswerError] or the error of ctx.
	Move(ctx context.Context, t Turn) (engine.Info, error)
	// Close ends the player and waits for its end.
	Close()
}

// Turn is a turn to play: the position, the limits and the moves so far.
type Turn struct {
	engine.Request
	Start  game.Position
	Played []game.Move // from Start to Position
}

type enginePlayer struct{ engine engine.Engine }

// Move searches.
func (p enginePlayer) Move(ctx context.Context, t Turn) (engine.Info, error) {
	return engine.SearchByClock(ctx, p.engine, t.Request)
}

// Close does nothing.
func (enginePlayer) Close() {}

type programPlayer struct {
	*ugi.Client
	// byMoves sends the program the game's moves instead of its position.
	byMoves bool
}

// Move asks the program.
func (p programPlayer) Move(ctx context.Context, t Turn) (engine.Info, error) {
	if p.byMoves {
		return p.SearchAfter(ctx, t.Played, t.Request)
	}
	return p.Search(ctx, t.Request)
}

// Close ends the program. The game is over, so errors don't matter.
func (p programPlayer) Close() { _ = p.Client.Close() }

// Open starts a player for a game from start. The match needs only its game and
// variant. A player that is a program has a method Stderr.
func (m *Match) Open(ctx context.Context, s Spec, start game.Position, seed uint64) (Player, error) {
	switch s.Kind {
	case kindUGI, kindUCI:
		client, err := m.openProgram(ctx, s)
		if err != nil {
			return nil, &startError{s.Text, err}
		}
		return programPlayer{client, m.isUsual(start) && m.byMoves(s, client)}, nil
	case kindText:
		if err := m.checkTextStart(s, start); err != nil {
			return nil, err
		}
		p, err := startText(s, seed)
		if err != nil {
			return nil, &startError{s.Text, err}
		}
		return p, nil
	}
	e, err := m.openEngine(s, m.control(s))
	if err != nil {
		return nil, err
	}
	return enginePlayer{e}, nil
}

// isUsual reports whether a game from start begins as the variant does.
func (m *Match) isUsual(start game.Position) bool {
	usual, err := m.Entry.Game.Start(m.Variant)
	return err == nil && usual.String() == start.String()
}

// checkTextStart refuses a start that a text program cannot play from.
func (m *Match) checkTextStart(s Spec, start game.Position) error {
	if m.isUsual(start) {
		return nil
	}
	return fmt.Errorf("player %q: opening from %q: a text program can only begin at the usual start", s.Text, start)
}

// byMoves reports whether a program is sent the moves of a game instead of the
// position. Unless the player says otherwise, UCI programs are, since they may know no
// other way, if their start position is certainly the variant's: because they were told
// the variant or because it is the game's default.
func (m *Match) byMoves(s Spec, client *ugi.Client) bool {
	if s.Position != "" || s.Kind != kindUCI {
		return s.Position == byMoves
	}
	_, unknown := ugi.FindOption(client.Options(), ugi.VariantOption)
	return m.variant() == m.Entry.Game.Variants()[0] || unknown == nil
}

func (m *Match) openProgram(ctx context.Context, s Spec) (*ugi.Client, error) {
	client, err := ugi.Start(ctx, s.Command, ugi.ClientOptions{
		Dir:      s.Dir,
		Protocol: ugi.Protocol(s.Kind),
		Variant:  m.Entry.WireName(m.Variant),
		Settings: s.Settings,
	})
	if err != nil {
		return nil, err
	}
	if err := client.NewGame(ctx); err != nil {
		_ = client.Close()
		return nil, err
	}
	return client, nil
}

// openEngine makes an engine for a game within limits.
func (m *Match) openEngine(s Spec, limits Control) (engine.Engine, error) {
	kind, err := m.Entry.Engine(s.Kind)
	if err != nil {
		names := append(slices.Sorted(slices.Values(m.Entry.EngineNames())), "ugi:COMMAND", "uci:COMMAND", "text:COMMAND")
		return nil, fmt.Errorf("player %q: unknown engine %q: want one of %s", s.Text, s.Kind, strings.Join(names, ", "))
	}
	config := engine.Defaults(catalog.Parameters())
	config.Nodes = limits.Nodes
	for _, setting := range s.Settings {
		if err := set(&config, setting); err != nil {
			return nil, fmt.Errorf("player %q: %w", s.Text, err)
		}
	}
	return kind.New(config), nil
}

func set(config *engine.Config, s ugi.Setting) error {
	var names []string
	for _, p := range catalog.Parameters() {
		if strings.EqualFold(s.Name, p.Name) {
			if err := p.Set(config, s.Value); err != nil {
				return fmt.Errorf("%s %q: %w", p.Name, s.Value, err)
			}
			return nil
		}
		names = append(names, p.Name)
	}
	names = slices.Concat(names, controlKeys, []string{"name", "power"})
	return fmt.Errorf("setting %q: want one of %s", s.Name, strings.Join(names, ", "))
}

// starter starts the players of a match's games. A program that started before and no
// longer does is at fault, perhaps on a machine that is out of memory; one that never
// started is a mistake in the match.
type starter struct {
	match   *Match
	started []atomic.Bool // by player
}

// The number of attempts to start a program and the wait after the first, which doubles
// after each.
const (
	startTries = 3
	startPause = 200 * time.Millisecond
)

// open starts player i for a game from start. If it no longer starts, the returned
// player fails when it is to move.
func (s *starter) open(ctx context.Context, i int, start game.Position, seed uint64) (Player, error) {
	for try := range startTries {
		player, err := s.match.Open(ctx, s.match.Players[i], start, seed)
		failure, ok := errors.AsType[*startError](err)
		switch {
		case err == nil:
			s.started[i].Store(true)
			return player, nil
		case !ok || ctx.Err() != nil || !s.started[i].Load() && !s.match.Started:
			return nil, err
		case try == startTries-1:
			return absent{failure}, nil
		}
		select {
		case <-time.After(startPause << try):
		case <-ctx.Done():
		}
	}
	return nil, context.Cause(ctx)
}

type startError struct {
	player string
	err    error
}

func (e *startError) Error() string { return fmt.Sprintf("player %q: %v", e.player, e.err) }

func (e *startError) Unwrap() error { return e.err }

type absent struct{ err *startError }

func (p absent) Move(context.Context, Turn) (engine.Info, error) { return engine.Info{}, p.err }

func (absent) Close() {}

// textPlayer is a program like CS 61B's Amazons project: it reads its opponent's moves
// and answers with lines such as "* a1-c3(c6)".
//
// It starts with White manual and Black automated, at the start of the game. Its own
// side is automated when it is to move for the first time, after all moves of the
// opening. The dialect has no word for time.
type textPlayer struct {
	program *child.Process
	known   int  // number of moves it knows, its own included
	auto    bool // its side is automated
}

func textGames() []string {
	var names []string
	for _, entry := range catalog.Games() {
		if entry.TextVariant != "" {
			names = append(names, entry.Game.Name())
		}
	}
	return names
}

// startText starts the program. One that does not know seeds says so on standard error,
// which is harmless.
func startText(s Spec, seed uint64) (*textPlayer, error) {
	program, err := child.Start(s.Dir, s.Command)
	if err != nil {
		return nil, fmt.Errorf("program %q: %w", s.Command[0], err)
	}
	p := &textPlayer{program: program}
	program.Send("manual black")
	program.Send(fmt.Sprintf("seed %d", seed))
	return p, nil
}

// Move types the moves that the program does not know yet and waits for its own.
func (p *textPlayer) Move(ctx context.Context, t Turn) (engine.Info, error) {
	for _, m := range t.Played[p.known:] {
		p.program.Send(string(m))
	}
	if !p.auto {
		p.program.Send("auto " + [...]string{"white", "black"}[t.Position.Turn()])
		p.auto = true
	}
	start := time.Now()
	for {
		select {
		case line, ok := <-p.program.Lines():
			if !ok {
				return engine.Info{}, &ugi.CrashError{Wanted: "a move", Exit: p.program.Exit(), Stderr: p.program.Stderr()}
			}
			answer, ok := textAnswer(line)
			if !ok {
				continue
			}
			p.known = len(t.Played) + 1
			text := strings.ToLower(answer)
			m, err := t.Position.Read(text)
			switch {
			case errors.Is(err, game.ErrIllegal):
				m = game.Move(text) // the referee reports what is wrong
			case err != nil:
				return engine.Info{}, &ugi.AnswerError{Line: "* " + answer, Err: errors.New("want a move")}
			}
			return engine.Info{Line: []game.Move{m}, Time: time.Since(start)}, nil
		case <-ctx.Done():
			return engine.Info{}, &lateError{p.program.Stderr(), ctx.Err()}
		}
	}
}

// textAnswer returns what follows the asterisk of an answer. Prompts, "> ", pile up
// before it.
func textAnswer(line string) (answer string, ok bool) {
	line = strings.TrimSpace(line[strings.LastIndexByte(line, '>')+1:])
	answer, ok = strings.CutPrefix(line, "*")
	return strings.TrimSpace(answer), ok
}

// Stderr returns the end of what it wrote to standard error.
func (p *textPlayer) Stderr() string { return p.program.Stderr() }

// Close asks the program to quit, and kills it if it does not.
func (p *textPlayer) Close() {
	const grace = time.Second
	p.program.Send("quit")
	_ = p.program.Close(grace) // the game is over: errors don't matter
}
