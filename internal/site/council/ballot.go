package council

import (
	"slices"

	"thera/internal/site/play"
)

// Resign is what players vote for to resign.
const Resign = "resign"

// ballot is the vote on one turn.
type ballot struct {
	Ply       int         `json:"ply"` // from 1
	Voting    play.Millis `json:"voting"`
	Proposals []proposal  `json:"proposals"`         // the earliest first, each with a vote
	Decided   string      `json:"decided,omitempty"` // what is played; "" while the vote is open

	version int  // as stored; 0 for a new one
	left    bool // players may have left since it was looked at
}

type proposal struct {
	Turn  string   `json:"turn"`
	Votes []string `json:"votes"` // IDs of players
}

// vote gives a player's vote to a turn, in place of their earlier one.
func (b *ballot) vote(player, turn string) {
	is := func(p proposal) bool { return p.Turn == turn }
	if i := slices.IndexFunc(b.Proposals, is); i >= 0 && slices.Contains(b.Proposals[i].Votes, player) {
		return
	}
	for i, p := range b.Proposals {
		b.Proposals[i].Votes = slices.DeleteFunc(p.Votes, func(id string) bool { return id == player })
	}
	if i := slices.IndexFunc(b.Proposals, is); i >= 0 {
		b.Proposals[i].Votes = append(b.Proposals[i].Votes, player)
	} else {
		b.Proposals = append(b.Proposals, proposal{turn, []string{player}})
	}
	b.dropEmpty()
}

func (b *ballot) dropEmpty() {
	b.Proposals = slices.DeleteFunc(b.Proposals, func(p proposal) bool { return len(p.Votes) == 0 })
}

// only drops the votes of all but some players: those who have left their side don't count.
func (b *ballot) only(members []string) {
	for i, p := range b.Proposals {
		b.Proposals[i].Votes = slices.DeleteFunc(p.Votes, func(id string) bool { return !slices.Contains(members, id) })
	}
	b.dropEmpty()
}

// has reports whether a player has voted.
func (b *ballot) has(player string) bool {
	return slices.ContainsFunc(b.Proposals, func(p proposal) bool { return slices.Contains(p.Votes, player) })
}

// isComplete reports whether all of a side have voted.
func (b *ballot) isComplete(members []string) bool {
	return len(b.Proposals) > 0 && !slices.ContainsFunc(members, func(id string) bool { return !b.has(id) })
}

// winner returns the turn with most votes, of several the earliest.
func (b *ballot) winner() string {
	best := b.Proposals[0]
	for _, p := range b.Proposals {
		if len(p.Votes) > len(best.Votes) {
			best = p
		}
	}
	return best.Turn
}

// margin is how long before the clock runs out a vote ends, in ms: enough to play the turn.
const margin = 4_000

// closes returns when the vote on the next turn of a game ends.
func closes(s *play.State, voting play.Millis) play.Instant {
	at := s.TurnStarted() + play.Instant(voting)
	if deadline, ok := s.Deadline(); ok {
		at = min(at, deadline-margin)
	}
	return max(at, s.TurnStarted())
}
