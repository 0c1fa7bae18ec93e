package explorer

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/record"
)

func entryOf(t testing.TB, name string) catalog.Entry {
	t.Helper()
	return gametest.Must(t, catalog.Find, name)
}

// played returns games of some random moves each, with winners, ratings and dates drawn
// too. Few moves are drawn from, so that games meet, also turned.
func played(t testing.TB, entry catalog.Entry, variant string, count int) (all []record.Game) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, uint64(count)))
	for range count {
		pos := gametest.Must(t, entry.Game.Start, variant)
		seats := pos.Board().Seats
		g := record.Game{Game: entry.Game.Name(), Start: pos.String(), Winners: game.Only(game.Seat(rng.IntN(seats)))}
		for seat := range seats {
			if rng.IntN(3) > 0 {
				g.Tags = append(g.Tags, record.Tag{Name: fmt.Sprint("Rating", seat+1), Value: fmt.Sprint(1000+rng.IntN(1000), []string{"", "?"}[rng.IntN(2)])})
			}
		}
		g.Tags = append(g.Tags, record.Tag{Name: "Date", Value: fmt.Sprintf("%d-01-02", 2000+rng.IntN(30))})
		for range 5 {
			moves := pos.Moves()
			if len(moves) == 0 {
				break
			}
			m := moves[[]int{0, len(moves) - 1, len(moves) / 2}[rng.IntN(3)]]
			g.Turns = append(g.Turns, record.Turn{Move: m})
			pos = gametest.Must(t, pos.Play, m)
		}
		all = append(all, g)
	}
	return all
}

