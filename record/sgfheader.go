package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"thera/game"
)

// begin determines the start position and the tags from the header, once it is complete
// and the given color has made the first move.
func (r *sgfReader) begin(color string) error {
	r.begun = true
	r.Game.Game = r.rules.Name()
	var setup []property
	size, isAmazons := property{values: []string{"10"}}, false
	for _, p := range r.header {
		switch p.id {
		case "GM":
			if isAmazons = p.values[0] == "18"; !isAmazons {
				return p.at.failf(p.String(), "want GM[18], Amazons")
			}
		case "SZ":
			size = p
		case "PL":
			if color = strings.ToUpper(p.values[0]); color != "B" && color != "W" {
				return p.at.failf(p.String(), "want PL[B] or PL[W]")
			}
		case "AB", "AW", "AA", "AE":
			setup = append(setup, p)
		case private:
			r.asWritten = r.asWritten || strings.HasPrefix(p.values[0], startField+":")
		}
	}
	if !isAmazons {
		return r.startAt.failf("(;", "want GM[18], Amazons, in the first node")
	}
	if err := r.size(size); err != nil {
		return err
	}
	if err := r.setUp(setup, color); err != nil {
		return err
	}
	return r.tags()
}

// size makes an empty board.
func (r *sgfReader) size(p property) error {
	columns, rows, rectangle := strings.Cut(p.values[0], ":")
	if !rectangle {
		rows = columns
	}
	files, err := strconv.Atoi(columns)
	ranks, err2 := strconv.Atoi(rows)
	if err != nil || err2 != nil || files < 1 || files > game.MaxFiles || ranks < 1 || ranks > game.MaxRanks {
		return p.at.failf(p.String(), "want a size from 1 to 10 or columns:rows")
	}
	r.board = game.NewBoard(files, ranks, 2)
	return nil
}

// setUp determines the start position and which color is which seat. Black is seat 1,
// but some programs call the side at the bottom, which moves first, White: from a
// standard start, the side that moves first is seat 1. A start that only looks like
// that is written with a field that says so.
func (r *sgfReader) setUp(setup []property, color string) error {
	r.colors = [2]string{"B", "W"}
	if color == "W" {
		r.first = 1
	}
	standard, err := standardStart(r.board.Files, r.board.Ranks)
	if setup == nil {
		if err != nil {
			return r.startAt.failf("(;", "want AB, AW and AA to set up a board of %dx%d", r.board.Files, r.board.Ranks)
		}
		r.board = standard.Board()
		if r.first == 1 {
			swapSides(r.board)
		}
	}
	for _, p := range setup {
		if err := r.put(p); err != nil {
			return err
		}
	}
	var composeErr error
	if r.Start, composeErr = positionText(r.board, r.first); composeErr != nil {
		return r.startAt.fail("(;", composeErr)
	}
	if r.first == 1 && err == nil && !r.asWritten {
		swapSides(r.board)
		if text, err := positionText(r.board, 0); err == nil && text == standard.String() {
			r.Start, r.first, r.colors = text, 0, [2]string{"W", "B"}
		}
	}
	return nil
}

// swapSides gives each amazon to the other side.
func swapSides(b game.Board) {
	for i, c := range b.Cells {
		switch c {
		case white:
			b.Cells[i] = black
		case black:
			b.Cells[i] = white
		}
	}
}

// put sets up points or, as in AA[aa:cc], rectangles of points.
func (r *sgfReader) put(p property) error {
	pieces := map[string]game.Cell{"AB": white, "AW": black, "AA": arrow, "AE": empty}
	for _, value := range p.values {
		from, to, rectangle := strings.Cut(value, ":")
		if !rectangle {
			to = from
		}
		a, ok := parsePoint(from, r.board)
		b, ok2 := parsePoint(to, r.board)
		if !ok || !ok2 || a.File() > b.File() || a.Rank() < b.Rank() {
			return p.at.failf(p.String(), "want points of the board of %dx%d, such as dj, or rectangles, as in aa:cc", r.board.Files, r.board.Ranks)
		}
		for file := a.File(); file <= b.File(); file++ {
			for rank := b.Rank(); rank <= a.Rank(); rank++ {
				*r.board.At(game.At(file, rank)) = pieces[p.id]
			}
		}
	}
	return nil
}

// tags reads everything in the header except the position.
func (r *sgfReader) tags() error {
	for _, p := range r.header {
		if r.colors[0] == "W" {
			p = p.swapped()
		}
		switch {
		case p.id == private:
			if err := p.each(r.setTag); err != nil {
				return err
			}
		case p.id == "CA" && strings.EqualFold(p.values[0], "UTF-8"):
		case sgf.isTag(p.id):
			for _, value := range p.values {
				// The first property with a winner counts.
				if p.id != "RE" || r.Winners != 0 || !r.parseSGFResult(value) {
					r.addTag(sgf.tag(p.id, value))
				}
			}
		}
	}
	return nil
}

// setTag sets a field of the game from a private property. A start repeats what is set
// up.
func (r *sgfReader) setTag(t Tag) error {
	if t.Name != startField {
		return r.set(t)
	}
	if t.Value != r.Start {
		return fmt.Errorf("start %q: want %q, which is set up", t.Value, r.Start)
	}
	return nil
}

// addTag appends a tag, or adds a comment to an existing one.
func (d *draft) addTag(t Tag) {
	if t.Name == "Comment" {
		for i, old := range d.Tags {
			if old.Name == t.Name {
				d.Tags[i].Value = join(old.Value, t.Value)
				return
			}
		}
	}
	d.Tags = append(d.Tags, t)
}

// swapped returns the meaning of a property with the names of the colors exchanged.
func (p property) swapped() property {
	other := map[string]string{"PB": "PW", "PW": "PB", "BR": "WR", "WR": "BR", "BT": "WT", "WT": "BT", "B": "W", "W": "B"}
	if id := other[p.id]; id != "" {
		p.id = id
	}
	p.values = slices.Clone(p.values)
	for i, value := range p.values {
		color, rest, won := strings.Cut(value, "+")
		if p.id == "RE" && won && other[color] != "" {
			p.values[i] = other[color] + "+" + rest
		}
	}
	return p
}
