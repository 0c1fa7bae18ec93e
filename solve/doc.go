// Package solve holds what solvers of all games share: the course of one Solve ([Run])
// and trees of questions for proofs by many machines ([JobTree]). Packages nimber and
// pns are the solvers; package certificate writes proofs to files.
//
// # Runs
//
// A [Run] is one Solve of any solver: it counts its work, reports progress, and
// keeps findings in a checkpoint.
//
//	r, err := solve.Begin(ctx, problem, solve.Work{Title: "thera nimbers 2", …})
//	…
//	defer r.Close()
//	r.Search(func() { answer = ask(workers) }) // until it is time to save
//	…
//	err = r.Save()
//	verdict.Nodes, verdict.Time = r.Spent()
//
// A record is an entry of the solver's table as bytes, all of one size. The work of a
// Solve is its nodes and its time, including those of earlier ones on the same
// checkpoint. What the records say and when to give up is up to the solver.
//
// # Job trees
//
// A [JobTree] splits a position into questions that many machines can answer
// independently, and combines the answers into a proof.
//
//	tree, err := solve.NewJobTree(pos)
//	…
//	for tree.Result() == solve.Open {
//		if question, ok := tree.Next(); ok {
//			go ask(question) // who wins it? within limits
//		} else {
//			text, result := <-answers
//			err = tree.Answer(text, result)
//		}
//	}
//
// A question is a position of the tree that has not been asked about, or was asked in
// vain. It is asked from when Next returns it until Answer is called. A result is for the
// seat to move. An answer of [Open] says that the question was too hard; then the
// positions after its moves become questions of their own.
//
// The method is job-level proof-number search (Wu, Lin, Sun, Yen, Lin, Chen, Chen,
// "Job-level proof-number search", 2013): a best-first proof-number search (Allis, van
// der Meulen, van den Herik, "Proof-number search", 1994) whose leaves are jobs. Next
// descends to the leaf on which both numbers of the root depend most, skipping leaves
// already asked. A position that can be reached in several ways is one node.
//
// What is proven in the tree follows by the rules from the answers. The tree is a
// function of the sequence of answers, so storing the answers stores the tree. Their
// order does not change what is proven, only what is asked next. A job tree asks nobody
// itself and can't tell whether an answer is true. It is for games of two seats.
package solve
