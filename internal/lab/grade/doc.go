// Package grade examines the programs that a class has handed in, has them play each
// other, and writes a report for each student.
//
//	found, err := grade.Find("submissions", grade.Rules{Command: "text:java -ea -cp {dir} amazons.Main"})
//	…
//	g := &grade.Grading{Entry: entry, Submissions: found, Games: 2, …}
//	result, err := g.Run(ctx, "grades", false, nil)
//	…
//	err = result.Write("grades")
//
// # Vocabulary
//
// A submission is a folder with a program in it, named after the folder. A check is one
// thing that is examined: a point of the engine protocol, or a session with a text
// program. Levels of thera's own engine may play as well, for comparison.
//
// The folder of results holds what [Grading.Run] has found so far and resumes from:
// checks.jsonl, a line for each submission, and games.jsonl, the log of package match.
// [Result.Write] adds the reports: a page for each student and one for the teacher,
// tables for a spreadsheet, and records of the games. Except for times, the same
// submissions and seed give the same files, if the programs are deterministic.
//
// # Sessions
//
// A session is one txtar file in the manner of CS 61B's graders. Its comment is a line
// that says what it is about. The section script is what to type; lines that begin with
// an asterisk are instructions:
//
//	*time MOVE GAME   allow this many seconds for a move, and for a whole game
//	*move             wait for an automated move
//	*win              wait for the win
//	*move/win         wait for automated moves until the win
//
// A + after an instruction that waits for a win, as in *win+, keeps its line. The
// section kept is the output to compare: dumps of the board, and wins that no
// instruction has waited for. All other output is ignored, as are prompts, which end at
// the last > of a line. "* Someone wins." there matches either win.
//
// Instead of script and kept, the sections here and remote are scripts for two copies
// of the program that play each other by *remote move/win, which sends the moves of one
// to the other. Both must keep the same win. Sessions contain the words of such
// programs but no rules.
//
// It is a package of its own because the library of matches must not depend on HTML and
// the words of text programs.
package grade
