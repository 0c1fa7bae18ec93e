package ugi

import (
	"testing"

	"thera/amazons"
	"thera/engine"
	"thera/engine/enginetest"
	"thera/internal/child"
)

// small is a variant quick to examine.
var small = Variant{Name: "amazons6", Game: amazons.Rules(), Start: "6x6"}

// testServer serves e on two boards.
func testServer(e engine.Engine) *Server {
	server := &Server{
		Name: "Stub 1", Author: "Nobody",
		Parameters: []engine.Parameter{engine.Hash(16, 1024), engine.Threads(1, 8), engine.Level(10, 10)},
	}
	for _, v := range []Variant{small, {Name: "amazons", Game: amazons.Rules()}} {
		v.New = func(engine.Config) engine.Engine { return e }
		server.Variants = append(server.Variants, v)
	}
	return server
}

// served is a good program with filters.
func served(in, out func(string) string) enginetest.Program {
	return enginetest.Filtered(testServer(enginetest.Stub{}).Serve, in, out)
}

// connect starts a program in this process.
func connect(t *testing.T, run enginetest.Program) *child.Process {
	in, out, wait, kill := run.Start(t.Context())
	return child.Attach(child.Streams{In: in, Out: out, Wait: wait, Kill: kill})
}
