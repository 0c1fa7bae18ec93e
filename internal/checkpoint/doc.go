// Package checkpoint keeps what a long search has found out in a file, so that
// the search can be interrupted, or killed, and go on later.
//
//	file := checkpoint.New(path, "thera nimbers 1 "+position, recordSize)
//	err := file.Load(table.put)
//	…
//	if file.UntilSave() <= 0 {
//		err = file.Save(checkpoint.Spent{Nodes: nodes, Time: time}, table.records())
//	}
//
// A checkpoint is a line of text that says what the records are and of which
// position; then in little endian the number of nodes and the nanoseconds
// spent; then the records, all of one size; last comes the CRC-64 of all that.
// The package knows nothing of what stands in a record.
package checkpoint
