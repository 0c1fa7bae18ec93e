package class

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

// PlanClosing plans what [account.Departing] asks for: a member's program goes with its
// member, and a teacher has to say what becomes of the classes.
func (c *Classes) PlanClosing(ctx context.Context, p play.Player, how account.Closing) (plan store.Closing, err error) {
	plan.Accounts = []string{p.ID}
	if p.Class != "" {
		plan.Accounts, err = c.withPrograms(ctx, p.ID)
		return plan, err
	}
	taught, err := c.taughtByID(ctx, p.ID)
	if err != nil || len(taught) == 0 {
		return plan, err
	}
	switch how.Classes {
	case account.CloseClasses:
		return plan, nil
	case account.HandOverClasses:
		plan.MaxClasses, plan.NewInvitation = maxClasses, account.NewID
		if how.To != "" {
			plan.Heir, err = c.namedHeir(ctx, p.ID, how.To, len(taught))
		} else {
			plan.Heir, err = c.invitedHeir(ctx, p.ID, how.Invitation, len(taught))
		}
		return plan, err
	}
	names := make([]string, len(taught))
	for i, one := range taught {
		names[i] = one.Name
	}
	return plan, account.Refuse(account.HasClasses, `%s still teaches %q: want classes "close", which deletes their members, or "handover" to another teacher`, p.Name, names)
}

// withPrograms returns the IDs of a member and of their program.
func (c *Classes) withPrograms(ctx context.Context, member string) ([]string, error) {
	programs, err := database.List(ctx, c.db.Reader(), database.Texts, `SELECT account FROM class_members WHERE owner = $1 AND owner <> ''`, member)
	return append([]string{member}, programs...), err
}

// invitedHeir returns the ID of the teacher who takes over classes of another and has agreed
// to that: only people they gave it to know the invitation to an empty class of theirs that
// is closed to new members. Otherwise anybody could give away classes until the other can
// make none.
func (c *Classes) invitedHeir(ctx context.Context, from, invitation string, classes int) (heir string, err error) {
	err = database.ErrNotFound
	if isWord(invitation) {
		err = c.db.Row(ctx, []any{&heir}, `SELECT teacher FROM classes WHERE invitation = $1 AND NOT open AND NOT EXISTS (SELECT 1 FROM class_members WHERE class = classes.id)`, invitation)
	}
	if errors.Is(err, database.ErrNotFound) || err == nil && heir == from {
		err = account.Refuse(account.BadHeir, "code %.40q: want that of an empty class of another teacher that is closed to new students: ask them to make one and to give you its link", invitation)
	}
	if err != nil {
		return "", err
	}
	_, err = c.checkHeir(ctx, heir, classes)
	return heir, err
}

// namedHeir is invitedHeir for an operator, who names a teacher. They have a class here, so
// that nobody gets the names of pupils, or the work, without having asked for any.
func (c *Classes) namedHeir(ctx context.Context, from, name string, classes int) (string, error) {
	p, err := c.Accounts.Find(ctx, name)
	if err != nil {
		return "", err
	}
	has, err := c.checkHeir(ctx, p.ID, classes)
	switch {
	case err != nil:
		return "", err
	case p.ID == from:
		return "", account.Refuse(account.BadHeir, "%s teaches them already: want another teacher", p.Name)
	case has == 0:
		return "", account.Refuse(account.BadHeir, "%s teaches no class here: want somebody who has made one, even an empty one", p.Name)
	}
	return p.ID, nil
}

// checkHeir returns how many classes a teacher has, and refuses one who would have too many.
func (c *Classes) checkHeir(ctx context.Context, heir string, classes int) (has int, err error) {
	err = c.db.Row(ctx, []any{&has}, `SELECT count(*) FROM classes WHERE teacher = $1`, heir)
	if err == nil && has+classes > maxClasses {
		err = account.Refuse(account.TooMany, "the other teacher would teach %d classes: at most %d are allowed", has+classes, maxClasses)
	}
	return has, err
}

func (c *Classes) taughtByID(ctx context.Context, teacher string) ([]Group, error) {
	return database.List(ctx, c.db.Reader(), (*Group).fields,
		`SELECT `+columns+` FROM classes WHERE teacher = $1 ORDER BY created_at DESC, id`, teacher)
}

// HandOver gives a class to the teacher who has given an invitation to an empty class for
// that, and replaces the invitation. The class is shut and has a new one too. It is left as a
// departure that the earlier teacher leaves its games and tournaments.
func (c *Classes) HandOver(ctx context.Context, who account.Who, id, invitation string) error {
	one, err := c.taughtBy(ctx, who, id)
	if err != nil {
		return err
	}
	heir, err := c.invitedHeir(ctx, one.Teacher, invitation, 1)
	if err != nil {
		return err
	}
	return c.handOver(ctx, one, heir, func(tx *sql.Tx) error {
		err := c.db.ExecIn(ctx, tx, `UPDATE classes SET invitation = $1 WHERE invitation = $2`, account.NewID(), invitation)
		if errors.Is(err, database.ErrNotFound) {
			err = account.Refuse(account.BadHeir, "code %.40q has just been used or replaced: ask for the class's new link", invitation)
		}
		return err
	})
}

