package lobby

import (
	"context"

	"thera/internal/site/play"
	"thera/internal/site/room"
)

// onGameChange tells players what has happened in their games. The house calls
// it for every change of every game.
func (l *Lobby) onGameChange(c room.Change) {
	if !c.IsOwner {
		return // the game's owner tells them
	}
	setup := c.State.Setup()
	turn := false
	for _, e := range c.Events {
		switch e.Kind {
		case play.Created:
			l.notifyPlayers(GameStart, c, setup.Players)
		case play.Ended:
			l.notifyPlayers(GameEnd, c, setup.Players)
		case play.Turned, play.TookBack, play.Resigned, play.Left, play.Flagged:
			turn = true
		case play.Accepted:
			if c.State.Rematch() && e.Offer == play.Rematch {
				l.start(func() { _, _ = l.Rematch(context.Background(), c.Game) }) // retried when a player asks for it
			}
		}
	}
	if turn && !c.State.Over() {
		l.notifyPlayers(GameTurn, c, setup.Players[c.State.Position().Turn():][:1])
	}
}

func (l *Lobby) notifyPlayers(event Event, c room.Change, players []play.Player) {
	var ids []string
	for _, p := range players {
		ids = append(ids, p.ID)
	}
	l.hub.Send(ids, func() Notice {
		game := c.State.Summary(c.Game)
		return Notice{Event: event, Game: &game}
	})
}
