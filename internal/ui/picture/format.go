package picture

import (
	"fmt"
	"image/png"
	"io"
	"slices"
	"time"

	"thera/game"
	"thera/internal/catalog"
)

// Format is what a picture is written as.
type Format string

// SVG and PNG show one picture, GIF several one after the other.
const (
	SVG Format = "svg"
	PNG Format = "png"
	GIF Format = "gif"
)

// Formats returns all formats, in the order in which they are listed to people.
func Formats() []Format { return []Format{SVG, PNG, GIF} }

// ParseFormat returns the format of a name. The error quotes another name.
func ParseFormat(name string) (Format, error) {
	if f := Format(name); slices.Contains(Formats(), f) {
		return f, nil
	}
	return "", fmt.Errorf("format %q: want svg, png or gif", name)
}

// ContentType returns what the format is called over HTTP.
func (f Format) ContentType() string {
	if f == SVG {
		return "image/svg+xml"
	}
	return "image/" + string(f)
}

// The bounds of how many pixels pictures are across.
const (
	MinSize = 40
	MaxSize = 2000
)

// Reel draws the positions of a game and marks the moves between them, of which
// there is one less.
func Reel(paint catalog.Look, positions []game.Position, moves []game.Move, flipped bool) []Picture {
	var reel []Picture
	for i, pos := range positions {
		s := Scene{Board: pos.Board(), Look: paint, Flipped: flipped}
		if i > 0 {
			s.Last = moves[i-1]
		}
		reel = append(reel, Of(s))
	}
	return reel
}

// Write writes a reel, so many pixels across from [MinSize] to [MaxSize]: its last
// picture, or all as a [Film] with the delay.
func Write(out io.Writer, f Format, reel []Picture, size int, delay time.Duration) error {
	if size < MinSize || size > MaxSize {
		return fmt.Errorf("size %d: want from %d to %d pixels", size, MinSize, MaxSize)
	}
	last := reel[len(reel)-1]
	switch f {
	case SVG:
		_, err := out.Write(last.SVG(size))
		return err
	case PNG:
		return png.Encode(out, last.Image(size))
	default:
		return Film(out, reel, size, delay)
	}
}
