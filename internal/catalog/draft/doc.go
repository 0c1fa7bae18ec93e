// Package draft has the ways in which players come by powers: as the rule book
// has it, by chance, by chance among what is fair, or by hand. It names no game:
// what can be chosen are [Cards].
//
// A [Draft] is the rule book's way as a pure state machine. Players are counted
// from 1 in the order in which they sit. The first is the challenger: he offers
// as many powers as there are players, the others choose one each in turn, he
// gets the last, and names who starts. [Draft.Next] says what is to be done, by
// whom and from what; [Draft.Do] answers an [Act] with the draft after it. A
// draft is its cards, its players and its acts, and JSON in the dialect of [Progress].
//
//	d, err := draft.New(cards.Names, 2)
//	d, err = d.Do(draft.Act{Do: draft.Offer, Player: 1, Powers: []string{"athena", "pan"}})
//	d, err = d.Do(draft.Act{Do: draft.Choose, Player: 2, Powers: []string{"pan"}})
//	d, err = d.Do(draft.Act{Do: draft.Start, Player: 1, First: 2})
//	…
//	d.Powers() // pan, athena: by seat
//	d.Order()  // 2, 1: the players by seat
//
// The other ways need nobody: [Cards.Settle] returns the variant that comes of
// them, "2p:athena,pan". What is drawn by chance follows from a seed, so whoever
// knows that can draw it again. [Rates] are what games have shown of powers
// against each other; only fair draws ask for them, and whoever wants to say what
// is unfair.
//
// It is not for clocks, stores or people: the lobby has those.
package draft
