// Package session examines text programs in the manner of CS 61B's graders: what
// is typed, what has to be seen, as files that teachers can add to.
//
//	for _, s := range sessions {
//		f := s.Run(ctx, start, session.Time{Move: 15 * time.Second, Game: 3 * time.Minute})
//		fmt.Println(f.OK, s.Name, f.Fault)
//	}
//
// Vocabulary: a session is one file, a txtar archive. Its comment says in a line
// what it is about. Its section script is what the program is typed, where
// lines that begin with an asterisk are instructions:
//
//	*time MOVE GAME   allow so many seconds for a move, and for all of a game
//	*move             wait for an automated move
//	*win              wait for the win
//	*move/win         wait for automated moves until the win
//
// A + behind those that wait for a win, as in *win+, keeps its line. The section
// kept is what is kept of all that the program prints: dumps of the board, and the
// wins that no instruction has waited for; all else goes by, with prompts, which end
// at the last > of a line. "* Someone wins." there stands for either win.
//
// In place of script and kept, the sections here and remote are the scripts of two copies of
// the program that play each other by *remote move/win, which sends what the one
// moves to the other. Both have to keep the same win.
//
// It knows the words of such programs and no rules: what is legal is for the
// sessions to say.
package grade
