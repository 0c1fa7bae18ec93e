// Package joblevel cuts a position into questions that can be answered apart
// from each other, on many machines, and puts the answers together to a proof.
//
//	tree, err := joblevel.New(pos)
//	…
//	for tree.Result() == joblevel.Open {
//		if question, ok := tree.Next(); ok {
//			go ask(question) // who wins it? within limits
//		} else {
//			text, result := <-answers
//			err = tree.Answer(text, result)
//		}
//	}
//
// # Vocabulary
//
// A question is a position of the tree that nobody has been asked about yet, or
// only in vain. It is asked when Next has returned it and no Answer has come. A
// result is for the seat to move. An answer of [Open] says that the question was
// too hard for whoever was asked; then the positions that its moves lead to
// become questions of their own.
//
// # Method
//
// Job-level proof-number search (Wu, Lin, Sun, Yen, Lin, Chen, Chen, "Job-level
// proof-number search", 2013): a best-first proof-number search (Allis, van der
// Meulen, van den Herik, "Proof-number search", 1994) whose leaves are jobs.
// Next goes down to the leaf on which both numbers of the root depend most, past
// those that are asked already. A position that can be reached in several ways is
// one node.
//
// # Invariants
//
// What is proven in the tree follows by the rules from the answers. The tree is
// a function of the answers alone, in their order: whoever keeps them has kept
// it. The order in which they come does not change what is proven, but what is
// asked next.
//
// The package asks nobody, and does not know whether an answer is true. It is
// for games of two seats.
package solve
