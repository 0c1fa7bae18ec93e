package santorini

import "thera/game"

// ByHand estimates the chances of seat against all others, in centilogits
// within ±1900. It adds up what the workers of each seat are worth where they
// stand, with the squares to which they can step on their level and one up,
// and the high squares on which only this seat can be within two turns. With
// two players it also sees whether the seat to move can win at once, and
// whether it can keep the other one from winning next.
//
// With more players, chances are taken as proportional to e^worth, so that
// the odds of a seat are against the sum of all others.
//
// [Position.Evaluate] uses it where there are more than two players.
func ByHand(p *Position, seat game.Seat) int { return p.judge(seat) }
