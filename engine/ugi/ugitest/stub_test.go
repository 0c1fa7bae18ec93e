package ugitest

import (
	"thera/amazons"
	"thera/engine"
	"thera/internal/enginetest"
	"thera/engine/ugi"
)

// small is a variant quick to examine.
var small = ugi.Variant{Name: "amazons6", Game: amazons.Rules(), Start: "6x6"}

// testServer serves e on two boards.
func testServer(e engine.Engine) *ugi.Server {
	server := &ugi.Server{
		Name: "Stub 1", Author: "Nobody",
		Default: engine.Config{HashMiB: 16, Threads: 1, Level: 10},
		Max:     engine.Config{HashMiB: 1024, Threads: 8, Level: 10},
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
