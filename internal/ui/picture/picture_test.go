package picture_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"path/filepath"
	"testing"
	"time"

	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/ui/picture"
)

// scenes are what is looked at: open testdata/*.svg in a browser after a change.
var scenes = []struct {
	name, game, position string
	last                 game.Move
	flipped              bool
}{
	{"amazons", "amazons", "5*4/5Q*3/1q4q**1/3*1**3/2Q4Q*1/3*6/5*1**1/2q1Q1*2*/2*1*5/7q2 w", "d3-d6(d5)", false},
	{"amazons-6x6", "amazons", "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w", "", true},
	{"santorini", "santorini", "00310/00012/00024/10010/01000 c4e4,c2d3 1", "c3-c4(d4)", false},
	{"santorini-4p", "santorini", "00310/00012/00024/10010/01000 c4e4,c2d3,a1a2,b1b2 1", "", false},
	{"santorini-powers", "santorini", "00000/00100/00000/00010/00000 a1b3,a5e1 2 athena^,pan", "b2-b3(d2)", false},
	{"hermit", "hermit", "..B.R./RY..../B.R.../B.YYR./.....Y/RY.R.. 1", "Yc3-d3", false},
}

func draw(t *testing.T, name, position string, last game.Move, flipped bool) picture.Picture {
	t.Helper()
	entry := gametest.Must(t, catalog.Find, name)
	pos := gametest.Must(t, entry.Game.Parse, position)
	return picture.Of(picture.Scene{Board: pos.Board(), Last: last, Look: entry.Style, Flipped: flipped})
}

func TestGolden(t *testing.T) {
	for _, s := range scenes {
		got := draw(t, s.game, s.position, s.last, s.flipped).SVG(480)
		wellFormed(t, got)
		gametest.Golden(t, filepath.Join("testdata", s.name+".svg"), string(got))
	}
}

func wellFormed(t *testing.T, text []byte) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
	}
}

// TestPixels looks at points of pictures, in squares from the left and from the top.
func TestPixels(t *testing.T) {
	type sample struct {
		x, y float64
		want uint32
	}
	for _, test := range []struct {
		scene   int
		samples []sample
	}{
		{0, []sample{
			{2.5, 4.5, 0xfbf8f0},                        // a white amazon on c6
			{1.5, 2.6, 0x2b2926},                        // a black one on b8
			{5.32, 0.5, 0x6b5346}, {5.5, 0.5, 0xa58d7d}, // an arrow on f10 with its sign
			{0.05, 0.05, 0xefe4cd}, {1.05, 0.05, 0xd3bd97}, // a10 and b10
		}},
		{1, []sample{{1.5, 0.6, 0xfbf8f0}, {1.5, 5.6, 0x2b2926}, {0.05, 0.05, 0xefe4cd}}}, // from the other side
		{2, []sample{
			{2.5, 1.36, 0x3f78b5},                         // worker A on c4
			{3.22, 2.5, 0xeab593},                         // the second level on d3, beside worker B
			{4.45, 2.55, 0x2f5f9e}, {4.5, 2.11, 0xdcc69c}, // a dome on e3 and its first level
			{3.94, 1.5, 0xb15827}, // the frame of d4, where something was built
		}},
		{3, []sample{{0.5, 3.65, 0x5b9a46}, {1.5, 3.65, 0xa45aa8}}},
		{4, []sample{{0.5, 0.14, 0xa3271c}, {4.4, 4.14, 0xa3271c}, {1.5, 2.14, 0xb1c494}}}, // who may not go up, and who may
		{5, []sample{{2.115, 3.3, 0xe6b93d}, {3, 3.13, 0xe6b93d}, {0.115, 3, 0x3d6fb4}}},   // blocks over two squares
	} {
		s := scenes[test.scene]
		p := draw(t, s.game, s.position, s.last, s.flipped)
		img := p.Image(int(p.Width))
		entry, _ := catalog.Find(s.game)
		pos, _ := entry.Game.Parse(s.position)
		rim := (p.Width - 100*float64(pos.Board().Files)) / 2
		for _, at := range test.samples {
			got := img.RGBAAt(int(rim+100*at.x), int(rim+100*at.y))
			if want := (color.RGBA{uint8(at.want >> 16), uint8(at.want >> 8), uint8(at.want), 0xff}); !near(got, want) {
				t.Errorf("%s: at %g, %g: %v, want %v", s.name, at.x, at.y, got, want)
			}
		}
	}
}

func near(a, b color.RGBA) bool {
	far := func(a, b uint8) bool { return max(a, b)-min(a, b) > 3 }
	return !far(a.R, b.R) && !far(a.G, b.G) && !far(a.B, b.B) && a.A == b.A
}

func TestFilm(t *testing.T) {
	entry := gametest.Must(t, catalog.Find, "amazons")
	pos := gametest.Must(t, entry.Game.Start, "6x6")
	positions, moves := []game.Position{pos}, []game.Move(nil)
	for range 3 {
		m := pos.Moves()[0]
		pos = gametest.Must(t, pos.Play, m)
		positions, moves = append(positions, pos), append(moves, m)
	}
	reel := picture.Reel(entry.Style, positions, moves, false)
	var out bytes.Buffer
	if err := picture.Write(&out, picture.GIF, reel, 200, 300*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	film, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	if len(film.Image) != 4 || film.Delay[0] != 30 || film.Delay[3] != 120 || film.LoopCount != 0 {
		t.Errorf("%d frames, delays %v, loops %d", len(film.Image), film.Delay, film.LoopCount)
	}
	// What is drawn one over the other comes to the last picture.
	want := reel[3].Image(200)
	screen := reel[0].Image(200)
	for _, frame := range film.Image {
		for y := frame.Rect.Min.Y; y < frame.Rect.Max.Y; y++ {
			for x := frame.Rect.Min.X; x < frame.Rect.Max.X; x++ {
				if _, _, _, alpha := frame.At(x, y).RGBA(); alpha > 0 {
					screen.Set(x, y, frame.At(x, y))
				}
			}
		}
	}
	different := 0
	for i := 0; i < len(want.Pix); i += 4 {
		for c := range 3 {
			if a, b := want.Pix[i+c], screen.Pix[i+c]; max(a, b)-min(a, b) > 24 {
				different++
				break
			}
		}
	}
	if different > 20 {
		t.Errorf("%d pixels differ", different)
	}
}

func TestWrite(t *testing.T) {
	reel := []picture.Picture{draw(t, "hermit", ".R/.. 1", "", false)}
	var out bytes.Buffer
	if err := picture.Write(&out, picture.PNG, reel, 100, 0); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&out)
	if err != nil || img.Bounds().Dx() != 100 || img.Bounds().Dy() != 100 {
		t.Errorf("%v, %v", img.Bounds(), err)
	}
	if err := picture.Write(&out, picture.PNG, reel, picture.MaxSize+1, 0); err == nil {
		t.Error("no error for a size beyond the bounds")
	}
	if _, err := picture.ParseFormat("jpeg"); err == nil {
		t.Error("no error for jpeg")
	}
	if err := picture.Film(io.Discard, nil, 100, 0); err == nil {
		t.Error("no error for no pictures")
	}
}

func BenchmarkImage(b *testing.B) {
	entry, _ := catalog.Find("amazons")
	pos := gametest.Must(b, entry.Game.Parse, scenes[0].position)
	p := picture.Of(picture.Scene{Board: pos.Board(), Look: entry.Style})
	for b.Loop() {
		if img := p.Image(480); img.Rect.Dy() != 480 {
			b.Fatal(img.Rect)
		}
	}
}
