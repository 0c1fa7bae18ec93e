package account

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Closing says what the owner of an account, or an operator, wants when it is closed.
type Closing struct {
	// Name is the account's name, as confirmation.
	Name string
	// Classes says what becomes of the classes that the account teaches.
	Classes ClassChoice
	// Invitation is the code by which the teacher who takes them over has agreed to it: that
	// of an empty class of theirs.
	Invitation string
	// To is the name of that teacher, for operators.
	To string
}

// ClassChoice is what becomes of the classes of a teacher who leaves.
type ClassChoice string

// The choices.
const (
	Undecided       ClassChoice = ""         // refused if there is a class
	CloseClasses    ClassChoice = "close"    // and delete their members
	HandOverClasses ClassChoice = "handover" // to another teacher
	HasClasses      Reason      = "classes"  // the account teaches classes: say what becomes of them
	BadHeir         Reason      = "no-heir"  // the other teacher can't take over the classes
)

// Departing is what other parts of a server do when accounts are closed.
type Departing struct {
	// Plan returns the accounts that are closed together, such as a member of a class
	// and their program, and who takes over their classes. It may refuse.
	Plan func(ctx context.Context, player play.Player, c Closing) (store.Closing, error)
	// Finish removes what is left of a closed account, such as offers in the lobby, of a
	// closed class, or of the earlier teacher of one that was handed over, by the class's ID.
	// It is called on several nodes, and again after a crash or an error.
	Finish []func(ctx context.Context, id string) error
}

// OnClose sets what is done when accounts are closed, before the first is.
func (a *Accounts) OnClose(d Departing) { a.departing = d }

// Close deletes an account; its name is required as confirmation. Its games stay, and
// name their player as [play.Deleted]. Members of classes leave their class instead.
func (a *Accounts) Close(ctx context.Context, who Who, c Closing) error {
	if err := who.Need(Owner); err != nil {
		return err
	}
	if c.Name != who.Name {
		return Refuse(Wrong, "name %q: want %q, as confirmation", short(c.Name), who.Name)
	}
	return a.close(ctx, who.Player, c)
}

// CloseFor deletes an account on behalf of its owner, like Close.
func (a *Accounts) CloseFor(ctx context.Context, by Act, c Closing) error {
	account, err := a.named(ctx, c.Name)
	if err != nil {
		return err
	}
	// The log has the ID, because the name is to be forgotten.
	return a.close(ctx, player(account), c, a.NewAct(by, actClose, account.ID, ""))
}

func (a *Accounts) close(ctx context.Context, p play.Player, c Closing, acts ...store.Act) error {
	plan := store.Closing{Accounts: []string{p.ID}}
	if a.departing.Plan != nil {
		var err error
		if plan, err = a.departing.Plan(ctx, p, c); err != nil {
			return err
		}
	}
	return a.CloseAll(ctx, plan, acts...)
}

// CloseAll deletes accounts in one transaction, without asking anybody. What it can't
// remove at once is removed by [Accounts.FollowChanges], on this server or, after a
// crash, on the next.
func (a *Accounts) CloseAll(ctx context.Context, c store.Closing, acts ...store.Act) error {
	ctx = context.WithoutCancel(ctx) // the client may leave, but not half of the account
	c.At = a.now()
	switch err := a.store.CloseAccounts(ctx, c, acts...); {
	case errors.Is(err, store.ErrFull):
		return Refuse(TooMany, "the other teacher would teach more than %d classes", c.MaxClasses)
	case errors.Is(err, store.ErrNoHeir):
		return Refuse(BadHeir, "the account of the other teacher is closed")
	case err != nil:
		return err
	}
	for _, id := range c.Accounts {
		a.revoke(id, SignIn)
		a.announceName(id)
	}
	for _, id := range c.Accounts {
		_ = a.finish(ctx, id)
	}
	return nil
}

func (a *Accounts) finish(ctx context.Context, id string) (err error) {
	for _, do := range a.departing.Finish {
		err = errors.Join(err, do(ctx, id))
	}
	return err
}

