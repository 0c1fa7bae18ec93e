package jobs

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"thera/internal/cluster/queue"
	"thera/internal/safefile"
	"thera/internal/site/store/database"
)

// ledger keeps the answers of a proof, in an order that is the same for all who
// work at it, and who of them asks what.
type ledger interface {
	// news takes what has been added by others since the last time, and at first
	// all that there is.
	news(ctx context.Context, take func(proofEntry)) error
	// add takes the news, adds an entry and takes that.
	add(ctx context.Context, e proofEntry, take func(proofEntry)) error
	// claim reports whether a question is to be asked here, and not by another.
	claim(ctx context.Context, position string) (bool, error)
	// drop gives up a claim.
	drop(ctx context.Context, position string) error
	// beat keeps the claims, which are lost some time after it was called last.
	beat(ctx context.Context) error
	// shared reports whether others work at the proof.
	shared() bool
	close() error
}

// openLedger opens the ledger of a proof: in a database, in a file, or nowhere.
func openLedger(opt ProofOptions, proof string, take func(proofEntry)) (ledger, error) {
	if opt.Store != nil {
		return &storeLedger{db: opt.Store, proof: proof, asker: rand.Text()}, nil
	}
	journal, err := safefile.OpenJournal(opt.Journal, safefile.JournalOptions{Title: "thera proof " + proof}, safefile.JSON(func(e proofEntry) error {
		take(e)
		return nil
	}))
	return fileLedger{journal}, err
}

// fileLedger is a file that belongs to one process; all there was in it has been
// taken when it was opened.
type fileLedger struct{ journal *safefile.Journal }

func (fileLedger) news(context.Context, func(proofEntry)) error { return nil }

func (l fileLedger) add(_ context.Context, e proofEntry, take func(proofEntry)) error {
	take(e)
	return l.journal.AppendJSON(e)
}

func (fileLedger) claim(context.Context, string) (bool, error) { return true, nil }
func (fileLedger) drop(context.Context, string) error          { return nil }
func (fileLedger) beat(context.Context) error                  { return nil }
func (fileLedger) shared() bool                                { return false }
func (l fileLedger) close() error                              { return l.journal.Close() }

// storeLedger is in a database, where any number of processes share it.
type storeLedger struct {
	db           *database.DB
	proof, asker string
	last         int // number of the last entry that was taken
}

// lostAfter is after how long without a beat the claims of an asker are lost.
const lostAfter = 5 * queue.DefaultHeartbeat

const dropQuestion = `DELETE FROM proof_questions WHERE proof = $1 AND position = $2 AND asker = $3`

func (l *storeLedger) news(ctx context.Context, take func(proofEntry)) error {
	texts, err := database.List(ctx, l.db.Reader(), database.Texts,
		`SELECT answer FROM proof_answers WHERE proof = $1 AND number > $2 ORDER BY number`, l.proof, l.last)
	if err != nil {
		return err
	}
	for _, text := range texts {
		var e proofEntry
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			return fmt.Errorf("proof %q: answer %d: %w", l.proof, l.last+1, err)
		}
		l.last++
		take(e)
	}
	return nil
}

func (l *storeLedger) add(ctx context.Context, e proofEntry, take func(proofEntry)) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	for {
		err := l.db.Update(ctx, func(tx *sql.Tx) error {
			err := l.db.ExecIn(ctx, tx, `INSERT INTO proof_answers (proof, number, answer) VALUES `+database.Values(3), l.proof, l.last+1, string(text))
			if err == nil {
				err = some(l.db.ExecIn(ctx, tx, dropQuestion, l.proof, e.Position, l.asker))
			}
			return err
		})
		if err == nil {
			l.last++
			take(e)
			return nil
		}
		if !errors.Is(err, database.ErrExists) {
			return err
		}
		if err := l.news(ctx, take); err != nil {
			return err
		}
	}
}

func (l *storeLedger) claim(ctx context.Context, position string) (bool, error) {
	now := time.Now()
	err := l.db.Exec(ctx, `INSERT INTO proof_questions (proof, position, asker, beat) VALUES `+database.Values(4)+`
		ON CONFLICT (proof, position) DO UPDATE SET asker = excluded.asker, beat = excluded.beat
		WHERE proof_questions.beat < $5 OR proof_questions.asker = excluded.asker`,
		l.proof, position, l.asker, now.UnixMilli(), now.Add(-lostAfter).UnixMilli())
	if errors.Is(err, database.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

func (l *storeLedger) drop(ctx context.Context, position string) error {
	return some(l.db.Exec(ctx, dropQuestion, l.proof, position, l.asker))
}

func (l *storeLedger) beat(ctx context.Context) error {
	return some(l.db.Exec(ctx, `UPDATE proof_questions SET beat = $1 WHERE proof = $2 AND asker = $3`, time.Now().UnixMilli(), l.proof, l.asker))
}

func (*storeLedger) shared() bool { return true }

// close drops all claims, also where the proof was interrupted.
func (l *storeLedger) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return some(l.db.Exec(ctx, `DELETE FROM proof_questions WHERE proof = $1 AND asker = $2`, l.proof, l.asker))
}

// some is an error without that of having changed nothing.
func some(err error) error {
	if errors.Is(err, database.ErrNotFound) {
		return nil
	}
	return err
}
