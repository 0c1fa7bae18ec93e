package ladder

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestPair(t *testing.T) {
	for name, test := range map[string]struct {
		programs []Program
		met      string // pairs that have met, "ab ab bc"
		want     string
	}{
		"nobody":                  {nil, "", ""},
		"one alone":               {[]Program{{ID: "a", Free: 1}}, "", ""},
		"two":                     {[]Program{{ID: "a", Free: 1}, {ID: "b", Free: 1}}, "", "ab"},
		"two of whom one is busy": {[]Program{{ID: "a", Free: 1}, {ID: "b"}}, "", ""},
		"the nearest ratings": {[]Program{
			{ID: "a", Free: 1, Rating: 1500}, {ID: "b", Free: 1, Rating: 1900}, {ID: "c", Free: 1, Rating: 1550}, {ID: "d", Free: 1, Rating: 1800},
		}, "", "ac bd"},
		"those who have met seldom": {[]Program{
			{ID: "a", Free: 1, Rating: 1500}, {ID: "b", Free: 1, Rating: 1520}, {ID: "c", Free: 1, Rating: 1570},
		}, "ab", "ac"},
		"but not those who are much farther": {[]Program{
			{ID: "a", Free: 1, Rating: 1500}, {ID: "b", Free: 1, Rating: 1520}, {ID: "c", Free: 1, Rating: 1590},
		}, "ab", "ab"},
		"who has waited longest is first": {[]Program{
			{ID: "a", Free: 1, Paired: 9}, {ID: "b", Free: 1, Paired: 7}, {ID: "c", Free: 1, Paired: 8},
		}, "", "bc"},
		"not the same again while others wait": {[]Program{
			{ID: "a", Free: 1, Last: "b", Paired: 5}, {ID: "b", Free: 1, Last: "a", Paired: 5}, {ID: "c", Free: 1, Rating: 900, Paired: 6},
		}, "", "ac"},
		"nor while the house is there": {[]Program{
			{ID: "a", Free: 1, Last: "b"},
			{ID: "b", Free: 1, Last: "a"},
			{ID: "x", House: true, Free: 2, Rating: 100},
			{ID: "y", House: true, Free: 2, Rating: 200},
		}, "", "ax by"},
		"but where nobody else is": {[]Program{
			{ID: "a", Free: 1, Last: "b"}, {ID: "b", Free: 1, Last: "a"}, {ID: "x", House: true},
		}, "", "ab"},
		"programs before the house": {[]Program{
			{ID: "a", Free: 1, Rating: 1500}, {ID: "b", Free: 1, Rating: 2500}, {ID: "x", House: true, Free: 1, Rating: 1500},
		}, "", "ab"},
		"the house for who is alone": {[]Program{
			{ID: "a", Free: 1, Rating: 1500}, {ID: "x", House: true, Free: 1, Rating: 1300}, {ID: "y", House: true, Free: 1, Rating: 1600},
		}, "", "ay"},
		"all of the house in turn": {[]Program{
			{ID: "a", Free: 1, Rating: 1500, Last: "x"}, {ID: "x", House: true, Free: 1, Rating: 1300}, {ID: "y", House: true, Free: 1, Rating: 1600},
		}, "ay ay ay ax", "ay"},
		"a house bot that others have met last": {[]Program{
			{ID: "a", Free: 1, Last: "x"}, {ID: "x", House: true, Free: 1, Last: "a"},
		}, "", "ax"},
		"not the house twice while a program plays": {[]Program{
			{ID: "a", Free: 1, Last: "x"}, {ID: "b"}, {ID: "x", House: true, Free: 1}, {ID: "y", House: true, Free: 1},
		}, "", ""},
		"the house after a program that still plays": {[]Program{
			{ID: "a", Free: 1, Last: "b"}, {ID: "b"}, {ID: "x", House: true, Free: 1},
		}, "", "ax"},
		"the house among itself": {[]Program{
			{ID: "x", House: true, Free: 1}, {ID: "y", House: true, Free: 1},
		}, "", "xy"},
		"but not while a program is busy": {[]Program{
			{ID: "a"}, {ID: "x", House: true, Free: 1}, {ID: "y", House: true, Free: 1},
		}, "", ""},
		"each once": {[]Program{{ID: "a", Free: 5}, {ID: "b", Free: 5}, {ID: "c", Free: 5}}, "", "ab"},
	} {
		t.Run(name, func(t *testing.T) {
			met := func(a, b string) int {
				return strings.Count(" "+test.met, " "+a+b) + strings.Count(" "+test.met, " "+b+a)
			}
			var got []string
			for _, pair := range Pair(test.programs, met) {
				got = append(got, pair[0]+pair[1])
			}
			if text := strings.Join(got, " "); text != test.want {
				t.Errorf("pairs %q, want %q", text, test.want)
			}
		})
	}
}

// TestPairForLong pairs programs of equal strength many times: all meet each
// other about equally often, and nobody the same one twice in a row.
func TestPairForLong(t *testing.T) {
	const rounds = 400
	programs := make([]Program, 7) // one is left over each time
	for i := range programs {
		programs[i] = Program{ID: fmt.Sprint("p", i), Rating: 1500 + 5*float64(i), Free: 1}
	}
	games := map[[2]string]int{}
	met := func(a, b string) int { return games[[2]string{a, b}] + games[[2]string{b, a}] }
	number := int64(0)
	for range rounds {
		pairs := Pair(programs, met)
		if len(pairs) != 3 {
			t.Fatalf("pairs %v, want three", pairs)
		}
		for _, pair := range pairs {
			number++
			games[pair]++
			for i := range 2 {
				at := slices.IndexFunc(programs, func(p Program) bool { return p.ID == pair[i] })
				if programs[at].Last == pair[1-i] {
					t.Fatalf("%v meet twice in a row", pair)
				}
				programs[at].Last, programs[at].Paired = pair[1-i], number
			}
		}
	}
	for i, a := range programs {
		for _, b := range programs[:i] {
			if n := met(a.ID, b.ID); n < 45 || n > 70 {
				t.Errorf("%s and %s have met %d times, want about %d", a.ID, b.ID, n, rounds*3/21)
			}
		}
	}
}
