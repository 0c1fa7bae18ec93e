// Package picture draws boards of any game as SVG, as pixels and as moving
// pictures, in the manner of the web page.
//
//	p := picture.Of(picture.Scene{Board: pos.Board(), Last: "d1-d7(g7)", Look: look.Wood})
//	os.Stdout.Write(p.SVG())
//	err := png.Encode(file, p.Image(800))
//
// # Vocabulary
//
// A Scene is what is to be seen: a board as data and the move that led to it. A
// Picture is what is drawn for it, a list of shapes from the lowest to the
// highest; both ways of drawing go by this list, so that they show the same. An
// outline is the form of a shape, and a look, of package look, the colors of a board. Lengths are in
// units, of which a square has a hundred; x goes to the right and y down.
//
// The package knows kinds of pieces, not games: which look a game has is for
// package catalog to say. What it does not know it draws as a disc with a letter.
// It words nothing save the letters and the names that the board brings.
package picture
