package ugi

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/internal/child"
)

// Server speaks the engine protocol for engines of this program. Several goroutines may
// call Serve at once, each for a program of its own.
type Server struct {
	Name, Author string
	// Variants are the boards served, at least one; the first is the default.
	Variants []Variant
	// Parameters are the settings of the engines. The protocol's options have
	// the same names, capitalized. [engine.Hash] and others make them.
	Parameters []engine.Parameter
}

// Variant is a board as the option UCI_Variant names it, with an engine to play
// on it. Only a server needs New.
type Variant struct {
	Name  string // on the wire; one word
	Game  game.Game
	Start string // the variant of Game to start from; "" is its default
	// New returns a new engine. It is called for each game, and after a change
	// of the variant or of a parameter.
	New func(engine.Config) engine.Engine
}

// maxSeed is the largest number that every chess program can read.
const maxSeed = math.MaxInt32

// maxLines is the largest value of MultiPV.
const maxLines = 100

func (s *Server) options() []Option {
	variants := Option{Name: VariantOption, Type: "combo", Default: s.Variants[0].Name}
	for _, v := range s.Variants {
		variants.Choices = append(variants.Choices, v.Name)
	}
	options := []Option{variants}
	for _, p := range s.Parameters {
		options = append(options, Option{
			Name: strings.ToUpper(p.Name[:1]) + p.Name[1:],
			Type: "spin", Default: strconv.Itoa(p.Default), Min: 1, Max: int64(p.Max),
		})
	}
	return append(options,
		Option{Name: "MultiPV", Type: "spin", Default: "1", Min: 1, Max: maxLines},
		Option{Name: "Ponder", Type: "check", Default: "false"},
		Option{Name: "Seed", Type: "spin", Default: "0", Min: 0, Max: maxSeed},
	)
}

// Serve reads commands from in and writes answers to out until "quit", the end
// of in, an error of either, or the end of ctx, whose error it then returns. It
// first stops a search in progress and writes its answer. At the end of in, a
// search with limits continues to them, so that commands can come from a file.
//
// A pending Read can't be interrupted: when ctx ends first, the goroutine that
// reads from in remains until the Read returns, and what it reads is lost.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	x, err := newSession(s, out)
	if err != nil {
		return err
	}

	type input struct {
		line string
		err  error
	}
	r := bufio.NewReader(in)
	inputs := make(chan input, 1)
	read := func() {
		line, err := child.ReadLine(r)
		inputs <- input{line, err}
	}
	go read()
	for x.err == nil {
		select {
		case i := <-inputs:
			if errors.Is(i.err, child.ErrLongLine) {
				x.reportError("input", i.err)
				i.err = nil
			}
			if quit := x.handleLine(ctx, i.line); quit || i.err != nil {
				if errors.Is(i.err, io.EOF) {
					i.err = nil
					if !quit {
						x.complete(ctx)
					}
				}
				x.stopTask()
				return errors.Join(i.err, x.err)
			}
			go read()
		case line := <-x.task.said:
			x.write(line)
		case lines := <-x.task.done:
			x.finishTask(lines)
		case <-ctx.Done():
			x.stopTask()
			return errors.Join(context.Cause(ctx), x.err)
		}
	}
	x.stopTask()
	return x.err
}

func newSession(s *Server, out io.Writer) (*session, error) {
	if len(s.Variants) == 0 {
		return nil, errors.New("nothing to serve: want at least one variant")
	}
	x := &session{server: s, out: out, protocol: UGI, config: engine.Defaults(s.Parameters)}
	if err := x.setVariant(s.Variants[0]); err != nil {
		return nil, fmt.Errorf("variant %q: %w", s.Variants[0].Name, err)
	}
	return x, nil
}

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
	verb, args := cutVerb(line)
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
			v.Name, v.Start = value, cmp.Or(v.Start, v.Game.Variants()[0])+":"+strings.ToLower(choice)
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

func (x *session) ensureEngine() {
	if x.engine == nil {
		x.engine = x.variant.New(x.config)
	}
}

