package terminal

import (
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/setup"
)

// DefaultLevel is the engine's default level.
const DefaultLevel = 3

// Sides returns the names of the sides that a person can choose, the default first.
func Sides() []string { return []string{"first", "second", "random", "both"} }

// SeatTable seats persons at a table by the name of a side: "both" is all seats,
// "random" one that depends on the seed.
func SeatTable(t Table, side string, seed uint64) (Table, error) {
	seats := t.seats
	switch side {
	case "first":
		t.Persons = nth(seats, 0)
	case "second":
		t.Persons = nth(seats, 1)
	case "random":
		t.Persons = nth(seats, int(game.Mix(seed)%uint64(seats.Len())))
	case "both":
		t.Persons = seats
	default:
		return t, fmt.Errorf("side %q: want one of %s", side, strings.Join(Sides(), ", "))
	}
	return t, nil
}

// nth returns the seat with n seats before it, as a set.
func nth(seats game.Seats, n int) game.Seats {
	for ; n > 0; n-- {
		seats &= seats - 1
	}
	return seats & -seats
}

type menu struct {
	games  []catalog.Entry
	row    int
	choice [numRows]int
}

// The rows of the menu.
const (
	gameRow = iota
	variantRow
	sideRow
	levelRow
	powersRow // last, since few games have it
	numRows
)

var rowNames = [numRows]string{"Game", "Board", "You play", "Level", "Powers"}

// ways returns how powers can be chosen in the menu. A draft is a conversation of its
// own, before there is a screen, and by hand there are too many.
func ways() []string {
	return []string{string(setup.ByNone), string(setup.ByRandom), string(setup.ByFair)}
}

func (mu menu) rows() int {
	if len(mu.entry().Cards.Names) == 0 {
		return powersRow
	}
	return numRows
}

func newMenu() menu {
	mu := menu{games: catalog.Games()}
	mu.choice[levelRow] = DefaultLevel - 1
	return mu
}

func (mu menu) entry() catalog.Entry { return mu.games[mu.choice[gameRow]] }

func (mu menu) options(row int) []string {
	switch row {
	case gameRow:
		return catalog.Names()
	case variantRow:
		return mu.entry().Game.Variants()
	case sideRow:
		return Sides()
	case powersRow:
		return ways()
	}
	var levels []string
	for level := range catalog.MaxLevel {
		levels = append(levels, strconv.Itoa(level+1))
	}
	return levels
}

// choose takes an option of a row, or the nearest one if there is none with that
// number.
func (mu menu) choose(row, option int) menu {
	mu.row = row
	option = min(max(option, 0), len(mu.options(row))-1)
	if row == gameRow && option != mu.choice[gameRow] {
		mu.choice[variantRow], mu.choice[powersRow] = 0, 0
	}
	mu.choice[row] = option
	return mu
}

func (mu menu) press(key tea.KeyPressMsg) menu {
	switch key.String() {
	case "up":
		mu.row = max(mu.row-1, 0)
	case "down", "tab":
		mu.row = min(mu.row+1, mu.rows()-1)
	case "left":
		return mu.choose(mu.row, mu.choice[mu.row]-1)
	case "right":
		return mu.choose(mu.row, mu.choice[mu.row]+1)
	}
	return mu
}

func (mu menu) table(seed uint64) (Table, error) {
	entry := mu.entry()
	variant, err := entry.ResolvePowers(mu.options(variantRow)[mu.choice[variantRow]], setup.Method(ways()[mu.choice[powersRow]]), seed)
	if err != nil {
		return Table{}, err
	}
	start, err := entry.Game.Start(variant)
	if err != nil {
		return Table{}, err
	}
	t := NewTable(entry, start, mu.choice[levelRow]+1)
	return SeatTable(t, Sides()[mu.choice[sideRow]], seed)
}

func (mu menu) zone(row, option int) Zone {
	z := Zone{X: 12, Y: 2 + 2*row, Height: 1}
	for i, name := range mu.options(row) {
		if z.Width = len(name) + 2; i == option {
			break
		}
		z.X += z.Width
	}
	return z
}

func (mu menu) startZone() Zone {
	return Zone{X: 12, Y: 2 + 2*mu.rows(), Width: len("[ Start ]"), Height: 1}
}

// size returns the size of a screen on which all choices of all games can be seen.
func (mu menu) size() (width, height int) {
	for i := range mu.games {
		mu = mu.choose(gameRow, i)
		start := mu.startZone()
		width, height = max(width, start.X+start.Width), max(height, start.Y+start.Height)
		for row := range mu.rows() {
			last := mu.zone(row, len(mu.options(row))-1)
			width = max(width, last.X+last.Width)
		}
	}
	return width, height
}

func (mu menu) draw(s *Screen) {
	s.Put(1, 0, Strong, "A new game")
	for row := range mu.rows() {
		here := "  "
		if row == mu.row {
			here = "> "
		}
		s.Put(0, 2+2*row, Strong, here+rowNames[row])
		for i, name := range mu.options(row) {
			z := mu.zone(row, i)
			if i == mu.choice[row] {
				s.Put(z.X, z.Y, Chosen, "["+name+"]")
			} else {
				s.Put(z.X+1, z.Y, Plain, name)
			}
		}
	}
	start := mu.startZone()
	s.Put(start.X, start.Y, Button, "[ Start ]")
	s.Put(1, start.Y+2, Faint, "Arrows choose, Enter starts, Esc leaves; or click.")
}

func (mu menu) click(x, y int) (next menu, start bool) {
	for row := range mu.rows() {
		for i := range mu.options(row) {
			if mu.zone(row, i).Has(x, y) {
				return mu.choose(row, i), false
			}
		}
	}
	return mu, mu.startZone().Has(x, y)
}
