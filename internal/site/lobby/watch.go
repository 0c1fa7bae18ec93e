package lobby

import (
	"context"
	"iter"

	"thera/internal/site/play"
)

// Watch yields notices for a player (without an ID for visitors), with lobby also
// about seeks and the number of players online. The first notice is the current
// state; everything after it follows once and in order, and events during the first
// may be in both. The player counts as online until the iteration ends.
//
// It ends with an error: that of ctx, ErrClosed, or ErrBehind for a listener
// that was too slow.
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