// handOver does more in the transaction that hands the class over.
func (c *Classes) handOver(ctx context.Context, one Group, heir string, more func(tx *sql.Tx) error) error {
	err := c.giveTo(ctx, heir, func(tx *sql.Tx) error {
		if err := c.Store.HandOver(ctx, tx, one.ID, one.Teacher, heir, account.NewID()); err != nil {
			return one.stillTaught(err)
		}
		if err := more(tx); err != nil {
			return err
		}
		// The earlier teacher leaves what is played in the class.
		return c.Store.AddDeparture(ctx, tx, store.Departure{ID: one.ID, At: c.Accounts.Now()})
	})
	if errors.Is(err, store.ErrNotFound) {
		return account.Refuse(account.BadHeir, "the account of the other teacher is closed")
	}
	if err == nil {
		c.Accounts.ClassChanged(one.ID)
	}
	return err
}

// Outsiders returns those of some players of a class's games who have taught it and no longer
// do. The others are its members, its teacher and house bots.
func (c *Classes) Outsiders(ctx context.Context, class string, players []string) ([]string, error) {
	return database.ListIn(ctx, c.db.Reader(), database.Texts, `SELECT a.id FROM accounts a JOIN classes c ON c.id = $1
		WHERE a.id IN KEYS AND a.kind = $2 AND a.id <> c.teacher`, players, class, play.Person)
}

// Depart closes the classes of a teacher whose account was closed, the program that a
// member handed in just before their account was closed, and the accounts of a class that
// was closed. It can be repeated.
func (c *Classes) Depart(ctx context.Context, id string) error {
	left, err := database.List(ctx, c.db.Reader(), database.Texts,
		`SELECT classes.id FROM classes JOIN accounts a ON a.id = classes.teacher WHERE classes.teacher = $1 AND a.closed_at > 0`, id)
	for _, class := range left {
		err = errors.Join(err, database.IgnoreNotFound(c.dissolve(ctx, class, id))) // another node may be first
	}
	for _, query := range []string{
		`SELECT m.account FROM class_members m JOIN accounts a ON a.id = m.owner WHERE m.owner = $1 AND m.owner <> '' AND a.closed_at > 0`,
		// Programs first, so that their owners no longer have any.
		`SELECT id FROM accounts WHERE class = $1 AND class <> '' AND closed_at = 0 AND NOT EXISTS (SELECT 1 FROM classes WHERE id = $1) ORDER BY kind, id`,
	} {
		ids, failed := database.List(ctx, c.db.Reader(), database.Texts, query, id)
		if failed == nil {
			failed = c.erase(ctx, ids)
		}
		err = errors.Join(err, failed)
	}
	return err
}

func (c *Classes) addActs(ctx context.Context, tx *sql.Tx, acts []store.Act) error {
	for _, act := range acts {
		if err := c.Store.AddActIn(ctx, tx, act); err != nil {
			return err
		}
	}
	return nil
}

// dissolve closes a teacher's class, and adds acts to the audit log: from then on nobody can
// join it or hand it over. Then it closes the accounts of all members, or leaves that as a
// departure. It returns database.ErrNotFound if the class is gone, or has been handed over.
func (c *Classes) dissolve(ctx context.Context, id, teacher string, acts ...store.Act) error {
	err := c.db.Update(ctx, func(tx *sql.Tx) error {
		if err := c.db.ExecIn(ctx, tx, `DELETE FROM classes WHERE id = $1 AND teacher = $2`, id, teacher); err != nil {
			return err
		}
		// First the tournaments: what is adding events to one holds its row.
		contests, err := database.List(ctx, tx, database.Texts, `DELETE FROM contests WHERE class = $1 RETURNING id`, id)
		for _, contest := range contests {
			if err == nil {
				_, err = tx.ExecContext(ctx, `DELETE FROM contest_events WHERE contest = $1`, contest)
			}
		}
		if err != nil {
			return err
		}
		if err := c.addActs(ctx, tx, acts); err != nil {
			return err
		}
		return c.Store.AddDeparture(ctx, tx, store.Departure{ID: id, At: c.Accounts.Now()})
	})
	if err != nil {
		return err
	}
	c.Accounts.ClassChanged(id)
	_ = c.Depart(context.WithoutCancel(ctx), id) // it is closed, and departures are tried again
	return nil
}

// erasedAtOnce bounds how long turns wait while a class is closed.
const erasedAtOnce = 20

