package play

import (
	"fmt"
	"strconv"
	"time"

	"thera/game"
	"thera/record"
)

// Record returns the record of the game with an ID and log. Turns that were
// taken back, offers and plans are left out. A player who went out while others
// played on is noted at that turn; before the first turn, the record starts without
// the player. The error is for a log that is not one of a
// game by these rules.
func Record(id string, log []Event, rules game.Game) (record.Game, error) {
	if len(log) == 0 || log[0].Setup == nil {
		return record.Game{}, fmt.Errorf("game %q: want a log that begins with a setup", id)
	}
	setup := log[0].Setup
	start, err := rules.Start(setup.Variant)
	if err == nil && setup.Position != "" {
		start, err = rules.Parse(setup.Position)
	}
	if err != nil {
		return record.Game{}, fmt.Errorf("game %q: %w", id, err)
	}
	sheet := record.Game{Game: setup.Game, Start: start.String(), Tags: tags(id, log[0])}
	for _, e := range log[1:] {
		switch e.Kind {
		case Turned:
			turn := record.Turn{Move: e.Turn}
			if e.Seat >= 1 && e.Seat <= len(e.Clocks) {
				turn.Clock = time.Duration(e.Clocks[e.Seat-1]) * time.Millisecond
			}
			sheet.Turns = append(sheet.Turns, turn)
		case Resigned, Left, Flagged:
			if len(setup.Players) == 2 || e.Seat < 1 {
				continue
			}
			seat := game.Seat(e.Seat - 1)
			if last := len(sheet.Turns) - 1; last >= 0 {
				sheet.Turns[last].Out = append(sheet.Turns[last].Out, seat)
			} else if start, err = game.Eliminate(start, seat); err != nil {
				return record.Game{}, fmt.Errorf("game %q: event %d: %w", id, e.Number, err)
			} else {
				sheet.Start = start.String()
			}
		case TookBack:
			if e.Ply < 0 || e.Ply > len(sheet.Turns) {
				return record.Game{}, fmt.Errorf("game %q: event %d takes back to ply %d: want at most %d", id, e.Number, e.Ply, len(sheet.Turns))
			}
			sheet.Turns = sheet.Turns[:e.Ply]
		case Ended:
			sheet.Reason = e.Reason
			for _, number := range e.Winners {
				sheet.Winners |= game.Only(game.Seat(number - 1))
			}
		}
	}
	return sheet, nil
}

func tags(id string, created Event) []record.Tag {
	setup := created.Setup
	kind := "casual"
	if setup.Rated {
		kind = "rated"
	}
	all := []record.Tag{
		{Name: "Event", Value: kind + " game " + id},
		{Name: "Date", Value: time.UnixMilli(int64(created.At)).UTC().Format(time.DateOnly)},
	}
	for i, p := range setup.Players {
		number := strconv.Itoa(i + 1)
		all = append(all, record.Tag{Name: "Player" + number, Value: p.Name})
		if p.Rating > 0 {
			all = append(all, record.Tag{Name: "Rating" + number, Value: strconv.Itoa(p.Rating)})
		}
	}
	if control := timeControl(setup.Control); control != "" {
		all = append(all, record.Tag{Name: "TimeControl", Value: control})
	}
	if h := setup.Handicap; h != nil {
		all = append(all, record.Tag{Name: "Handicap", Value: fmt.Sprintf("%s by %d", h.Name, h.Giver)})
	}
	return all
}

// timeControl returns a control as records write it, in seconds.
func timeControl(c Control) string {
	switch {
	case c.Initial > 0:
		return fmt.Sprintf("%d+%d", c.Initial/1000, c.Increment/1000)
	case c.Turn > 0:
		return c.String()
	}
	return ""
}
