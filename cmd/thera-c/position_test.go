package main

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
)

// TestKinds wants a kind for each game.
func TestKinds(t *testing.T) {
	for i, k := range kinds {
		if k == nil {
			t.Errorf("%s has no kind: add it to kindOf", games[i].Game.Name())
		}
	}
}

// TestKernels wants kernels without pointers, which fit into a position and have padding
// only at their end, which is not copied.
func TestKernels(t *testing.T) {
	for _, kernel := range []reflect.Type{
		reflect.TypeFor[amazons.Position](), reflect.TypeFor[hermit.Position](), reflect.TypeFor[santorini.Position](),
	} {
		if kernel.Size() > unsafe.Sizeof(position{}.board) {
			t.Errorf("%s has %d bytes, more than a position holds", kernel, kernel.Size())
		}
		end := uintptr(0)
		for field := range kernel.Fields() {
			if field.Offset != end {
				t.Errorf("%s has padding before %s", kernel, field.Name)
			}
			if strings.ContainsAny(field.Type.String(), "*") || field.Type.Kind() == reflect.Slice || field.Type.Kind() == reflect.String {
				t.Errorf("%s has a pointer in %s", kernel, field.Name)
			}
			end += field.Type.Size()
		}
	}
}

// starts yields start positions of all games.
func starts(t *testing.T) map[string]position {
	t.Helper()
	all := map[string]position{}
	for _, entry := range games {
		name := entry.Game.Name()
		for _, variant := range append(entry.Game.Variants(), "") {
			p, err := startOf(name, variant)
			if err != nil {
				t.Fatal(err)
			}
			all[name+" "+variant] = p
		}
	}
	p, err := startOf("santorini", "3p:athena,pan,hermes")
	if err != nil {
		t.Fatal(err)
	}
	all["powers"] = p
	return all
}

// TestPlay plays random games by packed positions and by the positions that programs see.
func TestPlay(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, p := range starts(t) {
		pos, err := p.unpack()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		room := make([]byte, 0, 1<<20)
		texts := p.movesText(t)
		for pos.Winners() == 0 {
			moves := pos.Moves()
			compare(t, p, pos, texts)
			m := moves[rng.IntN(len(moves))]
			k, err := p.kind()
			if err != nil {
				t.Fatal(err)
			}
			var text []byte
			if p, text, err = k.play(p, string(m), room); err != nil {
				t.Fatal(err)
			}
			texts = string(text)
			pos = gametest.Must(t, pos.Play, m)
		}
		compare(t, p, pos, texts)
	}
}

func (p position) movesText(t *testing.T) string {
	t.Helper()
	k, err := p.kind()
	if err != nil {
		t.Fatal(err)
	}
	return string(k.appendMoves(nil, p))
}

// compare compares a packed position and the texts of its moves with a position.
func compare(t *testing.T, p position, pos game.Position, texts string) {
	t.Helper()
	var want []string
	for _, m := range pos.Moves() {
		want = append(want, string(m))
	}
	if texts != strings.Join(want, "\n") || texts != p.movesText(t) {
		t.Fatalf("%s has the moves %q, want %q", pos, texts, want)
	}
	if game.Seat(p.turn) != pos.Turn() || game.Seats(p.winners) != pos.Winners() || game.Seats(p.inPlay) != pos.Seats() ||
		int(p.seats) != pos.Board().Seats {
		t.Fatalf("%s is packed as %+v", pos, p)
	}
	// Equal positions have equal bytes, also if they come from texts.
	again, err := parse(games[p.game].Game.Name(), pos.String())
	if err != nil || again != p {
		t.Fatalf("%s is read as %+v, %v; want %+v", pos, again, err, p)
	}
}

// TestTranspositions reaches a position by two orders of moves.
func TestTranspositions(t *testing.T) {
	after := func(moves ...string) position {
		p, err := startOf("hermit", "6x6")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			k, _ := p.kind()
			if p, _, err = k.play(p, m, nil); err != nil {
				t.Fatal(err)
			}
		}
		return p
	}
	a, b := after("Ra1", "Yc3-d3", "Bf6", "Rf1"), after("Bf6", "Rf1", "Ra1", "Yc3-d3")
	if a != b {
		t.Errorf("%+v and %+v differ", a, b)
	}
	if c := after("Bf6", "Rf1", "Ra1", "Yd3-c3"); c != a {
		t.Errorf("a move in another form leads to %+v, want %+v", c, a)
	}
}

// TestForged changes each bit of a position.
func TestForged(t *testing.T) {
	p, err := startOf("amazons", "")
	if err != nil {
		t.Fatal(err)
	}
	for bit := range 8 * int(unsafe.Sizeof(p)) {
		forged := p
		(*[unsafe.Sizeof(p)]byte)(unsafe.Pointer(&forged))[bit/8] ^= 1 << (bit % 8)
		if _, err := forged.kind(); err == nil {
			t.Errorf("a position with bit %d changed is accepted", bit)
		}
	}
	if _, err := (&position{}).kind(); err == nil {
		t.Error("a position of zeros is accepted")
	}
}