// erase closes accounts of a class, except those that are closed already.
func (c *Classes) erase(ctx context.Context, ids []string) error {
	for some := range slices.Chunk(ids, erasedAtOnce) {
		err := c.Accounts.CloseAll(ctx, store.Closing{Accounts: some})
		switch {
		case errors.Is(err, store.ErrNotFound) && len(some) > 1: // one of them has just left
			for _, id := range some {
				if err := c.erase(ctx, []string{id}); err != nil {
					return err
				}
			}
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			return err
		}
	}
	return nil
}

// Overview is a class as operators see it.
type Overview struct {
	Group
	TeacherName string
	Members     int          // without programs
	Active      play.Instant // when something was last done in it
}

func (o *Overview) fields() []any {
	return append(o.Group.fields(), &o.TeacherName, &o.Members, &o.Active)
}

const overviews = `SELECT c.id, c.name, c.teacher, c.invitation, c.open, c.public, c.created_at, a.name,
	(SELECT count(*) FROM class_members m WHERE m.class = c.id AND m.owner = ''),
	(SELECT max(at) FROM (SELECT c.created_at AS at
		UNION ALL SELECT m.joined_at AS at FROM class_members m WHERE m.class = c.id
		UNION ALL SELECT s.seen_at AS at FROM sessions s JOIN accounts x ON x.id = s.account WHERE x.class = c.id AND x.class <> ''
		UNION ALL SELECT t.used_at AS at FROM tokens t JOIN accounts x ON x.id = t.account WHERE x.class = c.id AND x.class <> ''
		UNION ALL SELECT g.created_at AS at FROM games g WHERE g.class = c.id AND g.class <> '') AS acts) AS active
	FROM classes c JOIN accounts a ON a.id = c.teacher`

// All returns all classes, the longest unused first.
func (c *Classes) All(ctx context.Context) ([]Overview, error) {
	return database.List(ctx, c.db.Reader(), (*Overview).fields, overviews+` ORDER BY active, c.id`)
}

// One returns the class with an ID and its members, for operators.
func (c *Classes) One(ctx context.Context, id string) (Overview, []Pupil, error) {
	var one Overview
	err := c.db.Row(ctx, one.fields(), overviews+` WHERE c.id = $1`, id)
	if errors.Is(err, database.ErrNotFound) {
		err = account.Refuse(account.NotFound, "class %.40q: no class has this ID", id)
	}
	if err != nil {
		return Overview{}, nil, err
	}
	rows, err := c.rows(ctx, id, Teacher)
	return one, rows, err
}

// CloseFor closes a class on behalf of its teacher.
func (c *Classes) CloseFor(ctx context.Context, by account.Act, id string) error {
	one, _, err := c.One(ctx, id)
	if err != nil {
		return err
	}
	return c.closeFor(ctx, by, one)
}

// CloseUnused is CloseFor for a class in which nothing has been done since a time. It reports
// whether that is so: somebody may have used it since it was listed.
func (c *Classes) CloseUnused(ctx context.Context, by account.Act, id string, since play.Instant) (bool, error) {
	one, _, err := c.One(ctx, id)
	if err != nil || one.Active >= since {
		return false, err
	}
	return true, c.closeFor(ctx, by, one)
}

func (c *Classes) closeFor(ctx context.Context, by account.Act, one Overview) error {
	err := c.dissolve(ctx, one.ID, one.Teacher, c.Accounts.NewAct(by, account.ActCloseClass, one.ID, ""))
	if errors.Is(err, database.ErrNotFound) {
		err = account.Refuse(account.NotFound, "class %.40q: it has just been closed or handed over", one.ID)
	}
	return err
}

// HandOverFor gives a class to another teacher on behalf of its teacher.
func (c *Classes) HandOverFor(ctx context.Context, by account.Act, id, to string) error {
	one, _, err := c.One(ctx, id)
	if err != nil {
		return err
	}
	heir, err := c.namedHeir(ctx, one.Teacher, to, 1)
	if err != nil {
		return err
	}
	return c.handOver(ctx, one.Group, heir, func(tx *sql.Tx) error {
		return c.Store.AddActIn(ctx, tx, c.Accounts.NewAct(by, account.ActHandOverClass, id, to))
	})
}

// RemoveFor removes the member with a name or ID, and deletes what is stored about them.
func (c *Classes) RemoveFor(ctx context.Context, by account.Act, id, member string) error {
	_, rows, err := c.One(ctx, id)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(rows, func(p Pupil) bool { return p.Player.ID == member || strings.EqualFold(p.Player.Name, member) })
	if i < 0 {
		return account.Refuse(account.NotFound, "member %.40q: the class %s has no member with this name or ID", member, id)
	}
	found := rows[i].Player.ID
	ids, err := c.withPrograms(ctx, found)
	if err == nil {
		// The log has the ID, because the name is to be forgotten.
		err = c.Accounts.CloseAll(ctx, store.Closing{Accounts: ids}, c.Accounts.NewAct(by, "remove-member", id, found))
	}
	if errors.Is(err, database.ErrNotFound) {
		err = account.Refuse(account.NotFound, "member %.40q has just left the class", member)
	}
	return err
}
