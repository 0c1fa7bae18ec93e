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

// Format is a file format of pictures.
type Format string

// SVG and PNG show one picture, GIF several one after the other.
const (
	SVG Format = "svg"
	PNG Format = "png"
	GIF Format = "gif"
)

// Formats returns all formats in the order in which to list them.
func Formats() []Format { return []Format{SVG, PNG, GIF} }

// ParseFormat returns the format with a name. The error quotes an unknown name.
func ParseFormat(name string) (Format, error) {
	if f := Format(name); slices.Contains(Formats(), f) {
		return f, nil
	}
	return "", fmt.Errorf("format %q: want svg, png or gif", name)
}

// ContentType returns the media type of the format.
func (f Format) ContentType() string {
	if f == SVG {
		return "image/svg+xml"
	}
	return "image/" + string(f)
}

// The smallest and largest width of a picture in pixels.
const (
	MinSize = 40
	MaxSize = 2000
)

// Reel is the positions of a game to draw, with the moves between them, one fewer.
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

// Write writes a reel, size pixels wide ([MinSize] to [MaxSize]): its last picture, or
// for GIF all of them as a [Film] with the delay.
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
