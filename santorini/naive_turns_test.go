package santorini

import (
	"maps"
	"slices"
	"strings"
)

// turns returns all legal turns by their texts, not only the canonical ones,
// with the position each makes while it is still the turn of who has made it.
func (b naiveBoard) turns() map[string]naiveBoard {
	t := naiveTurns{}
	switch own := b.own(); own[0] {
	case "x":
	case "-":
		t.place(b)
	default:
		for i := range own {
			t.move(b, "", i, false)
			if b.power() == "prometheus" {
				for _, first := range b.freeNeighbors(own[i]) {
					t.move(b.built(first), "("+first+")", i, true)
				}
			}
		}
		if b.power() == "hermes" {
			t.walk(b)
		}
	}
	return t
}

type naiveTurns map[string]naiveBoard

func (t naiveTurns) place(b naiveBoard) {
	for first := range b.levels {
		for second := range b.levels {
			if first < second && b.isFree(first) && b.isFree(second) {
				c := b.clone()
				c.workers[c.side(c.seat())] = []string{first, second}
				t["@"+first+","+second] = c
			}
		}
	}
}

// move has a worker step once, or twice with Artemis. before is the text so far.
func (t naiveTurns) move(b naiveBoard, before string, i int, flat bool) {
	from := b.own()[i]
	for _, to := range b.neighbors(from) {
		c, won, ok := b.stepped(i, to)
		text := before + from + "-" + to
		switch {
		case !ok || flat && b.levels[to] > b.levels[from]:
			continue
		case won:
			t.win(c, text)
			continue
		}
		t.build(c, text, to)
		if b.power() != "artemis" {
			continue
		}
		for _, last := range c.neighbors(to) {
			switch d, won, ok := c.stepped(i, last); {
			case !ok || last == from:
			case won:
				t.win(d, text+"-"+last)
			default:
				t.build(d, text+"-"+last, last)
			}
		}
	}
}

func (t naiveTurns) win(b naiveBoard, text string) {
	b = b.clone()
	b.turn = "#" + b.turn
	for i, power := range b.powers {
		b.powers[i] = strings.TrimSuffix(power, "^")
	}
	t[text] = b
}

// build has the worker on a square build, in all ways that its seat's power
// allows.
func (t naiveTurns) build(b naiveBoard, text, on string) {
	for _, s := range b.freeNeighbors(on) {
		c := b.built(s)
		t[text+"("+s+")"] = c
		switch b.power() {
		case "atlas":
			d := b.clone()
			d.levels[s] = 4
			t[text+"("+s+"D)"] = d
		case "demeter":
			for _, more := range c.freeNeighbors(on) {
				if more != s {
					t[text+"("+s+","+more+")"] = c.built(more)
				}
			}
		case "hephaestus":
			if b.levels[s] <= 1 {
				t[text+"("+s+","+s+")"] = c.built(s)
			}
		}
	}
}

// walk has Hermes' workers walk about on their levels, in any order, and then
// either of them build.
func (t naiveTurns) walk(b naiveBoard) {
	start := b.own()
	seen := map[[2]string]bool{{start[0], start[1]}: true}
	for todo := slices.Collect(maps.Keys(seen)); len(todo) > 0; todo = todo[1:] {
		at := todo[0]
		c := b.clone()
		c.workers[c.side(c.seat())] = at[:]
		for i, from := range at {
			for _, to := range c.freeNeighbors(from) {
				next := at
				if next[i] = to; c.levels[to] == c.levels[from] && !seen[next] {
					seen[next] = true
					todo = append(todo, next)
				}
			}
		}
		var gone []string
		for i := range at {
			if at[i] != start[i] {
				gone = append(gone, start[i]+"-"+at[i])
			}
		}
		for _, on := range at {
			for _, s := range c.freeNeighbors(on) {
				t[strings.Join(gone, ",")+"("+s+")"] = c.built(s)
				slices.Reverse(gone)
				t[strings.Join(gone, ",")+"("+s+")"] = c.built(s)
			}
		}
	}
}

func (b naiveBoard) built(square string) naiveBoard {
	b = b.clone()
	b.levels[square]++
	return b
}

// stepped returns the board after a worker of the seat to move has stepped onto
// a neighbor, and whether that wins; not ok if it can't.
func (b naiveBoard) stepped(i int, to string) (c naiveBoard, won, ok bool) {
	c = b.clone()
	side, from := b.side(b.seat()), b.own()[i]
	rise := b.levels[to] - b.levels[from]
	switch other, worker := b.workerOn(to); {
	case b.levels[to] == 4 || rise > 1 || rise > 0 && b.banned():
		return c, false, false
	case other < 0:
	case other == side:
		return c, false, false
	case b.power() == "apollo":
		c.workers[other][worker] = from
	case b.power() == "minotaur":
		behind := string([]byte{2*to[0] - from[0], 2*to[1] - from[1]})
		if _, on := b.levels[behind]; !on || !b.isFree(behind) {
			return c, false, false
		}
		c.workers[other][worker] = behind
	default:
		return c, false, false
	}
	c.workers[side][i] = to
	if rise > 0 && b.power() == "athena" {
		c.powers[b.seat()] = "athena^"
	}
	return c, rise > 0 && b.levels[to] == 3 || rise < -1 && b.power() == "pan", true
}

// banned reports whether a rival's Athena has gone up in her last turn.
func (b naiveBoard) banned() bool {
	for seat, power := range b.powers {
		if b.side(seat) != b.side(b.seat()) && strings.HasSuffix(power, "^") {
			return true
		}
	}
	return false
}
