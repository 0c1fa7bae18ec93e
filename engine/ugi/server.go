package ugi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/internal/child"
)

// Server speaks the engine protocol for engines of this program.
type Server struct {
	Name, Author string
	// Variants are the boards served, at least one; the first is the default.
	Variants []Variant
	// Parameters are the settings of the engines. The protocol's options have
	// the same names, capitalized.
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

// options returns the options to announce.
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

// newSession returns a session in its first position.
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
