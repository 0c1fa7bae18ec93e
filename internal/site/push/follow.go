package push

import (
	"thera/game"
	"thera/internal/site/play"
	"thera/internal/site/room"
)

// Follow tells players of correspondence games who have no page open that a game has
// begun, that it is their turn, or their side's, or that the game is over. It is meant
// for room.House.Follow.
func (p *Push) Follow(c room.Change) {
	if !c.IsOwner {
		return // the node that owns the game does it
	}
	for _, t := range messagesFor(c) {
		p.Tell(t.player, t.message)
	}
}

func messagesFor(c room.Change) (all []told) {
	setup := c.State.Setup()
	if setup.Control.Speed() != play.Correspondence {
		return nil
	}
	begun, moved := false, false
	for _, e := range c.Events {
		switch e.Kind {
		case play.Created:
			begun = true
		case play.Turned, play.TookBack, play.Resigned, play.Left, play.Flagged, play.Ended:
			moved = true
		}
	}
	for seat, player := range setup.Players {
		m := Message{Game: c.Game, Rules: setup.Game, From: opponent(setup, player)}
		switch {
		case player.Kind != play.Person && player.Kind != play.Team:
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

func opponent(s *play.Setup, me play.Player) string {
	if len(s.Players) != 2 {
		return ""
	}
	if s.Players[0].ID == me.ID {
		return s.Players[1].Name
	}
	return s.Players[0].Name
}
