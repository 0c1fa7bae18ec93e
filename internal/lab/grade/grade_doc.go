// Package grade examines the programs that a class has handed in, has them play each
// other, and writes down for each student how that went.
//
//	found, err := grade.Find("submissions", grade.Rules{Command: "text:java -ea -cp {dir} amazons.Main"})
//	…
//	g := &grade.Grading{Entry: entry, Submissions: found, Games: 2, …}
//	result, err := g.Run(ctx, "grades", false, nil)
//	…
//	err = result.Write("grades")
//
// Vocabulary: a submission is a folder with a program in it, by the name of the
// folder. A check is one thing that is examined by itself: a point of the engine
// protocol, or a session with a text program. Levels of thera's own engine may play as
// well, to have something to compare with.
//
// The folder for the results holds what [Grading.Run] has found out so far, from
// which it goes on after it was stopped: checks.jsonl, a line for each submission, and
// games.jsonl, the log of package match. [Result.Write] adds what is there for people:
// a page for each student and one for all, tables for a spreadsheet, and records of
// the games. The same submissions and seed give the same files, as far as the programs
// do the same, but for times.
//
// It does not confine what it runs: the caller says by which command each program
// is started.
package grade