const namesSubject = "account.named"

// announceName tells the other nodes that a name or kind has changed.
func (a *Accounts) announceName(id string) {
	if a.bus != nil {
		_ = a.bus.Publish(namesSubject, []byte(id)) // FollowChanges finds it where the bus loses it
	}
}

// hearName has FollowChanges look at once. It reads nothing itself: while it runs, nothing
// else is heard from the bus.
func (a *Accounts) hearName(bus.Message) {
	select {
	case a.nameHeard <- struct{}{}:
	default:
	}
}

const (
	changeInterval = time.Second
	// settled is how long ago an account was closed when nothing that a request had
	// begun before can add to it any more, in ms.
	settled play.Instant = 1000
)

// FollowChanges applies changes of names, and finishes departures, that another node or
// thera admin has begun, or an earlier server that has crashed, until ctx is done. It
// passes on the errors of what it will try again, perhaps several at a time.
func (a *Accounts) FollowChanges(ctx context.Context, failed func(error)) {
	names := newChangeLog[store.NameChange](a.now())
	var loops sync.WaitGroup
	loops.Go(func() {
		repeat(ctx, a.nameHeard, func() error { return a.followNames(ctx, names) }, failed)
	})
	// These wait for rooms, while a new name is shown at once.
	loops.Go(func() {
		repeat(ctx, nil, func() error { return a.finishDepartures(ctx) }, failed)
	})
	loops.Wait()
}

// repeat does something at once, then in each interval and when it is woken, until ctx is
// done.
func repeat(ctx context.Context, woken <-chan struct{}, do func() error, failed func(error)) {
	ticker := time.NewTicker(changeInterval)
	defer ticker.Stop()
	for {
		if err := do(); err != nil && ctx.Err() == nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-woken:
		}
	}
}

// changeLog is how far the changes have been applied that other programs leave in the
// store, each with its time and a key.
type changeLog[K comparable] struct {
	since   play.Instant       // when they were last read
	applied map[K]play.Instant // and when they happened
}

func newChangeLog[K comparable](since play.Instant) *changeLog[K] {
	return &changeLog[K]{since, map[K]play.Instant{}}
}

// overlap is how late a change may appear in the store, in ms: programs store what they
// have begun before, and the clocks of machines differ.
const overlap play.Instant = 30_000

// begin returns since when changes are to be read. However long the last read was ago,
// there is no gap.
func (l *changeLog[K]) begin() play.Instant { return l.since - overlap }

// advance records that all changes have been applied that were there at a time. That is
// the time before they were read: applying them may take long.
func (l *changeLog[K]) advance(at play.Instant) {
	l.since = at
	maps.DeleteFunc(l.applied, func(_ K, happened play.Instant) bool { return happened <= at-2*overlap })
}

func (a *Accounts) followNames(ctx context.Context, log *changeLog[store.NameChange]) error {
	now := a.now()
	changes, err := a.store.NameChangesSince(ctx, log.begin())
	if err != nil {
		return err
	}
	var ids []string
	for _, c := range changes {
		if _, old := log.applied[c]; !old {
			ids = append(ids, c.Account)
		}
	}
	if len(ids) > 0 {
		if err := a.store.Renamed(ctx, ids...); err != nil {
			return err
		}
	}
	for _, c := range changes {
		log.applied[c] = c.At
	}
	log.advance(now)
	return nil
}

func (a *Accounts) finishDepartures(ctx context.Context) error {
	departures, err := a.store.Departures(ctx)
	for _, d := range departures {
		a.connections.end(d.ID, errSignedOut(), a.now()) // closed by another program
	}
	for _, d := range departures {
		failed := a.finish(ctx, d.ID)
		if failed == nil && a.now()-d.At >= settled {
			failed = a.store.DeleteDeparture(ctx, d)
		}
		err = errors.Join(err, failed)
	}
	return err
}
