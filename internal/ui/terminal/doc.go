// Package canvas draws on a terminal's screen: characters with styles, and the
// board of any game.
//
//	s := canvas.NewScreen(80, 24)
//	s.Put(0, 0, canvas.Strong, "Amazons")
//	picture := canvas.Picture{Board: pos.Board()}
//	picture.Draw(s, canvas.NewGrid(picture.Board, 80, 22), canvas.LineStrokes)
//	fmt.Println(s.Render(canvas.NewTheme(dark).Draw))
//
// Vocabulary: a screen is a grid of characters, each with a style; a style is a
// role, whose look a theme decides; a zone is a rectangle of the screen; a grid
// says where a board's squares are on it, for drawing and for clicks alike; a
// mark says what is special about a square.
//
// The package knows boards by kinds, owners and levels, and no rules. What
// happens on the screen is up to package terminal.
package terminal
