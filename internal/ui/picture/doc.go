// Package picture draws boards of any game as SVG, pixels and animations, in the style
// of the web page.
//
//	p := picture.Of(picture.Scene{Board: pos.Board(), Last: "d1-d7(g7)", Look: catalog.WoodLook})
//	os.Stdout.Write(p.SVG())
//	err := png.Encode(file, p.Image(800))
//
// # Vocabulary
//
// A Scene is what to draw: a board as data and the move that led to it. A Picture is
// the drawing, a list of shapes from the lowest to the highest; SVG and pixels are both
// made from this list, so that they look the same. An outline is the form of a shape.
// Lengths are in units, a hundred to a square; x points right and y down.
//
// The package knows kinds of pieces, not games: package catalog says which
// [catalog.Look] a game has. A kind of piece that it does not know is a disc with a
// letter. The only words it adds are the letters and the names on the board.
package picture