// build returns the file of some games.
func build(t testing.TB, entry catalog.Entry, opt Options, games []record.Game) []byte {
	t.Helper()
	opt.Temp = t.TempDir()
	b := NewBuilder(entry, opt)
	for _, g := range games {
		if err := b.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	about, err := b.Write(t.Context(), &out)
	if err := errors.Join(err, b.Close()); err != nil {
		t.Fatal(err)
	}
	if about.Games != uint64(len(games)) {
		t.Errorf("%d games, want %d", about.Games, len(games))
	}
	return out.Bytes()
}

func open(t *testing.T, data []byte) *File {
	t.Helper()
	f, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestOutLater adds a game in which somebody gives up after the plies that count.
func TestOutLater(t *testing.T) {
	entry := entryOf(t, "santorini")
	whole := played(t, entry, "3p", 1)
	left := slices.Clone(whole)
	left[0].Turns = slices.Clone(whole[0].Turns)
	left[0].Turns[4].Out = []game.Seat{1}
	opt := Options{Plies: 3}
	if !bytes.Equal(build(t, entry, opt, left), build(t, entry, opt, whole)) {
		t.Error("what comes later changes the file")
	}
}

// TestNoTemporaryNames looks for temporary files while they are in use.
func TestNoTemporaryNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows names all open files")
	}
	entry := entryOf(t, "hermit")
	opt := Options{Plies: 4, rows: 1, Temp: t.TempDir()}
	b := NewBuilder(entry, opt)
	for _, g := range played(t, entry, "4x4", 3) {
		if err := b.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	if left, err := os.ReadDir(opt.Temp); err != nil || len(left) != 0 || len(b.runs) == 0 {
		t.Errorf("%d temporary files, of which a kill would leave %v, %v", len(b.runs), left, err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

// TestAddAgain adds games while there is no folder for temporary files, and again once there
// is one.
func TestAddAgain(t *testing.T) {
	entry := entryOf(t, "hermit")
	opt := Options{Plies: 4, rows: 1, Temp: filepath.Join(t.TempDir(), "later")}
	games := played(t, entry, "4x4", 3)
	b := NewBuilder(entry, opt)
	if err := b.Add(games[0]); err != nil {
		t.Fatal(err)
	}
	for _, g := range games[1:] {
		if err := b.Add(g); !errors.Is(err, os.ErrNotExist) || b.Games() != 1 {
			t.Errorf("%d games, %v", b.Games(), err)
		}
	}
	if err := os.Mkdir(opt.Temp, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, g := range games[1:] {
		if err := b.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	var got bytes.Buffer
	_, err := b.Write(t.Context(), &got)
	if err := errors.Join(err, b.Close()); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), build(t, entry, opt, games)) {
		t.Error("games that were added in a second try count otherwise")
	}
}

// naive is what games say of each position, from its own text, by the text of the
// position after each move: of all images of both the least.
func naive(t *testing.T, entry catalog.Entry, games []record.Game, plies int) map[string]map[string]Tally {
	t.Helper()
	all := map[string]map[string]Tally{}
	for _, g := range games {
		rec := g.Record()
		rec.Moves = rec.Moves[:min(plies, len(rec.Moves))]
		positions := gametest.Must(t, rec.Replay, entry.Game)
		for i := range rec.Moves {
			from, to := pair(entry, positions[i], positions[i+1])
			if all[from] == nil {
				all[from] = map[string]Tally{}
			}
			sum := all[from][to]
			sum.Games++
			if len(sum.Wins) == 0 {
				sum.Wins = make([]uint64, positions[0].Board().Seats)
			}
			for seat := range g.Winners.All() {
				sum.Wins[seat]++
			}
			var rating uint64
			if _, err := fmt.Sscan(strings.Trim(g.Tag("Rating"+positions[i].Turn().String()), "?"), &rating); err == nil {
				sum.Rated++
				sum.Ratings += rating
			}
			var year uint64
			_, _ = fmt.Sscan(g.Tag("Date")[:4], &year)
			sum.Last = max(sum.Last, year)
			all[from][to] = sum
		}
	}
	return all
}

// symmetriesOf returns those under which files have the images of a position as one.
func symmetriesOf(pos game.Position) []game.Symmetry {
	all := game.SymmetriesOf(pos)
	if pos.Board().Powers != nil {
		return all[:1]
	}
	return all
}

// pair returns the least texts of a position and the one after a move, laid alike.
func pair(entry catalog.Entry, from, to game.Position) (string, string) {
	least := []string{}
	for _, y := range symmetriesOf(from) {
		a, err := game.Image(from, y)
		if err != nil {
			continue
		}
		b, err := game.Image(to, y)
		if err != nil {
			continue
		}
		if texts := []string{a.String(), b.String()}; len(least) == 0 || slices.Compare(texts, least) < 0 {
			least = texts
		}
	}
	return least[0], least[1]
}

// TestBuild compares a file with a naive count of the same games, in each position of
// each game, and in an image of it.
func TestBuild(t *testing.T) {
	for _, test := range []struct {
		name, variant string
		count         int
	}{{"amazons", "6x6", 60}, {"santorini", "2p", 60}, {"santorini", "3p", 30}, {"santorini", "2p:hermes,athena", 60}, {"hermit", "3x3", 60}} {
		t.Run(test.name+" "+test.variant, func(t *testing.T) {
			entry := entryOf(t, test.name)
			games := played(t, entry, test.variant, test.count)
			for _, least := range []uint64{1, 3} {
				want := naive(t, entry, games, 4)
				f := open(t, build(t, entry, Options{Plies: 4, Min: least, rows: 50}, games))
				if err := f.Check(t.Context()); err != nil {
					t.Fatal(err)
				}
				for i, g := range games {
					positions := gametest.Must(t, g.Record().Replay, entry.Game)
					for _, pos := range positions[:min(5, len(positions))] {
						if pos.Winners() == 0 {
							all := symmetriesOf(pos)
							image, err := game.Image(pos, all[i%len(all)])
							if err != nil {
								t.Fatal(err)
							}
							compare(t, entry, f, All, pos, want, least)
							compare(t, entry, f, All, image, want, least)
						}
					}
				}
			}
		})
	}
}

func compare(t *testing.T, entry catalog.Entry, f *File, band Band, pos game.Position, want map[string]map[string]Tally, least uint64) {
	t.Helper()
	found, err := f.Find(entry, pos, band)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Choice{}
	for _, m := range found.Moves {
		after := gametest.Must(t, pos.Play, m.Move)
		_, to := pair(entry, pos, after)
		m.Move = ""
		got[to] = m
	}
	from, _ := pair(entry, pos, pos)
	expected, others := map[string]Choice{}, uint64(0)
	for to, tally := range want[from] {
		if tally.Games < least {
			others += tally.Games
			continue
		}
		m := Choice{Games: tally.Games, Wins: tally.Wins, Last: tally.Last}
		if tally.Rated > 0 {
			m.Rating = (tally.Ratings + tally.Rated/2) / tally.Rated
		}
		expected[to] = m
	}
	if len(expected) == 0 {
		others = 0
	}
	if diff := gocmp.Diff(expected, got); diff != "" || found.Others != others {
		t.Fatalf("%s: %d others, want %d\n%s", pos, found.Others, others, diff)
	}
	if !slices.IsSortedFunc(found.Moves, func(a, b Choice) int { return cmp.Compare(b.Games, a.Games) }) {
		t.Errorf("%s: moves are not sorted by games", pos)
	}
}

// bandOf returns the band of a game's mean rating, All if a rating is unknown.
func bandOf(g record.Game, bounds Boundaries, seats int) Band {
	sum := 0
	for seat := range seats {
		var rating int
		if _, err := fmt.Sscan(strings.Trim(g.Tag(fmt.Sprint("Rating", seat+1)), "?"), &rating); err != nil {
			return All
		}
		sum += rating
	}
	band := Band(1)
	for _, bound := range bounds {
		if sum/seats >= bound {
			band++
		}
	}
	return band
}

// TestBands compares each band of a file with a naive count of the games in it.
func TestBands(t *testing.T) {
	bounds := Boundaries{1300, 1500, 1700}
	for _, test := range []struct {
		name, variant string
		inMemory      bool
	}{{"hermit", "4x4", false}, {"santorini", "3p", true}} {
		entry := entryOf(t, test.name)
		games := played(t, entry, test.variant, 120)
		f := open(t, build(t, entry, Options{Plies: 4, Bands: bounds, InMemory: test.inMemory, rows: 50}, games))
		if err := f.Check(t.Context()); err != nil || !slices.Equal(f.About().Bands, bounds) {
			t.Fatalf("bands %v, %v", f.About().Bands, err)
		}
		start := gametest.Must(t, entry.Game.Start, test.variant)
		seats := start.Board().Seats
		counted := 0
		for band := All; band <= Band(len(bounds)+1); band++ {
			in := games
			if band != All {
				in = slices.DeleteFunc(slices.Clone(games), func(g record.Game) bool { return bandOf(g, bounds, seats) != band })
				counted += len(in)
			}
			want := naive(t, entry, in, 4)
			for _, g := range games {
				positions := gametest.Must(t, g.Record().Replay, entry.Game)
				for _, pos := range positions[:min(4, len(positions))] {
					compare(t, entry, f, band, pos, want, 1)
				}
			}
		}
		if counted == 0 || counted == len(games) {
			t.Errorf("%d of %d games are in bands: want some, but not all", counted, len(games))
		}
	}
}

// TestVersion wants files of games without ratings to be as programs before the bands
// read them, and no file whose version and bands contradict each other to be read.
func TestVersion(t *testing.T) {
	entry := entryOf(t, "hermit")
	games := played(t, entry, "3x3", 20)
	rated := build(t, entry, Options{Plies: 2, Bands: Boundaries{1500}}, games)
	for i := range games {
		games[i].Tags = nil
	}
	unrated := build(t, entry, Options{Plies: 2, Bands: Boundaries{1500}}, games)
	if !bytes.Equal(unrated, build(t, entry, Options{Plies: 2}, games)) {
		t.Error("games without ratings: the boundaries change the file")
	}
	for want, data := range map[byte][]byte{1: unrated, 2: rated} {
		if data[11] != want {
			t.Errorf("version %d: want %d", data[11], want)
		}
		data[11] = 3 - want
		binary.BigEndian.PutUint32(data[32:], crc32.Checksum(data[:32], castagnoli))
		if _, err := Open(bytes.NewReader(data), int64(len(data))); err == nil {
			t.Errorf("a file of version %d that says %d: no error", want, data[11])
		}
	}
}

func TestBandOf(t *testing.T) {
	bounds := Boundaries{1200, 1500}
	for rating, want := range map[int]Band{1: 1, 1199: 1, 1200: 2, 1499: 2, 1500: 3, 3000: 3} {
		if got := bounds.BandOf(rating); got != want {
			t.Errorf("%d: band %d, want %d", rating, got, want)
		}
	}
	if got := Boundaries(nil).BandOf(1300); got != All {
		t.Errorf("without boundaries: band %d", got)
	}
	for _, wrong := range []Boundaries{{0}, {1500, 1500}, {1500, 1200}, make(Boundaries, maxBands+1)} {
		if wrong.Check() == nil {
			t.Errorf("%v: no error", wrong)
		}
	}
}

// TestOrder wants the same file of the same games in any order, with any memory.
func TestOrder(t *testing.T) {
	entry := entryOf(t, "santorini")
	games := played(t, entry, "2p", 80)
	want := build(t, entry, Options{Plies: 5, Min: 2}, games)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
	for _, opt := range []Options{{Plies: 5, Min: 2, rows: 20}, {Plies: 5, Min: 2, rows: 20, InMemory: true}} {
		if got := build(t, entry, opt, games); !bytes.Equal(want, got) {
			t.Errorf("the same games make another file, in memory: %t", opt.InMemory)
		}
	}
}

// TestMerge wants two files added up to be the file of all games.
func TestMerge(t *testing.T) {
	entry := entryOf(t, "hermit")
	games := played(t, entry, "4x4", 80)
	opt := Options{Plies: 5, Min: 1, About: "all", Bands: Boundaries{1400, 1600}}
	want := build(t, entry, opt, games)
	first, second := open(t, build(t, entry, opt, games[:30])), open(t, build(t, entry, opt, games[30:]))
	var got bytes.Buffer
	if _, err := Merge(t.Context(), &got, opt, first, second); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got.Bytes()) {
		t.Error("merged files are another file than that of all games")
	}
	opt.InMemory = true
	got.Reset()
	if _, err := Merge(t.Context(), &got, opt, first, second); err != nil || !bytes.Equal(want, got.Bytes()) {
		t.Errorf("merged in memory: another file, %v", err)
	}
	if _, err := Merge(t.Context(), &got, opt, first, open(t, build(t, entryOf(t, "santorini"), opt, nil))); err == nil {
		t.Error("files of two games: no error")
	}
	opt.Bands = Boundaries{1500}
	if _, err := Merge(t.Context(), &got, opt, first, open(t, build(t, entry, opt, games))); err == nil {
		t.Error("files with other bands: no error")
	}
}

// interrupted is a context that ends after it was asked so often whether it has ended.
type interrupted struct {
	context.Context
	left int
}

func (c *interrupted) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestInterrupted wants to build, merge and check a file to end at any time, in each of the
// passes over its data.
func TestInterrupted(t *testing.T) {
	entry := entryOf(t, "hermit")
	games := played(t, entry, "3x3", 3)
	opt := Options{Plies: 2, Min: 1, InMemory: true}
	file := open(t, build(t, entry, opt, games))
	for name, do := range map[string]func(context.Context, io.Writer) error{
		"build": func(ctx context.Context, out io.Writer) error {
			b := NewBuilder(entry, opt)
			for _, g := range games {
				if err := b.Add(g); err != nil {
					t.Fatal(err)
				}
			}
			_, err := b.Write(ctx, out)
			return err
		},
		"merge": func(ctx context.Context, out io.Writer) error {
			_, err := Merge(ctx, out, opt, file, file)
			return err
		},
		"check": func(ctx context.Context, _ io.Writer) error { return file.Check(ctx) },
	} {
		steps := 0
		for ; ; steps++ {
			var out bytes.Buffer
			err := do(&interrupted{t.Context(), steps}, &out)
			if err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) || out.Len() > 0 {
				t.Fatalf("%s, interrupted after %d steps: %v, %d bytes written", name, steps, err, out.Len())
			}
		}
		passes := 3 // its moves, then its positions twice
		if name == "check" {
			passes = 1
		}
		if least := passes * int(file.About().Positions); steps < least {
			t.Errorf("%s: nothing ends it after %d steps, want at least %d", name, steps, least)
		}
	}
}

func TestAddRefuses(t *testing.T) {
	entry := entryOf(t, "hermit")
	b := NewBuilder(entry, Options{Plies: 5})
	defer func() { _ = b.Close() }()
	start, _ := entry.Game.Start("3x3")
	g := record.Game{Game: "hermit", Start: start.String()}
	if err := b.Add(g); !errors.Is(err, ErrUndecided) {
		t.Errorf("a game without winners: %v", err)
	}
	g.Winners, g.Turns = 1, []record.Turn{{Move: "Ra9"}}
	if err := b.Add(g); err == nil {
		t.Error("an illegal move: no error")
	}
	g.Winners, g.Turns = game.Only(2), nil
	if err := b.Add(g); err == nil {
		t.Error("a third player has won a game of two: no error")
	}
	g.Game = "amazons"
	if err := b.Add(g); err == nil {
		t.Error("another game: no error")
	}
	if b.Games() != 0 {
		t.Errorf("%d games, want none", b.Games())
	}
}

// TestBroken changes each byte of a file in turn: nothing that was changed is believed.
func TestBroken(t *testing.T) {
	entry := entryOf(t, "hermit")
	data := build(t, entry, Options{Plies: 2, Min: 1}, played(t, entry, "3x3", 20))
	for i := range data {
		broken := slices.Clone(data)
		broken[i] ^= 1
		f, err := Open(bytes.NewReader(broken), int64(len(broken)))
		if err == nil {
			err = f.Check(t.Context())
		}
		if err == nil {
			t.Errorf("byte %d changed: no error", i)
		}
	}
	for n := range data {
		if _, err := Open(bytes.NewReader(data[:n]), int64(n)); err == nil {
			t.Errorf("the first %d bytes: no error", n)
		}
	}
}

func TestAboutIsTooLong(t *testing.T) {
	b := NewBuilder(entryOf(t, "hermit"), Options{About: strings.Repeat("a", maxAbout), Temp: t.TempDir()})
	_, err := b.Write(t.Context(), io.Discard)
	if err == nil || !strings.HasSuffix(err.Error(), " bytes: want at most 65536") {
		t.Errorf("%v", err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}
