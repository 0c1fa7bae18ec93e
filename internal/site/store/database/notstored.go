package database

import (
	"errors"
	"fmt"
	"time"
)

// ErrNotStored is wrapped by the error of a write that the database could not carry out
// now, although nothing is wrong with it: the disk is full or can't be written to, others
// hold locks for too long, or Postgres can't be reached, or is starting or stopping.
// Nothing of the transaction is stored, and the same may succeed later. To package httpkit
// the error is a refusal, from which clients learn that.
var ErrNotStored = errors.New("the database can't be used now")

type notStoredError struct{ cause error }

func (e *notStoredError) Error() string   { return fmt.Sprintf("%v: %v", ErrNotStored, e.cause) }
func (e *notStoredError) Unwrap() []error { return []error{ErrNotStored, e.cause} }

// Refused returns the reason, the detail and the wait of the refusal.
func (*notStoredError) Refused() (reason, detail string, wait time.Duration) {
	const soon = 5 * time.Second
	return "not-stored", "the service can't use its database now, and nothing was saved: try again in a moment", soon
}

// unwritableFor is how long a database counts as one that can't be written to after a
// write has failed: others, which need less space, may succeed meanwhile.
const unwritableFor = 10 * time.Second

type failure struct {
	at    time.Time
	cause error
}

// outcome returns the error of a write as callers get it, and remembers that the database
// can't be written to.
func (d *DB) outcome(err error) error {
	if err != nil && !errors.Is(err, ErrNotStored) && d.dialect.unwritable(err) {
		d.failed.Store(&failure{time.Now(), err})
	}
	return d.Explain(err)
}

// Explain returns the error of a read or write as callers get it. Errors of reads are the
// database's own before that.
func (d *DB) Explain(err error) error {
	if err == nil || errors.Is(err, ErrNotStored) || !d.dialect.unwritable(err) && !d.dialect.locked(err) {
		return err
	}
	return &notStoredError{err}
}
