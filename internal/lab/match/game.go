package match

import (
	"io"
	"slices"
	"strconv"

	"thera/game"
	"thera/record"
)

// Result is a finished game, as the log keeps it.
type Result struct {
	Number  int      `json:"game"`    // in the match, from 1
	Players []string `json:"players"` // their names, by seat
	Start   string   `json:"start"`   // text of the position
	Opening int      `json:"opening"` // number of moves that were given
	Moves   []Move   `json:"moves"`
	Winner  int      `json:"winner"` // seat, from 1
	Reason  Reason   `json:"reason"`
	Detail  string   `json:"detail,omitempty"` // what the loser did, except for reason "rules"
}

// WriteRecords writes games in thera's own record format.
func (m *Match) WriteRecords(w io.Writer, games []Result) error {
	for _, g := range games {
		if err := record.Write(record.Thera, w, m.Record(g)); err != nil {
			return err
		}
	}
	return nil
}

// controlTags describes the limits of the players: one tag for all, or one for each
// seat where they differ.
func (m *Match) controlTags(g Result) []record.Tag {
	f := m.pairing(g.Number)
	var tags []record.Tag
	for seat := range g.Players {
		control := m.control(m.Players[f.player(seat)]).String()
		tags = append(tags, record.Tag{Name: "TimeControl" + game.Seat(seat).String(), Value: control})
	}
	if !slices.ContainsFunc(tags, func(t record.Tag) bool { return t.Value != tags[0].Value }) {
		tags[0].Name = "TimeControl"
		tags = tags[:1]
	}
	return slices.DeleteFunc(tags, func(t record.Tag) bool { return t.Value == "" })
}

// winners returns the seats that have won a game, of a team all.
func (m *Match) winners(g Result) game.Seats {
	seat := game.Seat(g.Winner - 1)
	start, err := m.Entry.Game.Parse(g.Start)
	if err != nil {
		return game.Only(seat)
	}
	return start.Board().Allies(seat)
}

// Record returns the game in the form of package record.
func (m *Match) Record(g Result) record.Game {
	r := record.Game{
		Game:  m.Entry.Game.Name(),
		Start: g.Start,
		Tags: []record.Tag{
			{Name: "Round", Value: strconv.Itoa(g.Number)},
		},
		Winners: m.winners(g),
	}
	for seat, name := range g.Players {
		r.Tags = append(r.Tags, record.Tag{Name: "Player" + game.Seat(seat).String(), Value: name})
	}
	r.Tags = append(r.Tags, m.controlTags(g)...)
	if g.Reason != ByRules {
		r.Reason = string(g.Reason)
		r.Tags = append(r.Tags, record.Tag{Name: "Comment", Value: g.Detail})
	}
	for _, t := range g.Moves {
		turn := record.Turn{Move: t.Move, Clock: t.Left, Spent: t.Spent, Score: t.Score, Depth: t.Depth}
		if t.Nodes > 0 {
			turn.Tags = []record.Tag{{Name: "nodes", Value: strconv.FormatUint(t.Nodes, 10)}}
		}
		r.Turns = append(r.Turns, turn)
	}
	return r
}
