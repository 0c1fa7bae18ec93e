package match

import (
	"testing"
	"time"

	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
)

// TestEffort adds up what two players with three seats have spent.
func TestEffort(t *testing.T) {
	const ms = time.Millisecond
	m := newMatch(t, santorini.Rules(), "3p", "drawer:movetime=20ms", "winner")
	m.Margin = 5 * ms
	standing := newStanding(m)
	g := Result{Number: 1, Start: start(t, m.Entry.Game, "3p").String(), Opening: 1, Winner: 1, Reason: ByRules, Moves: []Move{
		{Move: "@a1,a2", Spent: time.Hour},
		{Move: "@b1,b2", Spent: 30 * ms},
		{Move: "@c1,c2", Spent: 50 * ms, Depth: 4, Nodes: 4000},
	}}
	start := gametest.Must(t, m.Entry.Game.Parse, g.Start)
	pos := start
	for _, move := range g.Moves {
		pos = gametest.Must(t, pos.Play, move.Move)
	}
	g.Moves = append(g.Moves, Move{Move: pos.Moves()[0], Spent: 26 * ms, Depth: 2, Nodes: 20})
	standing.spend(m.pairing(g.Number), g, start)
	first, second := standing.Efforts[0], standing.Efforts[1]
	if first.Turns != 1 || first.Spent != 26*ms || first.Late != 1 || first.Nodes != 20 || first.Depth != 2 {
		t.Errorf("first player: %+v", first)
	}
	if second.Turns != 2 || second.Spent != 80*ms || second.Longest != 50*ms || second.Late != 0 || second.NPS != 80_000 || second.Depth != 4 {
		t.Errorf("second player: %+v", second)
	}
	standing.count(Result{Number: 1, Start: "nonsense", Winner: 1, Reason: ByRules, Moves: []Move{{Move: game.Move("a")}}})
	if standing.Efforts[0] != first {
		t.Errorf("a game that can't be read counts: %+v", standing.Efforts[0])
	}
}

// TestScoreAtDepth0 keeps the score of a player that tells no depth.
func TestScoreAtDepth0(t *testing.T) {
	g := Game{
		Start: start(t, santorini.Rules(), ""), Players: []Player{scoring(35), first(0)},
		Controls: make([]Control, 2), Patience: time.Minute,
	}
	got, err := g.Play(t.Context())
	if err != nil || got.Moves[0].Score != "+35" || got.Moves[1].Score != "" {
		t.Errorf("%+v, %v", got.Moves[:2], err)
	}
}
