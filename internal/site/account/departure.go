package account

import (
	"context"
	"errors"
	"slices"
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
	// To is the name of the teacher who takes them over.
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
	BadHeir         Reason      = "no-heir"  // the teacher named can't take over the classes
)

// Departing is what other parts of a server do when accounts are closed.
type Departing struct {
	// Plan returns the accounts that are closed together, such as a member of a class
	// and their program, and who takes over their classes. It may refuse.
	Plan func(ctx context.Context, player play.Player, c Closing) (store.Closing, error)
	// Finish removes what is left of a closed account, such as offers in the lobby, or of
	// a closed class. It is called on several nodes, and again after a crash or an error.
	Finish []func(ctx context.Context, id string) error
}

// OnClose sets what is done when accounts are closed, before the first is.
func (a *Accounts) OnClose(d Departing) { a.departing = d }

// Close deletes an account; its name is required as confirmation. Its games stay, and
// name their player as [Deleted]. Members of classes leave their class instead.
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
	return a.close(ctx, player(account), c, a.act(by, actClose, account.ID, ""))
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
	if err := a.store.CloseAccounts(ctx, c, acts...); errors.Is(err, store.ErrFull) {
		return Refuse(TooMany, "the other teacher would teach more than %d classes", c.MaxClasses)
	} else if err != nil {
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
// passes on the error of what it will try again.
func (a *Accounts) FollowChanges(ctx context.Context, failed func(error)) {
	ticker := time.NewTicker(changeInterval)
	defer ticker.Stop()
	seen := map[store.NameChange]bool{}
	for isNamed := false; ; {
		err := a.followNames(ctx, seen)
		if !isNamed {
			err = errors.Join(err, a.finishDepartures(ctx))
		}
		if err != nil && ctx.Err() == nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			isNamed = false
		case <-a.nameHeard:
			isNamed = true
		}
	}
}

// followNames keeps in seen the changes that have been applied. The clocks of nodes may
// differ, so it looks back a little.
func (a *Accounts) followNames(ctx context.Context, seen map[store.NameChange]bool) error {
	since := a.now() - overlap
	changes, err := a.store.NameChangesSince(ctx, since)
	if err != nil {
		return err
	}
	changes = slices.DeleteFunc(changes, func(c store.NameChange) bool { return seen[c] })
	for c := range seen {
		if c.At <= since-overlap {
			delete(seen, c)
		}
	}
	if len(changes) == 0 {
		return nil
	}
	var ids []string
	for _, c := range changes {
		ids = append(ids, c.Account)
	}
	if err := a.store.Renamed(ctx, ids...); err != nil {
		return err
	}
	for _, c := range changes {
		seen[c] = true
	}
	return nil
}

func (a *Accounts) finishDepartures(ctx context.Context) error {
	departures, err := a.store.Departures(ctx)
	for _, d := range departures {
		a.connections.end(d.ID, errSignedOut(), a.now()) // closed by another program
		failed := a.finish(ctx, d.ID)
		if failed == nil && a.now()-d.At >= settled {
			failed = a.store.DeleteDeparture(ctx, d.ID)
		}
		err = errors.Join(err, failed)
	}
	return err
}
