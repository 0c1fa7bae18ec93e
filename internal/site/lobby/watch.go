package lobby

import (
	"context"
	"iter"

	"thera/internal/site/play"
)

// Watch yields what a player is told, one without an id who is nobody yet, and
// with lobby what happens to seeks and how many are online. The first notice is
// how things are; all that happens after that comes once and in order, and what
// happens meanwhile may be in both. As long as it goes on, the player is online.
//
// It ends with an error: of ctx, ErrClosed, or ErrBehind for a reader who was so
// slow that something had to be dropped, and who has to begin anew.
func (l *Lobby) Watch(ctx context.Context, player play.Player, lobby bool) iter.Seq2[Notice, error] {
	return func(yield func(Notice, error) bool) {
		me := l.hub.Enter(player.ID, lobby)
		defer l.hub.Leave(me)
		hello, err := l.hello(ctx, player, lobby)
		if err != nil || !yield(hello, nil) {
			if err != nil {
				yield(Notice{}, err)
			}
			return
		}
		for {
			notices, more, err := l.hub.Take(me)
			if err != nil {
				yield(Notice{}, err)
				return
			}
			for _, n := range notices {
				if n.Event == Sought && play.ClassOf(n.Seek.Players) != player.Class {
					continue
				}
				if !yield(n, nil) {
					return
				}
			}
			if len(notices) > 0 {
				continue
			}
			select {
			case <-me.Wake():
			case <-more:
			case <-ctx.Done():
				yield(Notice{}, ctx.Err())
				return
			case <-l.closed:
				yield(Notice{}, ErrClosed)
				return
			}
		}
	}
}

// hello returns how things are for a player.
func (l *Lobby) hello(ctx context.Context, player play.Player, lobby bool) (Notice, error) {
	hello := Notice{Event: Hello, Games: []play.Summary{}, Challenges: []Challenge{}, Drafts: []Drafting{}, Online: l.Online()}
	if lobby {
		hello.Seeks = l.Seeks(player.Class)
	}
	if player.ID == "" {
		return hello, nil
	}
	in, out := l.Challenges(player.ID)
	hello.Challenges, hello.Drafts = append(in, out...), l.Drafts(player.ID)
	games, err := l.config.Store.Running(ctx, player.ID)
	if len(games) > 0 {
		hello.Games = games
	}
	return hello, err
}
