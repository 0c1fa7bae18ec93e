package botapi

import (
	"encoding/json"
	"errors"

	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/stream"
)

// linesOf returns the lines of the event stream for a notice to a player.
func linesOf(n lobby.Notice, player string) (lines [][]byte) {
	add := func(e Event) { lines = append(lines, encode(e)) }
	switch n.Event {
	case lobby.Hello:
		lines = append(lines, []byte{}) // tells the client that the stream has begun
		for _, g := range n.Games {
			add(Event{Type: TypeGameStart, Game: GameOf(g, player)})
		}
		for _, c := range n.Challenges {
			add(Event{Type: TypeChallenge, Challenge: ChallengeOf(c)})
		}
	case lobby.GameStart:
		add(Event{Type: TypeGameStart, Game: GameOf(*n.Game, player)})
	case lobby.GameEnd:
		add(Event{Type: TypeGameFinish, Game: GameOf(*n.Game, player)})
	case lobby.Challenged:
		add(Event{Type: TypeChallenge, Challenge: ChallengeOf(*n.Challenge)})
	case lobby.ChallengeGone:
		switch n.Why {
		case lobby.WhyDeclined:
			add(goneChallenge(TypeDeclined, "declined", n.ID))
		case lobby.WhyCanceled, lobby.WhyLate:
			add(goneChallenge(TypeCanceled, "canceled", n.ID))
		}
	}
	return lines
}

// goneChallenge returns the event of a challenge that no longer exists. Only its ID is
// known then.
func goneChallenge(kind, status, id string) Event {
	return Event{Type: kind, Challenge: &Challenge{ID: id, Status: status, Players: []User{}}}
}

// gameFeed has the lines of a game in lichess's form. The frames of a follower say when
// something has changed; the room says what.
type gameFeed struct {
	stream.Feed
	room   *room.Room
	player string
	now    func() play.Instant
	begun  bool
	number int // of the last event that the client has seen
	over   bool
	here   bool // whether the opponent is connected
}

// errOver ends the stream of a game that is over.
var errOver = errors.New("the game is over")

// frame has the parts of a frame that matter here.
type frame struct {
	Event  string `json:"event"`
	Seat   int    `json:"seat"`
	Phrase string `json:"phrase"`
	Seats  []int  `json:"seats"`
}

// Next implements [stream.Feed].
func (f *gameFeed) Next() ([]byte, error) {
	for !f.over {
		text, err := f.Feed.Next()
		if err != nil || text == nil {
			return nil, err
		}
		var one frame
		if err := json.Unmarshal(text, &one); err != nil {
			return nil, err
		}
		if line := f.line(one); line != nil {
			return line, nil
		}
	}
	return nil, errOver
}

// line returns the line for a frame, nil for none.
func (f *gameFeed) line(one frame) []byte {
	state := f.room.State()
	setup := state.Setup()
	switch one.Event {
	case "state":
		if f.begun {
			return nil
		}
		f.begun, f.here = true, true
		f.number, f.over = state.Number(), state.Over()
		return encode(FullOf(f.room.ID(), state, f.player, f.now()))
	case "present":
		if len(setup.Players) != 2 {
			return nil
		}
		here := f.opponentAmong(one.Seats, setup)
		if here == f.here {
			return nil
		}
		f.here = here
		return encode(Gone{Type: TypeGone, Gone: !here})
	case "phrase":
		if one.Seat < 1 || one.Seat > len(setup.Players) {
			return nil
		}
		return encode(Chat{Type: TypeChat, Room: "player", Username: setup.Players[one.Seat-1].Name, Text: one.Phrase})
	}
	if state.Number() <= f.number {
		return nil
	}
	f.number, f.over = state.Number(), state.Over()
	return encode(StateOf(state, f.now()))
}

// opponentAmong reports whether one of the seats is not the player's.
func (f *gameFeed) opponentAmong(seats []int, setup *play.Setup) bool {
	for _, seat := range seats {
		if setup.Players[seat-1].ID != f.player {
			return true
		}
	}
	return false
}
