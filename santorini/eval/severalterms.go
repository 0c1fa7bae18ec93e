package eval

import (
	"thera/game"
	"thera/santorini"
)

// The value of a seat in [Several] is the sum of the values of its terms. These are numbered
// like the values in fittedseveral.go:
//
//	24 a worker on level 0 stands on ring 0 to 5, has 0 to 8 steps on its level, and has
//	   0 to 8 up
//	24 the same for one on level 1
//	15 the same for one on level 2 or 3, without steps up
//	24 the seat has 0 to 2, or more claims on level 2, and on level 3; first those of the
//	   seat to move, then of the next one, then of those after it
//	18 the seat makes a threat, and the seat to move has to face one, by the kind
const (
	sameTerm    = numRings
	upTerm      = sameTerm + 9
	workerTerms = upTerm + 9
	claimTerm   = 2*workerTerms + upTerm
	claimTerms  = 2 * 4
	threatTerm  = claimTerm + 3*claimTerms

	// NumSeveralTerms is the number of terms of [Several].
	NumSeveralTerms = threatTerm + 2*(nextThreatens+1)
)

// SeveralTerms returns the seats in the order of their turns, and the terms of each, from 0
// to NumSeveralTerms-1. A term that counts twice is listed twice. Where [Several] is certain
// who wins, it returns nothing. The position has three or four seats that play for
// themselves, without powers.
func SeveralTerms(p *santorini.Position) (seats []game.Seat, terms [][]uint16) {
	var outlooks [4]outlook
	var once, twice santorini.Spaces
	for i := range game.Seat(len(outlooks)) {
		s := (p.Turn() + i) % game.Seat(len(outlooks))
		if !p.Seats().Has(s) {
			continue
		}
		o := outlookOf(p, s, p.Occupied(), &severalValues)
		twice |= once & o.heights
		once |= o.heights
		outlooks[len(seats)] = o
		seats, terms = append(seats, s), append(terms, workerTermsOf(p, s))
	}
	if _, ok := climber(p, &outlooks); ok {
		return nil, nil
	}
	add := func(i, term int) { terms[i] = append(terms[i], uint16(term)) }
	first := outlooks[0].steps.Spread()
	var between santorini.Spaces
	for i, o := range outlooks[:len(seats)] {
		claimed, at := o.heights&^twice, claimTerm+claimTerms*min(i, 2)
		add(i, at+min((claimed&^p.Above(2)).Len(), 3))
		add(i, at+4+min((claimed&p.Above(2)).Len(), 3))
		if i == 0 {
			continue
		}
		if o.tops != 0 {
			kind := threatKind(i, o.tops, first, between)
			add(i, threatTerm+2*kind)
			add(0, threatTerm+2*kind+1)
		}
		between |= o.steps.Spread()
	}
	return seats, terms
}

func workerTermsOf(p *santorini.Position, seat game.Seat) (terms []uint16) {
	for own := p.Workers(seat); own != 0; own &= own - 1 {
		s := own.First()
		level := p.Level(s)
		steps := p.Steps(s, p.Occupied())
		up := steps & p.Above(level)
		same := steps &^ up
		if level > 0 {
			same &= p.Above(level - 1)
		}
		at := workerTerms * min(int(level), 2)
		terms = append(terms, uint16(at+int(ringOf[s])), uint16(at+sameTerm+same.Len()))
		if level < 2 {
			terms = append(terms, uint16(at+upTerm+up.Len()))
		}
	}
	return terms
}