func TestPositionErrors(t *testing.T) {
	p, err := startOf("hermit", "4x4")
	if err != nil {
		t.Fatal(err)
	}
	k, _ := p.kind()
	_, _, illegal := k.play(p, "Ya6", nil)
	_, _, senseless := k.play(p, "pass\xff", nil)
	_, unknown := startOf("chess", "")
	_, variant := startOf("hermit", "11x11")
	_, text := parse("hermit", "RR 3")
	_, width := p.drawing("", 5000, false)
	_, depth := p.perft(-1)
	for _, test := range []struct {
		err  error
		want string
	}{
		{illegal, `illegal move "Ya6" in ..../..../..../.... 1`},
		{senseless, `hermit move "pass\xff": want a color`},
		{unknown, `unknown game "chess": want one of`},
		{variant, `variant "11x11" of hermit: want one of`},
		{text, `hermit position "RR 3": `},
		{width, "width 5000: want 40 to 2000 pixels"},
		{depth, "depth -1: want 0 or more"},
	} {
		if test.err == nil || !strings.Contains(test.err.Error(), test.want) {
			t.Errorf("error %v, want %q", test.err, test.want)
		}
	}
}

// TestPlayAllocations allows what reading the text of a move takes, 16 bytes.
func TestPlayAllocations(t *testing.T) {
	p, err := startOf("hermit", "6x6")
	if err != nil {
		t.Fatal(err)
	}
	room := make([]byte, 0, 1<<16)
	fewest := 100.0
	for range 20 { // under the race detector, a pool loses things at random
		fewest = min(fewest, testing.AllocsPerRun(1, func() {
			k, _ := p.kind()
			if _, _, err := k.play(p, "Ya6-b6", room); err != nil {
				t.Fatal(err)
			}
		}))
	}
	if fewest > 2 {
		t.Errorf("a move makes %v allocations, want at most 2", fewest)
	}
}

func TestGames(t *testing.T) {
	text, err := gamesJSON()
	if want := `{"game":"hermit","variants":["6x6","3x3",`; err != nil || !strings.Contains(string(text), want) {
		t.Errorf("the games are %s, %v; want %s in it", text, err, want)
	}
}

func TestBoard(t *testing.T) {
	p, err := parse("santorini", "00000/00100/00000/00020/00000 b2d4,b4d2 1 athena,pan")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := p.unpack()
	if err != nil {
		t.Fatal(err)
	}
	text := gametest.Must(t, boardJSON, pos)
	for _, want := range []string{
		`"files":5,"ranks":5,"seats":2,"powers":["athena","pan"],"cells":[{},{},`,
		`{"kind":"worker","piece":"B","owners":[2],"level":2}`, `"diagram":" 5 0. `,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the board is %s, want %s in it", text, want)
		}
	}
	svg, err := p.drawing("b2-b3(b4)", 400, true)
	if err != nil || !strings.HasPrefix(string(svg), "<svg") {
		t.Errorf("the picture is %.40q, %v", svg, err)
	}
	for last, want := range map[string]string{
		"zz":  `santorini move "zz": want from-to(build), from-to or @square,square, as in `,
		"Ya3": `santorini move "Ya3": want `,
	} {
		if _, err := p.drawing(last, 400, false); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("the picture after %q: %v, want %s", last, err, want)
		}
	}
	relaxed, err := p.drawing("b2 b3 b4", 400, true)
	if err != nil || !bytes.Equal(relaxed, svg) {
		t.Errorf("the picture after a move in another text is another one: %v", err)
	}
	if n, err := p.perft(1); err != nil || n != uint64(len(pos.Moves())) {
		t.Errorf("perft 1 is %d, %v; want %d", n, err, len(pos.Moves()))
	}
}

func BenchmarkPlay(b *testing.B) {
	p, err := startOf("hermit", "6x6")
	if err != nil {
		b.Fatal(err)
	}
	for _, test := range []struct {
		name string
		room []byte
	}{{"Texts", make([]byte, 0, 1<<16)}, {"Silent", nil}} {
		b.Run(test.name, func(b *testing.B) {
			for b.Loop() {
				k, _ := p.kind()
				if _, _, err := k.play(p, "Rf1-f2", test.room); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestEliminate takes a seat out of the game, which continues without it.
func TestEliminate(t *testing.T) {
	p, err := parse("santorini", "00000/00000/00000/00000/00000 a1a2,c1c2,e1e2 2")
	if err != nil {
		t.Fatal(err)
	}
	next, err := p.eliminate(1)
	if err != nil {
		t.Fatal(err)
	}
	if want, err := parse("santorini", "00000/00000/00000/00000/00000 a1a2,x,e1e2 3"); err != nil || next != want {
		t.Errorf("got %+v, want %+v, %v", next, want, err)
	}
	two, err := startOf("hermit", "4x4")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		p    position
		seat int
		want string
	}{
		{p, 3, "seat 3: want 0 to 2"},
		{p, -1, "seat -1: want 0 to 2"},
		{next, 1, "eliminate seat 2: in play are 1+3"},
		{two, 0, "eliminate seat 1: the rules do not provide for that"},
		{position{}, 0, errForged.Error()},
	} {
		if _, err := test.p.eliminate(test.seat); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
}
