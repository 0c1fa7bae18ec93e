package ugi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"thera/engine"
	"thera/game"
)

// session is one conversation of a server. All of it belongs to the goroutine
// of Serve; a task, which runs concurrently, sends it lines to write.
type session struct {
	server *Server
	out    io.Writer
	err    error // of out

	protocol Protocol // of the last greeting
	variant  Variant
	config   engine.Config
	seed     uint64
	lines    int           // to report; 0 means 1
	engine   engine.Engine // nil until one is needed
	pos      game.Position
	task     task
}

var (
	errBusy    = errors.New("still busy: want stop first")
	errUnknown = errors.New("want ugi, uci, isready, uginewgame, ucinewgame, setoption, position, go, ponderhit, stop, query or quit")
)

// handleLine carries out a line. It returns true for "quit". A search that the
// line starts ends with ctx.
func (x *session) handleLine(ctx context.Context, line string) (quit bool) {
	verb, args := CutVerb(line)
	switch verb {
	case "":
	case "quit":
		return true
	case "stop":
		x.stopTask()
	case "ponderhit":
		x.reportError(verb, x.ponderHit())
	case "isready":
		if !x.task.running() {
			x.ensureEngine()
		}
		x.write("readyok")
	case "query":
		x.reportError(verb, x.query(ctx, args))
	case "ugi", "uci", "uginewgame", "ucinewgame", "setoption", "position", "go":
		err := errBusy
		if !x.task.running() {
			err = x.command(ctx, verb, args)
		}
		x.reportError(verb, err)
		if verb == "go" && err != nil && !x.task.searches {
			x.write(noMove)
		}
	default:
		x.reportError(fmt.Sprintf("command %q", verb), errUnknown)
	}
	return false
}

// command carries out a command that must not run during a search or perft.
func (x *session) command(ctx context.Context, verb string, args []string) error {
	switch verb {
	case "uginewgame", "ucinewgame":
		x.engine = nil
	case "setoption":
		return x.setOption(args)
	case "position":
		return x.setPosition(args)
	case "go":
		return x.search(ctx, args)
	default: // a greeting
		x.protocol = Protocol(verb)
		x.write("id name " + x.server.Name)
		x.write("id author " + x.server.Author)
		for _, o := range x.server.options() {
			x.write(o.String())
		}
		x.write(verb + "ok")
	}
	return nil
}

// setOption parses "name NAME value VALUE" and sets the option.
func (x *session) setOption(args []string) error {
	if len(args) != 4 || args[0] != "name" || args[2] != "value" {
		return fmt.Errorf("%q: want name NAME value VALUE", strings.Join(args, " "))
	}
	o, err := FindOption(x.server.options(), args[1])
	if err != nil {
		return err
	}
	value, err := o.Accept(args[3])
	if err != nil {
		return err
	}
	switch o.Name {
	case VariantOption:
		name, choice, chosen := strings.Cut(value, ":")
		v := x.server.Variants[slices.IndexFunc(x.server.Variants, func(v Variant) bool { return v.Name == name })]
		if chosen {
			v.Name, v.Start = value, cmp.Or(v.Start, v.Game.Variants()[0])+":"+choice
		}
		return x.setVariant(v)
	case "Ponder":
		return nil // announces pondering; "go ponder" asks for it
	case "Seed":
		x.seed, err = strconv.ParseUint(value, 10, 64)
		return err
	case "MultiPV":
		x.lines, err = strconv.Atoi(value)
		return err
	}
	x.engine = nil
	i := slices.IndexFunc(x.server.Parameters, func(p engine.Parameter) bool { return strings.EqualFold(p.Name, o.Name) })
	return x.server.Parameters[i].Set(&x.config, value)
}

// setVariant changes to a variant and its start position.
func (x *session) setVariant(v Variant) error {
	pos, err := v.Game.Start(v.Start)
	if err != nil {
		return err
	}
	x.variant, x.pos, x.engine = v, pos, nil
	return nil
}

// setPosition parses "startpos" or "fen TEXT", optionally followed by "moves M1
// M2 …". The position changes only if all of it can be read and played.
func (x *session) setPosition(args []string) (err error) {
	var pos game.Position
	setup, moves := args, []string(nil)
	if i := slices.Index(args, "moves"); i >= 0 {
		setup, moves = args[:i], args[i+1:]
	}
	switch {
	case len(setup) == 1 && setup[0] == "startpos":
		pos, err = x.variant.Game.Start(x.variant.Start)
	case len(setup) > 1 && setup[0] == "fen":
		pos, err = x.variant.Game.Parse(strings.Join(setup[1:], " "))
	default:
		return fmt.Errorf("%q: want startpos or fen FEN, and then perhaps moves M1 M2 …", strings.Join(args, " "))
	}
	if err != nil {
		return err
	}
	for i, m := range moves {
		if pos, err = pos.Play(game.Move(m)); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	x.pos = pos
	return nil
}

// ensureEngine creates an engine if there is none.
func (x *session) ensureEngine() {
	if x.engine == nil {
		x.engine = x.variant.New(x.config)
	}
}

// write writes a line.
func (x *session) write(line string) {
	if x.err == nil {
		_, x.err = fmt.Fprintln(x.out, line)
	}
}

// reportError answers a command that could not be carried out. It does nothing
// if err is nil.
func (x *session) reportError(what string, err error) {
	if err != nil {
		x.write(errorLine(what, err))
	}
}

// errorLine returns the line that reports an error, cut to a readable length.
func errorLine(what string, err error) string {
	const enough = 500
	text := fmt.Sprintf("%s: %v", what, err)
	if len(text) > enough {
		text = strings.ToValidUTF8(text[:enough], "") + "…"
	}
	return "info string error: " + text
}
