package ugitest

import (
	"context"
	"os"
	"testing"

	"thera/amazons"
	"thera/engine"
	"thera/engine/enginetest"
	"thera/engine/ugi"
)

// small is a variant quick to examine.
var small = ugi.Variant{Name: "amazons6", Game: amazons.Rules(), Start: "6x6"}

// testServer serves e on two boards.
func testServer(e engine.Engine) *ugi.Server {
	server := &ugi.Server{
		Name: "Stub 1", Author: "Nobody",
		Parameters: []engine.Parameter{engine.Hash(16, 1024), engine.Threads(1, 8), engine.Level(10, 10)},
	}
	for _, v := range []ugi.Variant{small, {Name: "amazons", Game: amazons.Rules()}} {
		v.New = func(engine.Config) engine.Engine { return e }
		server.Variants = append(server.Variants, v)
	}
	return server
}

// served is a good program with filters.
func served(in, out func(string) string) enginetest.Program {
	return enginetest.Filtered(testServer(enginetest.Stub{}).Serve, in, out)
}

// TestMain makes the test binary an engine program if its argument says so.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "engine" {
		if err := testServer(enginetest.Stub{}).Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}
