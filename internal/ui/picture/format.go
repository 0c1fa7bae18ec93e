package picture

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
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
func Reel(paint catalog.BoardStyle, positions []game.Position, moves []game.Move, flipped bool) []Picture {
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

// Film writes pictures as a GIF that repeats. Each picture is width pixels wide and
// shown for a time (GIF counts hundredths of a second), the last four times as long.
// There must be at least one picture, and all must have the same size.
func Film(out io.Writer, pictures []Picture, width int, delay time.Duration) error {
	if len(pictures) == 0 {
		return errors.New("no pictures: want at least one")
	}
	first, last := pictures[0].Image(width), pictures[len(pictures)-1].Image(width)
	colors := paletteOf(first, last)
	film := gif.GIF{Config: image.Config{ColorModel: colors.palette, Width: first.Rect.Dx(), Height: first.Rect.Dy()}}
	hundredths := int(delay / (10 * time.Millisecond))
	var before *image.RGBA
	for _, p := range pictures {
		img := p.Image(width)
		// After the first frame, only what has changed is written.
		film.Image = append(film.Image, colors.paint(img, before, changed(before, img)))
		film.Delay = append(film.Delay, hundredths)
		film.Disposal = append(film.Disposal, gif.DisposalNone)
		before = img
	}
	film.Delay[len(film.Delay)-1] *= 4
	return gif.EncodeAll(out, &film)
}

// changed returns a rectangle outside which two images are equal: everything if there
// is no image before, one pixel if they are equal.
func changed(before, after *image.RGBA) image.Rectangle {
	if before == nil {
		return after.Rect
	}
	area := image.Rectangle{}
	for y := range after.Rect.Dy() {
		from := y * after.Stride
		a, b := before.Pix[from:from+after.Stride], after.Pix[from:from+after.Stride]
		if slices.Equal(a, b) {
			continue
		}
		left, right := 0, len(a)-1
		for a[left] == b[left] {
			left++
		}
		for a[right] == b[right] {
			right--
		}
		area = area.Union(image.Rect(left/4, y, right/4+1, y+1))
	}
	if area.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return area
}

// paints are the colors of a film. The first is transparent: what was there before
// stays.
type paints struct {
	palette color.Palette
	nearest map[color.RGBA]uint8
}

// paletteOf returns the most frequent colors of some images.
func paletteOf(images ...*image.RGBA) paints {
	count := map[color.RGBA]int{}
	for _, img := range images {
		for i := 0; i < len(img.Pix); i += 4 {
			count[color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3]}]++
		}
	}
	var all []color.RGBA
	for c := range count {
		all = append(all, c)
	}
	key := func(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
	slices.SortFunc(all, func(a, b color.RGBA) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return key(a) - key(b)
	})
	p := paints{color.Palette{color.RGBA{}}, map[color.RGBA]uint8{}}
	for _, c := range all[:min(255, len(all))] {
		p.nearest[c] = uint8(len(p.palette))
		p.palette = append(p.palette, c)
	}
	return p
}

// paint returns a part of an image in these colors, transparent where it equals the one
// before, if there is one.
func (p paints) paint(img, before *image.RGBA, area image.Rectangle) *image.Paletted {
	out := image.NewPaletted(area, p.palette)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			c := img.RGBAAt(x, y)
			if before != nil && c == before.RGBAAt(x, y) {
				continue
			}
			i, ok := p.nearest[c]
			if !ok {
				i = uint8(p.palette.Index(c))
				p.nearest[c] = i
			}
			out.SetColorIndex(x, y, i)
		}
	}
	return out
}
