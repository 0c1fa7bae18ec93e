package ownership

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"thera/internal/cluster/bus"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
)

type request struct {
	Game    string          `json:"game,omitempty"`
	After   int             `json:"after,omitempty"` // the number of the last event the sender has
	Command json.RawMessage `json:"command,omitempty"`
	Gift    bool            `json:"gift,omitempty"`
	Given   []string        `json:"given,omitempty"` // games; none to ask whether some can be given
}

type response struct {
	Events    []play.Event  `json:"events,omitempty"`
	Refusal   *play.Refusal `json:"refusal,omitempty"`
	NotStored string        `json:"notStored,omitempty"` // the reason
	NotOwner  bool          `json:"notOwner,omitempty"`
}

// Own implements [room.Peers].
func (n *Node) Own(ctx context.Context, game string) (room.Ownership, error) {
	o, err := n.Store.Own(ctx, n.id, game)
	if errors.Is(err, store.ErrNotFound) {
		err = room.ErrNoGame
	}
	return n.ownership(o), err
}

// OwnAll implements [room.Peers].
func (n *Node) OwnAll(ctx context.Context, games []string) (map[string]room.Ownership, error) {
	stored, err := n.Store.OwnAll(ctx, n.id, games)
	all := make(map[string]room.Ownership, len(stored))
	for game, o := range stored {
		all[game] = n.ownership(o)
	}
	return all, err
}

// Give implements [room.Peers].
func (n *Node) Give(ctx context.Context, game string, epoch int64, to string, at play.Instant) (room.Ownership, error) {
	o, err := n.Store.Give(ctx, game, epoch, to, at)
	return n.ownership(o), err
}

func (n *Node) ownership(o store.Ownership) room.Ownership {
	if o.Node == n.id {
		o.Node = ""
	}
	owned := room.Ownership{Owner: o.Node, Epoch: o.Epoch, GivenAt: o.GivenAt, Number: o.Number}
	if o.Silent > 0 {
		owned.Silent = play.Span{From: o.Silent, To: o.Silent + play.Instant(takeoverLeases*n.Lease.Milliseconds())}
	}
	return owned
}

// takeoverLeases is how many leases after a dead node's last heartbeat others have taken
// over its games, or could have, even if they are slow. When there were no others, that is
// an outage, however long it lasts.
const takeoverLeases = 4

// Send implements [room.Peers].
func (n *Node) Send(ctx context.Context, owner, game string, after int, c play.Command) ([]play.Event, error) {
	command, err := play.EncodeCommand(c)
	if err != nil {
		return nil, err
	}
	a, err := n.ask(ctx, owner, request{Game: game, After: after, Command: command})
	if errors.Is(err, bus.ErrNoResponder) {
		n.wakeNow() // the owner may be dead
	}
	switch {
	case err != nil:
		return nil, err
	case a.NotStored != "":
		return a.Events, fmt.Errorf("%w: %s", room.ErrNotStored, a.NotStored)
	case a.Refusal != nil:
		return a.Events, a.Refusal
	}
	return a.Events, nil
}

func (n *Node) ask(ctx context.Context, node string, q request) (a response, err error) {
	question, err := json.Marshal(q)
	if err != nil {
		return a, err
	}
	text, err := n.Bus.Request(ctx, subject(node), question)
	if err == nil {
		err = json.Unmarshal(text, &a)
	}
	if err == nil && a.NotOwner {
		err = room.ErrNotOwner
	}
	return a, err
}

// answer takes an empty request for the question whether this node is there.
func (n *Node) answer(ctx context.Context, question bus.Message) ([]byte, error) {
	if len(question.Data) == 0 {
		return nil, nil
	}
	var q request
	if err := json.Unmarshal(question.Data, &q); err != nil {
		return nil, err
	}
	if q.Gift {
		return json.Marshal(n.takeGames(q.Given))
	}
	command, err := play.DecodeCommand(q.Command)
	if err != nil {
		return nil, err
	}
	return json.Marshal(n.carryOut(ctx, q.Game, q.After, command))
}

func (n *Node) carryOut(ctx context.Context, game string, after int, c play.Command) response {
	house := n.house.Load()
	if house == nil {
		return response{NotOwner: true}
	}
	r, leave, err := house.Enter(ctx, game)
	if errors.Is(err, room.ErrClosed) {
		return response{NotOwner: true}
	}
	if err != nil {
		return response{NotStored: reasonOf(err)}
	}
	defer leave()
	state, err := r.DoHere(ctx, c)
	a := response{}
	if refused, ok := errors.AsType[*play.Refusal](err); ok {
		a.Refusal = refused
	} else if errors.Is(err, room.ErrNotOwner) || errors.Is(err, room.ErrClosed) {
		return response{NotOwner: true}
	} else if err != nil {
		a.NotStored = reasonOf(err)
	}
	// Events that cannot be read now arrive later.
	if events, err := r.Since(ctx, after); err == nil {
		for _, e := range events {
			if e.Number <= state.Number() {
				a.Events = append(a.Events, e)
			}
		}
	}
	return a
}

// reasonOf returns why a command was not stored, which the node that asks says again.
func reasonOf(err error) string {
	return strings.TrimPrefix(err.Error(), room.ErrNotStored.Error()+": ")
}

func gameSubject(game string) string { return "game." + game }

// Join implements [room.Peers].
func (n *Node) Join(game string, hear func(room.Message)) (leave func(), err error) {
	return n.Bus.Subscribe(gameSubject(game), func(m bus.Message) {
		var w room.Message
		if err := json.Unmarshal(m.Data, &w); err != nil {
			n.Log.Error("unreadable message of a room", "game", game, "cause", err)
			return
		}
		if w.From != n.id {
			hear(w)
		}
	})
}

// Broadcast implements [room.Peers]. Lost messages are made up for by reading
// the store.
func (n *Node) Broadcast(game string, w room.Message) {
	if !n.hasOthers() {
		return
	}
	w.From = n.id
	text, err := json.Marshal(w)
	if err == nil {
		err = n.Bus.Publish(gameSubject(game), text)
	}
	if err != nil && !errors.Is(err, bus.ErrUnavailable) {
		n.Log.Error("message of a room not sent", "game", game, "cause", err)
	}
}
