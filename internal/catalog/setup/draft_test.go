package setup_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"thera/internal/catalog/setup"
)

var five = []string{"apollo", "athena", "atlas", "hermes", "pan"}

func offer(powers ...string) setup.Act {
	return setup.Act{Do: setup.OfferPowers, Player: 1, Powers: powers}
}

func choose(player int, power string) setup.Act {
	return setup.Act{Do: setup.ChoosePower, Player: player, Powers: []string{power}}
}

func start(first int) setup.Act { return setup.Act{Do: setup.NameFirst, Player: 1, First: first} }

func TestWholeDrafts(t *testing.T) {
	for _, c := range []struct {
		players int
		acts    []setup.Act
		powers  string // by seat
		order   []int
	}{
		{2, []setup.Act{offer("athena", "pan"), choose(2, "pan"), start(1)}, "athena,pan", []int{1, 2}},
		{2, []setup.Act{offer("athena", "pan"), choose(2, "pan"), start(2)}, "pan,athena", []int{2, 1}},
		{3, []setup.Act{offer("atlas", "pan", "hermes"), choose(2, "pan"), choose(3, "atlas"), start(3)}, "atlas,hermes,pan", []int{3, 1, 2}},
		{
			4,
			[]setup.Act{offer("atlas", "pan", "hermes", "apollo"), choose(2, "apollo"), choose(3, "pan"), choose(4, "atlas"), start(2)},
			"apollo,pan,atlas,hermes",
			[]int{2, 3, 4, 1},
		},
	} {
		d, err := setup.ReplayDraft(five, c.players, c.acts)
		if err != nil {
			t.Errorf("%v: %v", c.acts, err)
			continue
		}
		if step, open := d.Next(); open {
			t.Errorf("%v: still to be done: %v", c.acts, step)
		}
		if got := strings.Join(d.Powers(), ","); got != c.powers || !slices.Equal(d.Order(), c.order) {
			t.Errorf("%v: powers %s of players %v, want %s of %v", c.acts, got, d.Order(), c.powers, c.order)
		}
	}
}

func TestWhatIsNotAllowed(t *testing.T) {
	for _, c := range []struct {
		acts []setup.Act // the last one is refused
		want string
	}{
		{[]setup.Act{choose(2, "pan")}, "choose by player 2: want offer by player 1"},
		{[]setup.Act{offer("pan")}, "1 powers: want 2"},
		{[]setup.Act{offer("pan", "zeus")}, `power "zeus": want one of apollo, athena, atlas, hermes, pan`},
		{[]setup.Act{offer("pan", "pan")}, `power "pan" twice: want different ones`},
		{[]setup.Act{offer("pan", "atlas"), choose(1, "pan")}, "choose by player 1: want choose by player 2"},
		{[]setup.Act{offer("pan", "atlas"), choose(2, "athena")}, `power "athena": want one of pan, atlas`},
		{[]setup.Act{offer("pan", "atlas"), {Do: setup.ChoosePower, Player: 2, Powers: []string{"pan"}, First: 2}}, "player 2 to start: want that named last, by player 1"},
		{[]setup.Act{offer("pan", "atlas"), choose(2, "pan"), start(3)}, "player 3 to start: want one from 1 to 2"},
		{[]setup.Act{offer("pan", "atlas"), choose(2, "pan"), start(1), start(2)}, "start: the draft is over"},
	} {
		if _, err := setup.ReplayDraft(five, 2, c.acts); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.acts, err, c.want)
		}
	}
	for _, players := range []int{-1, 0, 1, 6} {
		if _, err := setup.NewDraft(five, players); err == nil {
			t.Errorf("a draft for %d players: want an error", players)
		}
	}
}

func TestView(t *testing.T) {
	d, err := setup.ReplayDraft(five, 2, []setup.Act{offer("athena", "pan")})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(d.Progress())
	const want = `{"players":2,"cards":["apollo","athena","atlas","hermes","pan"],"acts":[{"do":"offer","player":1,"powers":["athena","pan"]}],` +
		`"taken":["",""],"next":{"do":"choose","player":2,"count":1,"from":["athena","pan"]}}`
	if err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
}

// naive is the rule book once more: whose power is which, and who may do what, by
// going through the acts with what lies on the table.
type naive struct {
	table map[string]bool
	has   map[int]string
	first int
}

func naively(players int, acts []setup.Act) naive {
	n := naive{map[string]bool{}, map[int]string{}, 0}
	for _, a := range acts {
		switch a.Do {
		case setup.OfferPowers:
			for _, name := range a.Powers {
				n.table[name] = true
			}
		case setup.ChoosePower:
			n.has[a.Player] = a.Powers[0]
			delete(n.table, a.Powers[0])
		case setup.NameFirst:
			n.first = a.First
		}
	}
	if len(n.has) == players-1 {
		for name := range n.table {
			n.has[1] = name
		}
	}
	return n
}

// FuzzDraft does whatever the bytes say, and looks at the laws after each act.
func FuzzDraft(f *testing.F) {
	f.Add(uint8(2), []byte{0, 1, 0, 1})
	f.Add(uint8(4), []byte{3, 2, 1, 0, 2, 1, 0, 3})
	f.Add(uint8(3), []byte{9, 9, 9})
	f.Fuzz(func(t *testing.T, number uint8, choices []byte) {
		players := 2 + int(number)%4
		d, err := setup.NewDraft(five, players)
		if err != nil {
			t.Fatal(err)
		}
		next := func(n int) int {
			if len(choices) == 0 {
				return 0
			}
			c := int(choices[0]) % n
			choices = choices[1:]
			return c
		}
		for {
			before := d.Progress()
			step, open := d.Next()
			if !open {
				break
			}
			act := setup.Act{Do: step.Do, Player: step.Player}
			for from := step.From; len(act.Powers) < step.Count; {
				i := next(len(from))
				act.Powers = append(act.Powers, from[i])
				from = slices.Delete(slices.Clone(from), i, i+1)
			}
			if step.Do == setup.NameFirst {
				act.First = 1 + next(players)
			}
			after, err := d.Do(act)
			if err != nil {
				t.Fatalf("%v in %v: %v", act, before, err)
			}
			if !reflect.DeepEqual(d.Progress(), before) {
				t.Fatalf("%v has changed %v to %v", act, before, d.Progress())
			}
			d = after
			n := naively(players, d.Acts())
			for i, name := range d.Taken() {
				if n.has[i+1] != name {
					t.Fatalf("%v: player %d has %q, want %q", d.Acts(), i+1, name, n.has[i+1])
				}
			}
			if again, err := d.Progress().Draft(); err != nil || !reflect.DeepEqual(again.Progress(), d.Progress()) {
				t.Fatalf("%v: read again %v, %v", d.Progress(), again.Progress(), err)
			}
		}
		n := naively(players, d.Acts())
		if got := len(d.Acts()); got != players+1 || d.Order()[0] != n.first {
			t.Fatalf("%d acts, order %v: want %d, and %d first", got, d.Order(), players+1, n.first)
		}
		for seat, player := range d.Order() {
			if d.Powers()[seat] != n.has[player] {
				t.Fatalf("%v: seat %d has %s, want %s", d.Acts(), seat+1, d.Powers()[seat], n.has[player])
			}
			if following := d.Order()[(seat+1)%players]; following != player%players+1 {
				t.Fatalf("order %v: want them as they sit", d.Order())
			}
		}
	})
}
