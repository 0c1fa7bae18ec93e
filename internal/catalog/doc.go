// Package catalog lists all games, each with its engines, solver, presentation and
// puzzles. It is the only place that knows all games: programs use them through an
// [Entry], and a new game is added by one entry here.
//
//	entry, err := catalog.Find("amazons")
//	…
//	pos, err := entry.Game.Start("10x10")
//	…
//	e := entry.NewEngine(engine.Config{})
//	info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Depth: 3}})
//
// An entry is a plain value; nothing is registered elsewhere. Code for one
// particular game can use its rules package directly.
//
// amazons.go, santorini.go and hermit.go have the entries. An engine is put
// together by wrapping: leveled (kinds.go) adds the weaker levels, switchBy
// (kinds.go) chooses between two searches by position, withBook (powers.go) adds an
// opening book, withSolver (aided.go) asks a solver where that can prove the
// result, and restricted (first.go) leaves out what a small program does not have.
package catalog
