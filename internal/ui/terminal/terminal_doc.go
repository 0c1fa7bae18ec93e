// Package terminal plays all games on the screen of a text terminal, by mouse
// and keyboard, against the engines of the catalog or between persons.
//
//	err := terminal.Run(ctx, terminal.Options{
//		Table: table, // where to begin; its zero value begins with the menu
//		In:    os.Stdin,
//		Out:   os.Stdout,
//	})
//
// Vocabulary: a table is a game in progress with who sits at it; an entry is a
// turn that is being entered step by step; a query is what the screen wants an
// engine to think about, and a thought is what it answers; a screen is a grid
// of characters with styles; a zone is a part of the screen that can be
// clicked.
//
// The program is a model with two pure functions. update takes a message, a
// key or a click or a thought, and returns the next model; view draws it. The
// model never starts or stops an engine: it says by wanted which query it
// would like answered, and Run sees to it that this one is being thought about
// and no other. Files are read and written by the commands that update returns.
//
// There is no code for any game here. Moves are entered by filtering the legal
// ones by their steps, and boards are drawn from their data; letters, digits
// and marks carry all meaning, so that colors only repeat it.
//
// It is not for programs: thera engine is the interface for those.
package terminal
