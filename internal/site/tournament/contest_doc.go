// Package contest is a tournament as a pure state machine: arena, Swiss, round
// robin and knock-out, for people, programs or both. It knows no time but what it
// is told, no store and no games, only who has won them.
//
// A contest is its log. A [State] is what follows from a log's [Event] values,
// numbered from 1. What somebody wants is a [Command], which [State.Decide]
// answers with the events that come of it or a refusal (a play.Refusal).
// What happens by itself is asked for with [State.Next]: the beginning, the
// pairings of the next round, the end. Whoever runs a contest writes the events
// before he goes on from them; of two who do so at once the store takes one.
//
//	events, err := contest.Create(terms, organizer, now)
//	…
//	state, err := contest.Replay(events)
//	events, err = state.Decide(now, contest.Join{Player: ann})
//	events, wake := state.Next(now) // come again at wake
//	for _, g := range state.Games() {
//		… // begin the game g.ID(contest) of g.Players, and tell who has won:
//	}
//	events, err = state.Decide(now, contest.Result{Pairing: g.Pairing, Leg: g.Leg, Winner: ann.ID})
//
// A [Pairing] is of two entrants, or a bye. It is one game, its leg 1, or with
// [Conditions.Double] two, one after the other, with the seats exchanged. There are no
// draws in these games; a game that was ended from outside counts a half for both.
//
//   - Swiss (swiss.go): rounds; who has as many points meet, nobody twice, nobody
//     has two byes, and seats are spread evenly. The best such pairing is a matching
//     of greatest weight, after the criteria of FIDE's Dutch system.
//   - Round robin (roundrobin.go): all meet all, by Berger's tables.
//   - Knock-out (knockout.go): the winners go on; byes go to the first seeds.
//   - Arena (arena.go): for some minutes who is free is paired with who stands near
//     him; a win is two points.
//
// Who does not play his first turn in time has missed the game; who misses two in
// a row, in an arena one, is withdrawn and can join again. [State.Standings] are
// ordered by points and then by the kind's tie-breaks.
package tournament
