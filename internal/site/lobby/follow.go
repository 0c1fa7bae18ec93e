package lobby

import (
	"context"

	"thera/internal/site/play"
	"thera/internal/site/room"
)

// follow tells the players of a game what has happened in it. It is called for
// each turn of each game.
func (l *Lobby) follow(c room.Change) {
	if !c.Mine {
		return // the game's owner does it
	}
	setup := c.State.Setup()
	turn := false
	for _, e := range c.Events {
		switch e.Kind {
		case play.Created:
			l.tellGame(GameStart, c, setup.Players)
		case play.Ended:
			l.tellGame(GameEnd, c, setup.Players)
		case play.Turned, play.TookBack, play.Resigned, play.Left, play.Flagged:
			turn = true
		case play.Accepted:
			if c.State.Rematch() && e.Offer == play.Rematch {
				l.start(func() { _, _ = l.Rematch(context.Background(), c.Game) }) // whoever asks for it tries again
			}
		}
	}
	if turn && !c.State.Over() {
		l.tellGame(GameTurn, c, setup.Players[c.State.Position().Turn():][:1])
	}
}

// tellGame tells those who listen of a game.
func (l *Lobby) tellGame(event Event, c room.Change, players []play.Player) {
	var ids []string
	for _, p := range players {
		ids = append(ids, p.ID)
	}
	l.hub.Send(ids, func() Notice {
		game := c.State.Summary(c.Game)
		return Notice{Event: event, Game: &game}
	})
}
