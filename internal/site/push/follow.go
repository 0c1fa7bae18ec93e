package push

import (
	"thera/game"
	"thera/internal/site/play"
	"thera/internal/site/room"
)

// Follow tells the players of games of correspondence who have no page open that
// a game has begun, that it is their turn or that it is over. It is meant for
// room.House.Follow.
func (p *Push) Follow(c room.Change) {
	if !c.IsOwner {
		return // the game's owner does it
	}
	for _, t := range tidings(c) {
		t.offline = true
		p.enqueue(t)
	}
}

// tidings returns what the people who play a game are to be told.
func tidings(c room.Change) (all []told) {
	setup := c.State.Setup()
	if setup.Control.Speed() != play.Correspondence {
		return nil
	}
	begun, moved := false, false
	for _, e := range c.Events {
		switch e.Kind {
		case play.Created:
			begun = true
		case play.Turned, play.TookBack, play.Resigned, play.Left, play.Flagged:
			moved = true
		}
	}
	for seat, player := range setup.Players {
		m := Message{Game: c.Game, Rules: setup.Game, From: others(setup, player)}
		switch {
		case player.Kind != play.Person:
			continue
		case moved && c.State.Over():
			m.Event = "gameEnd"
		case (begun || moved) && !c.State.Over() && game.Seat(seat) == c.State.Position().Turn():
			m.Event = "gameTurn"
		case begun:
			m.Event = "gameStart"
		default:
			continue
		}
		all = append(all, told{player: player.ID, message: m})
	}
	return all
}

// others returns the name of the other player, "" if there are several.
func others(s *play.Setup, me play.Player) string {
	if len(s.Players) != 2 {
		return ""
	}
	if s.Players[0].ID == me.ID {
		return s.Players[1].Name
	}
	return s.Players[0].Name
}
