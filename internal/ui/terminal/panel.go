package terminal

import (
	"fmt"
	"math"
	"strings"

	"thera/engine"
	"thera/game"
)

// drawPanel draws the part beside the board: the game, the players, the chances, a
// hint, and the moves.
func (m model) drawPanel(s *Screen, z Zone) {
	t := m.table
	y := z.Y
	line := func(st Style, format string, args ...any) {
		s.Put(z.X, y, st, fmt.Sprintf(format, args...))
		y++
	}
	line(Strong, "%s", title(t.Catalog.Game.Name()))
	powers := t.powers()
	for seat := range t.seats.All() {
		mark, st := " ", Plain
		if !t.over() && seat == t.position().Turn() {
			mark, st = ">", Strong
		}
		if t.winners().Has(seat) {
			mark, st = "*", Good
		}
		if powers == nil {
			line(st, "%s %-9s %s", mark, t.name(seat), m.playerText(seat))
		} else {
			line(st, "%s %-8s %-12s %s", mark, t.name(seat), m.playerText(seat), powers[seat])
		}
	}
	if text := t.inForce(); text != "" && !t.over() {
		line(Alert, "%s", text)
	}
	line(Plain, "%s", m.chanceText())
	line(Good, "%s", m.hintText())
	m.drawMoves(s, Zone{X: z.X, Y: y, Width: z.Width, Height: m.movesEnd(z) - y})
}

// movesEnd is the row at which the list of moves ends and the commands begin.
func (m model) movesEnd(z Zone) int {
	if z.Height < roomyPanel {
		return z.Y + z.Height - 1
	}
	return z.Y + z.Height - (len(m.commands())+perRow-1)/perRow - 1
}

// playerText returns the player at a seat, with an engine's depth in plies.
func (m model) playerText(seat game.Seat) string {
	switch {
	case m.table.Persons.Len() == 1 && m.table.Persons.Has(seat):
		return "you"
	case m.table.Persons.Has(seat):
		return "person"
	case m.table.over() || m.table.position().Turn() != seat:
		return fmt.Sprintf("level %d", m.table.Level)
	case m.table.powers() != nil:
		return fmt.Sprintf("level %d (%d)", m.table.Level, m.thinking.Depth) // no room for more
	}
	return fmt.Sprintf("level %d thinks (%d)", m.table.Level, m.thinking.Depth)
}

// chanceText returns the win probability of the person who is or was to move.
func (m model) chanceText() string {
	info := m.analysis.Info
	if !m.chances || m.table.over() || len(info.Line) == 0 {
		return ""
	}
	who := "You"
	if m.table.Persons.Len() != 1 {
		who = "Seat " + m.analysis.Query.Position.Turn().String()
	}
	return fmt.Sprintf("%s %s %s depth %d", who, bar(info.Score), info.Score, info.Depth)
}

// bar draws a win probability as ten characters.
func bar(s engine.Score) string {
	const width = 10
	full := int(math.Round(width * s.WinProbability()))
	return "[" + strings.Repeat("#", full) + strings.Repeat("-", width-full) + "]"
}

func (m model) hintText() string {
	move, ok := m.hint()
	switch {
	case ok:
		return fmt.Sprintf("Tip: %s", move)
	case m.hinted:
		return "Tip: thinking"
	}
	return ""
}

// drawMoves lists the last moves that fit, and the number of moves to redo.
func (m model) drawMoves(s *Screen, z Zone) {
	column := 17 // "123 d10-j10(a10) "
	for _, turn := range m.table.turns {
		column = max(column, len("123 ")+len(turn.Move)+1)
	}
	columns := max(z.Width/column, 1)
	rows := z.Height
	again := len(m.table.turns) - m.table.at
	if again > 0 {
		rows--
		s.Put(z.X, z.Y+rows, Faint, fmt.Sprintf("%d taken back, r plays again", again))
	}
	if rows <= 0 {
		return
	}
	// Full rows above the last one, so that moves keep their column.
	used := (m.table.at + columns - 1) / columns
	from := max(0, used-rows) * columns
	for i, turn := range m.table.turns[from:m.table.at] {
		st := Plain
		if from+i == m.table.at-1 {
			st = Strong
		}
		s.Put(z.X+i%columns*column, z.Y+i/columns, st, fmt.Sprintf("%3d %s", from+i+1, turn.Move))
	}
}
