package santorini

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

func TestPowersPerft(t *testing.T) { gametest.Perft(t, Rules(), "testdata/powers.perft") }

func TestPowersReference(t *testing.T) {
	gametest.PerftReference(t, naive{}, "testdata/powers.perft")
}

// TestPowersPlaythroughs has a game of each power to be read.
func TestPowersPlaythroughs(t *testing.T) {
	with := rules
	with.Variants = nil
	for _, v := range []struct{ name, position string }{
		{"apollo-artemis", flat + "-,- 1 apollo,artemis"},
		{"athena-atlas", flat + "-,- 1 athena,atlas"},
		{"demeter-hephaestus", flat + "-,- 1 demeter,hephaestus"},
		{"hermes-minotaur", flat + "-,- 1 hermes,minotaur"},
		{"pan-prometheus", flat + "-,- 1 pan,prometheus"},
		{"teams-athena-pan-apollo-minotaur", flat + "-,-,+,+ 1 athena,pan,apollo,minotaur"},
		{"3p-athena-apollo-minotaur", flat + "-,-,- 1 athena,apollo,minotaur"},
	} {
		with.Variants = append(with.Variants, game.Variant{Name: v.name, Start: v.position})
	}
	gametest.Playthroughs(t, game.New[Position, Move](with), "testdata/playthroughs")
	gametest.Eliminations(t, game.New[Position, Move](with), 3)
}

// TestPowersLaws plays with each power against another, for two, three and
// four seats. Hermes has many turns, for which the reference is slow, so the
// boards with Hermes are small.
func TestPowersLaws(t *testing.T) {
	const (
		middle = "00100/01210/00101/02010/00000 b2d4,b4d2 1 "
		narrow = "14114/14411/11441/41114/11411 a4c2,b1e3 1 "
		high   = "33201/23320/13233/21332/00123 b2d4,b4d2 1 " // with workers on level 3
		three  = "10210/02110/11201/02111/00120 b2d4,b4d2,a1e5 1 "
		teams  = "10210/02110/11201/02111/00120 b2d4,b4d2,+,+ 3 "
		four   = "10210/02110/11201/02111/00120 b2d4,b4d2,a1e5,c1c5 1 "
	)
	powered := rules
	powered.Variants = nil
	gametest.Laws(t, powered, gametest.Options{
		Reference: naive{},
		Games:     2,
		Starts: []string{
			middle + "apollo,artemis", middle + "artemis,athena", middle + "athena,atlas", middle + "atlas,demeter",
			middle + "demeter,hephaestus", middle + "hephaestus,hermes", middle + "minotaur,pan", middle + "pan,prometheus",
			middle + "prometheus,apollo", middle + "apollo,minotaur", middle + "athena,artemis", middle + "mortal,athena",
			narrow + "hermes,athena", narrow + "pan,hermes", narrow + "hermes,apollo", narrow + "minotaur,hermes",
			high + "pan,artemis", high + "apollo,minotaur", high + "minotaur,prometheus", high + "hermes,pan",
			three + "athena,apollo,minotaur", three + "pan,athena,artemis", three + "minotaur,atlas,athena",
			four + "athena,pan,minotaur,apollo", four + "artemis,athena,athena,demeter",
			flat + "-,-,- 1 athena,pan,apollo",
			teams + "mortal,mortal,mortal,mortal", teams + "athena,pan,athena,minotaur", teams + "apollo,athena,artemis,demeter",
			flat + "-,-,+,+ 1 athena,pan,apollo,atlas",
			"14114/14411/11441/41114/11411 a4c2,b1e3,+,+ 4 pan,hermes,minotaur,hermes",
		},
	})
}

// BenchmarkPowers counts three turns deep with each power against the next one
// in the list, with the last in bulk, on one thread.
func BenchmarkPowers(b *testing.B) {
	for i, want := range []uint64{
		288_236, 594_992, 251_915, 1_747_346, 3_798_194, 1_349_150, 1_932_121, 187_593, 729_230, 1_275_275,
	} {
		powers := Powers()[1:]
		own, rival := powers[i], powers[(i+1)%len(powers)]
		b.Run(own.String(), func(b *testing.B) {
			pos := gametest.Must(b, Rules().Parse, midgame+" "+own.String()+","+rival.String())
			for b.Loop() {
				if n, err := game.Perft(b.Context(), pos, 3); n != want || err != nil {
					b.Fatalf("perft 3 is %d, %v, want %d", n, err, want)
				}
			}
			b.ReportMetric(float64(want)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mseq/s")
		})
	}
}

// BenchmarkPowersFile counts all positions of the file as deep as it goes, with the
// last turn in bulk, on one thread.
func BenchmarkPowersFile(b *testing.B) {
	text := gametest.Must(b, os.ReadFile, "testdata/powers.perft")
	var total uint64
	for b.Loop() {
		total = 0
		for line := range strings.Lines(string(text)) {
			fields := strings.Split(strings.TrimSpace(line), " ; ")
			if len(fields) == 1 {
				continue
			}
			var depth int
			var want uint64
			if _, err := fmt.Sscanf(fields[len(fields)-1], "D%d %d", &depth, &want); err != nil {
				b.Fatal(err)
			}
			pos := gametest.Must(b, Rules().Parse, fields[0])
			if n, err := game.Perft(b.Context(), pos, depth); n != want || err != nil {
				b.Fatalf("%s: perft %d is %d, %v, want %d", pos, depth, n, err, want)
			}
			total += want
		}
	}
	b.ReportMetric(float64(total)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mseq/s")
}
