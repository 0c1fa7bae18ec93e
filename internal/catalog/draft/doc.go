// Package draft determines how players get their powers: by the rule book's
// draft, at random, at random among fair ones, or by hand. It knows no game:
// [Cards] are what can be chosen.
//
// A [Draft] is the rule book's procedure as a pure state machine. Players are counted
// from 1 in the order in which they sit. The first is the challenger, who offers as many
// powers as there are players. The others choose one each in turn; the challenger gets
// the last one and names the player who starts. [Draft.Next] says which player acts next
// and what they can choose; [Draft.Do] applies an [Act] and returns the draft after it. A
// draft consists of its cards, its players and its acts; [Progress] is its JSON form.
//
//	d, err := draft.New(cards.Names, 2)
//	d, err = d.Do(draft.Act{Do: draft.Offer, Player: 1, Powers: []string{"athena", "pan"}})
//	d, err = d.Do(draft.Act{Do: draft.Choose, Player: 2, Powers: []string{"pan"}})
//	d, err = d.Do(draft.Act{Do: draft.Start, Player: 1, First: 2})
//	…
//	d.Powers() // pan, athena: by seat
//	d.Order()  // 2, 1: the players by seat
//
// The other methods involve no players: [Cards.Resolve] returns the variant
// that results, "2p:athena,pan". Random draws follow from a seed and can be
// repeated by anyone who knows it. [Rates] are measured results of powers
// against each other, used by fair draws and to warn about unfair pairs.
//
// The package has no clocks and stores nothing; see package lobby.
package draft
