// Package terminal plays all games on the screen of a text terminal, by mouse and
// keyboard, against the engines of the catalog or between persons.
//
//	err := terminal.Run(ctx, terminal.Options{
//		Table: table, // where to begin; its zero value begins with the menu
//		In:    os.Stdin,
//		Out:   os.Stdout,
//	})
//
// # Vocabulary
//
// A table is a game in progress and its players. An entry is a turn being entered step
// by step. A query is a position for an engine to think about, and a thought is the
// answer so far. A screen is a grid of characters, each with a style; a style is a
// role, whose look a theme decides. A zone is a rectangle of the screen, for drawing
// and for clicks. A grid is where a board's squares are on the screen, and a mark says
// what is special about a square.
//
// # Structure
//
// The program is a model with two pure functions: update takes a message (a key, a
// click, a thought) and returns the next model; draw draws it. The model never starts
// or stops an engine: its method wanted returns the query to answer, and Run keeps an
// engine thinking about that query and no other. Files are read and written by the
// commands that update returns.
//
// Moves are entered by filtering the legal ones by their steps, and boards are drawn
// from their data. Letters, digits and marks carry all meaning; colors only repeat it.
//
// The package is not for programs: the engine protocol is.
//
// It is a package of its own so that nothing else links a terminal library.
package terminal
