// Package safefile keeps files whole through crashes, full disks and second
// processes.
//
// [Replace] writes a file in one step: whatever happens, there is the old file or
// the new one.
//
//	err := safefile.Replace("game.txt", func(w io.Writer) error {
//		_, err := io.WriteString(w, text)
//		return err
//	})
//
// A [Checkpoint] keeps what a long search has found out, so that the search can be
// interrupted, or killed, and continued later.
//
//	file := safefile.NewCheckpoint(path, "thera nimbers 1 "+position, recordSize)
//	err := file.Load(table.put)
//	…
//	defer file.Close()
//	if file.UntilSave() <= 0 {
//		err = file.Save(safefile.Spent{Nodes: nodes, Time: time}, table.records())
//	}
//
// A checkpoint is a line of text that says what the records are and of which
// position; then in little endian the number of nodes and the nanoseconds
// spent; then the records, all of one size; last comes the CRC-64 of all that.
// The package knows nothing of what is in a record.
//
// A [Journal] keeps the results of a long run one by one, so that another run
// continues after the last whole one.
//
// A lock keeps two processes from writing to the same checkpoint or journal.
//
//	done := 0
//	journal, err := safefile.OpenJournal(path, safefile.JournalOptions{Title: "games by seed 1"},
//		safefile.JSON(func(g Game) error { done++; return nil }))
//	…
//	defer journal.Close()
//	err = journal.AppendJSON(play(done + 1))
package safefile