func (x *session) write(line string) {
	if x.err == nil {
		_, x.err = fmt.Fprintln(x.out, line)
	}
}

// reportError answers a command that could not be carried out, unless err is nil.
func (x *session) reportError(what string, err error) {
	if err != nil {
		x.write(errorLine(what, err))
	}
}

// errorPrefix begins the line by which a program reports an error.
const errorPrefix = "info string error: "

// errorLine returns the line that reports an error, cut to a readable length.
func errorLine(what string, err error) string {
	const enough = 500
	text := fmt.Sprintf("%s: %v", what, err)
	if len(text) > enough {
		text = strings.ToValidUTF8(text[:enough], "") + "…"
	}
	return errorPrefix + text
}

// task is what runs while a session keeps reading: a search or a perft. The
// zero value is no task; its channels never deliver.
type task struct {
	cancel   context.CancelFunc
	searches bool          // for an answer to "go"
	ponder   chan struct{} // nil unless the search is pondering
	// isEndless is true of a search without limits, which only a command ends.
	isEndless bool
	said      chan string   // lines to write during the task
	done      chan []string // the last lines, sent once
}

func (t task) running() bool { return t.done != nil }

// startTask runs a task concurrently with the session. run returns the last
// lines instead of passing them to say, so that the session writes them when
// the task is over, and a command that follows them finds no task running.
func (x *session) startTask(ctx context.Context, run func(ctx context.Context, say func(line string)) (last []string)) {
	ctx, cancel := context.WithCancel(ctx)
	t := task{cancel: cancel, said: make(chan string), done: make(chan []string)}
	x.task = t
	go func() { t.done <- run(ctx, func(line string) { t.said <- line }) }()
}

func (x *session) finishTask(last []string) {
	x.task.cancel()
	x.task = task{}
	for _, line := range last {
		x.write(line)
	}
}

// stopTask stops the running task, if any, and waits for it to end.
func (x *session) stopTask() {
	if x.task.running() {
		x.task.cancel()
	}
	for x.task.running() {
		select {
		case line := <-x.task.said:
			x.write(line)
		case last := <-x.task.done:
			x.finishTask(last)
		}
	}
}

// noMove answers a "go" that is refused or finds no move: the client waits for
// a bestmove, and chess programs say this if there is none.
const noMove = "bestmove (none)"

// complete waits for the task to end by itself, if it ever does. It stops
// waiting at the end of ctx and when nothing can be written any more.
func (x *session) complete(ctx context.Context) {
	if x.task.isEndless || x.task.ponder != nil {
		return
	}
	for x.task.running() && x.err == nil {
		select {
		case line := <-x.task.said:
			x.write(line)
		case last := <-x.task.done:
			x.finishTask(last)
		case <-ctx.Done():
			return
		}
	}
}

func (x *session) search(ctx context.Context, args []string) error {
	order, err := parseGo(args)
	if err != nil {
		return err
	}
	x.ensureEngine()
	e, p := x.engine, x.protocol
	req := engine.Request{Position: x.pos, Limits: order.limits, Seed: x.seed, Lines: x.lines}
	var ponder chan struct{}
	if order.ponder {
		ponder = make(chan struct{})
		req.Ponder = ponder
	}
	x.startTask(ctx, func(ctx context.Context, say func(string)) []string {
		req.Report = func(info engine.Info) { say(p.formatInfo(info)) }
		info, err := engine.SearchByClock(ctx, e, req)
		if err != nil {
			return []string{errorLine("go", err), noMove}
		}
		if order.infinite {
			<-ctx.Done()
		}
		return []string{p.formatInfo(info), "bestmove " + FormatMove(info.Best())}
	})
	x.task.searches, x.task.ponder = true, ponder
	l := order.limits
	x.task.isEndless = l.Time == 0 && l.Nodes == 0 && l.Depth == 0 && l.Clock(x.pos.Turn()).Left == 0
	return nil
}

// ponderHit tells the search that its own time has begun.
func (x *session) ponderHit() error {
	if x.task.ponder == nil {
		return errors.New("want go ponder first")
	}
	close(x.task.ponder)
	x.task.ponder = nil
	return nil
}
