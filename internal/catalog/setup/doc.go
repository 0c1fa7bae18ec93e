// Package setup has what players settle before the first turn, in any game: who gets
// which powers, and what the stronger player gives. It knows no game; a game's powers and
// handicaps are in its entry in the catalog.
//
// # Powers
//
// [Cards] are the powers of a game, with measured results of some against each other. A
// [Method] is how the seats get theirs: at random, at random among fair ones, by hand, or
// by the rule book's draft. [Cards.Resolve] applies every method but the draft, and
// returns the variant that results, such as "2p:athena,pan". Random draws follow from a
// seed and can be repeated by anyone who knows it.
//
// A [Draft] is the rule book's procedure as a pure state machine. Players are counted
// from 1 in the order in which they sit. The first is the challenger, who offers as many
// powers as there are players. The others choose one each in turn; the challenger gets
// the last one and names the player who starts. [Draft.Next] says which player acts next
// and what they can choose; [Draft.Do] applies an [Act] and returns the draft after it. A
// draft consists of its cards, its players and its acts; [Progress] is its JSON form.
//
//	d, err := setup.NewDraft(cards.Names, 2)
//	d, err = d.Do(setup.Act{Do: setup.OfferPowers, Player: 1, Powers: []string{"athena", "pan"}})
//	d, err = d.Do(setup.Act{Do: setup.ChoosePower, Player: 2, Powers: []string{"pan"}})
//	d, err = d.Do(setup.Act{Do: setup.NameFirst, Player: 1, First: 2})
//	…
//	d.Powers() // pan, athena: by seat
//	d.Order()  // 2, 1: the players by seat
//
// # Handicaps
//
// A [Handicap] is what the stronger of two players gives the other so that both can win:
// a start of a variant that is worse for the seat that gives it, or a shorter clock for
// that seat. Its [Worth] is how many Elo points the other player gains: thera match
// measures it between equal engines. A game keeps it as [Given].
//
//	h, err := setup.FindHandicap(entry.Handicaps, "extra-turn")
//	start := h.Starts[0]          // seat 1 gives
//	given := h.GivenBy(1)         // what a game keeps of it
//	fmt.Println(given.Worth)      // {140 40}, say
//
// The package has no clocks and stores nothing. Players agree on all this in package
// lobby of the site; a game's players, clock and other terms are in play.Setup.
package setup
