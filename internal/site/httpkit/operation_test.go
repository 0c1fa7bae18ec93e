package httpkit

import (
	"context"
	"strings"
	"testing"
)

// A declaration that lacks something, or contradicts itself, can't be registered.
func TestDeclarations(t *testing.T) {
	whole := Operation{Callers: Players, Scope: "play", Object: OfPlayers, Cost: Write}.At("POST /api/v1/game/{id}/resign", "resign", "Resign")
	with := func(change func(*Operation)) Operation {
		op := whole
		change(&op)
		return op
	}
	type input struct {
		ID string `path:"id"`
	}
	for name, test := range map[string]struct {
		op   Operation
		want string // in the panic, "" for none
	}{
		"whole":                   {whole, ""},
		"no ID":                   {with(func(op *Operation) { op.ID = "" }), "an ID"},
		"no summary":              {with(func(op *Operation) { op.Summary = "" }), "a summary"},
		"no path":                 {with(func(op *Operation) { op.Path = "game" }), "a path from the root"},
		"no callers":              {with(func(op *Operation) { op.Callers = 0 }), "Callers"},
		"no scope":                {with(func(op *Operation) { op.Scope = "" }), "Scope"},
		"a visitor's scope":       {with(func(op *Operation) { op.Callers, op.Object = Anyone, OfViewers }), "Scope"},
		"no object":               {with(func(op *Operation) { op.Object = 0 }), "Object"},
		"an ID of nothing":        {with(func(op *Operation) { op.Object = OfNobody }), "Object"},
		"a visitor's game":        {with(func(op *Operation) { op.Callers, op.Scope = Anyone, "" }), "Callers"},
		"no cost":                 {with(func(op *Operation) { op.Cost = 0 }), "Cost"},
		"a change without a slot": {with(func(op *Operation) { op.Cost = File }), "Cost"},
		"a body nobody reads":     {with(func(op *Operation) { op.Body = SmallBody }), "Body"},
		"a rate of nobody": {with(func(op *Operation) {
			op.Callers, op.Scope, op.Object, op.Rates = Unidentified, "", OfEveryone, []Quota{ByAccount(nil)}
		}), "Rates"},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				err, _ := recover().(error)
				if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
					t.Errorf("%v, want %q", err, test.want)
				}
			}()
			Register(New(Config[visitor]{}), test.op, func(context.Context, visitor, *input) (*struct{}, error) { return nil, nil })
		})
	}
	file := func(op Operation) {
		Register(New(Config[visitor]{}), op, func(context.Context, visitor, *input) (*Attachment, error) { return nil, nil })
	}
	stream := func(op Operation) {
		Stream(New(Config[visitor]{}), op, func(context.Context, visitor, *input) (Direct, error) { return nil, nil })
	}
	for name, register := range map[string]func(Operation){"file": file, "stream": stream} {
		t.Run(name, func(t *testing.T) {
			register(whole.Answering(Answer{ContentType: "text/plain", Line: input{}}))
			defer func() {
				if err, _ := recover().(error); err == nil || !strings.Contains(err.Error(), "Answer") {
					t.Errorf("without an answer: %v, want one wanted", err)
				}
			}()
			register(whole)
		})
	}
}
