package class_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/class"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
	"thera/internal/site/stream"
)

// A teacher who deletes the account says what becomes of the classes. Nothing of the
// pupils stays behind with them.
func TestTeacherLeaves(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		unchanged, teacher := s.bystander(t, "rival"), s.must("teacher", "GET", "account", "").Player.ID
		id, pupils := s.class("teacher", "Klas Zes", "Zoë", "Marie-Anne")
		s.play("g1", pupils[0].Player, pupils[1].Player)
		own := s.must("teacher", "POST", "classes", `{"name":"Empty"}`).Invitation
		for body, want := range map[string]string{
			`{"name":"the-teacher"}`: "409 classes",
			`{"name":"the-teacher","classes":"handover","to":"the-rival"}`:   "409 no-heir",
			`{"name":"the-teacher","classes":"handover","to":"` + own + `"}`: "409 no-heir",
			`{"name":"the-teacher","classes":"handover"}`:                    "409 no-heir",
			`{"name":"wrong","classes":"close"}`:                             "403 wrong",
		} {
			status, text := s.Ask("teacher", "DELETE", "account", body)
			if code, reason, _ := strings.Cut(want, " "); fmt.Sprint(status) != code || !strings.Contains(text, `"reason":"`+reason+`"`) {
				t.Errorf("%s: %d %s, want %s", body, status, text, want)
			}
		}
		if _, text := s.Ask("teacher", "DELETE", "account", `{"name":"the-teacher"}`); !strings.Contains(text, "Klas Zes") {
			t.Errorf("the refusal names no class: %s", text)
		}
		s.must("teacher", "DELETE", "account", `{"name":"the-teacher","classes":"close"}`)
		if left := s.left(t, "Zoë", "zoë", "Marie-Anne", "Klas"); len(left) > 0 {
			t.Errorf("left: %q", left)
		}
		unchanged(teacher)
		if status, _ := s.Ask("Zoë", "GET", "class/"+id, ""); status != 404 {
			t.Errorf("the class: %d", status)
		}
	})
}

// A class can be given to somebody who teaches: shut, with a link that only they know.
func TestHandOver(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		first, _ := s.class("teacher", "One", "Zoë", "Joël")
		second := s.must("teacher", "POST", "classes", `{"name":"Two"}`).ID
		full, _ := s.class("rival", "Full", "Otto", "Ada")
		empty := s.must("rival", "POST", "classes", `{"name":"Empty"}`)
		old := s.invitation(second)
		for _, who := range []string{"Zoë", "rival", "stranger"} {
			if status, _ := s.Ask(who, "POST", "class/"+second+"/handover", `{"to":"`+empty.Invitation+`"}`); status/100 == 2 {
				t.Errorf("%s hands over the class of another", who)
			}
		}
		// Only somebody who has agreed gets a class: pupils know the invitations to theirs.
		full = s.must("rival", "GET", "class/"+full, "").Invitation
		for _, to := range []string{"the-rival", "the-stranger", full, old, "nonsense", ""} {
			if text := s.Refused(409, "teacher", "POST", "class/"+second+"/handover", `{"to":"`+to+`"}`); !strings.Contains(text, "no-heir") {
				t.Errorf("to %q: %s", to, text)
			}
		}
		// Pupils of a new class know its invitation too, while they can join.
		s.Refused(409, "teacher", "POST", "class/"+second+"/handover", `{"to":"`+empty.Invitation+`"}`)
		s.must("rival", "PUT", "class/"+empty.ID, `{"name":"Empty","open":false,"public":false}`)
		s.must("teacher", "POST", "class/"+second+"/handover", `{"to":"`+empty.Invitation+`"}`)
		s.Refused(409, "teacher", "POST", "class/"+first+"/handover", `{"to":"`+empty.Invitation+`"}`) // it works once
		empty = s.must("rival", "GET", "class/"+empty.ID, "")
		if got := s.must("rival", "GET", "class/"+second, ""); got.Role != "teacher" || got.Invitation == old {
			t.Errorf("the class of the new teacher is %+v", got)
		}
		if status, _ := s.Ask("teacher", "GET", "class/"+second, ""); status != 404 {
			t.Errorf("the earlier teacher still sees it: %d", status)
		}
		old = s.invitation(first)
		s.must("teacher", "DELETE", "account", `{"name":"the-teacher","classes":"handover","to":"`+empty.Invitation+`"}`)
		got := s.must("rival", "GET", "class/"+first, "")
		if got.Role != "teacher" || len(got.Members) != 2 || got.Invitation == old {
			t.Errorf("the class of a teacher who has left is %+v", got)
		}
		if status, _ := s.Ask("Zoë", "GET", "class/"+first, ""); status != 200 {
			t.Errorf("a pupil of it: %d", status)
		}
	})
}

// A member takes the program along, and can download what is stored before.
func TestPupilLeaves(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		id, pupils := s.class("teacher", "C", "Zoë", "Joël")
		if status, _ := s.Ask("Zoë’s program", "DELETE", "class/"+id+"/member/"+pupils[0].Player.ID, ""); status != 403 {
			t.Errorf("a program removes its owner: %d", status)
		}
		if status, text := s.Ask("Zoë", "GET", "account/data", ""); status != 200 || !strings.Contains(text, `"table":"class_members"`) {
			t.Errorf("what is stored about a member: %d %s", status, text)
		}
		s.must("Zoë", "DELETE", "class/"+id+"/member/"+pupils[0].Player.ID, "")
		if left := s.left(t, "Zoë"); len(left) > 0 {
			t.Errorf("of who has left there is %q", left)
		}
		if status, _ := s.Ask("Zoë’s program", "GET", "account", ""); status != 401 {
			t.Errorf("the program's token: %d", status)
		}
	})
}

// After a crash between the departures of the teacher and of the pupils, the next server
// completes them.
func TestClassOutlivesTeacher(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		_, pupils := s.class("teacher", "Klas Zes", "Zoë", "Joël")
		unchanged := s.snapshot(t)
		teacher, err := s.Accounts.Find(t.Context(), "the-teacher")
		if err != nil {
			t.Fatal(err)
		}
		depart := func(id string) {
			t.Helper()
			if err := s.classes.Depart(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
		depart(teacher.ID) // while nobody has left
		depart(pupils[0].Player.ID)
		unchanged()
		if err := s.Store.CloseAccounts(t.Context(), store.Closing{Accounts: []string{teacher.ID}, At: 9}); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			depart(teacher.ID)
		}
		if left := s.left(t, "Zoë", "Joël", "Klas Zes"); len(left) > 0 {
			t.Errorf("left: %q", left)
		}
	})
}

// Operators see all classes, and can do what a teacher can.
func TestOperators(t *testing.T) {
	s := serve(t, storetest.SQLite(t))
	ctx, by := t.Context(), account.Act{Actor: "root", Reason: "x"}
	id, pupils := s.class("teacher", "C", "Zoë", "Joël")
	s.must("rival", "POST", "classes", `{"name":"Other"}`)
	s.play("g1", pupils[0].Player, pupils[1].Player)
	all, err := s.classes.All(ctx)
	if err != nil || len(all) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	one, members, err := s.classes.One(ctx, id)
	if err != nil || one.TeacherName != "the-teacher" || one.Members != 2 || one.Active < one.Created || len(members) != 2 {
		t.Errorf("%+v with %+v, %v", one, members, err)
	}
	recent := play.Instant(time.Now().Add(-time.Hour).UnixMilli())
	if one.Active < recent {
		t.Errorf("it was active at %d, want after %d", one.Active, recent)
	}
	if isClosed, err := s.classes.CloseUnused(ctx, by, id, recent); isClosed || err != nil {
		t.Errorf("it is closed as unused: %t, %v", isClosed, err)
	}
	if err := s.classes.HandOverFor(ctx, by, id, "the-stranger"); err == nil || !strings.Contains(err.Error(), "teaches no class") {
		t.Errorf("given to somebody who teaches no class: %v", err)
	}
	for _, err := range []error{s.classes.RemoveFor(ctx, by, id, "zoë"), s.classes.HandOverFor(ctx, by, id, "the-rival"), s.classes.CloseFor(ctx, by, id)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range []error{s.classes.RemoveFor(ctx, by, id, "Joël"), s.classes.HandOverFor(ctx, by, id, "the-rival"), s.classes.CloseFor(ctx, by, "none")} {
		if err == nil || !strings.Contains(err.Error(), "no class has this ID") {
			t.Errorf("for a class that was closed: %v", err)
		}
	}
	acts, err := s.Store.Acts(ctx, 0, 10)
	if err != nil || len(acts) != 3 || strings.Contains(fmt.Sprint(acts), "Zoë") {
		t.Errorf("acts %+v, %v", acts, err)
	}
}

// Of the players of a class's games only people who have taught it are outsiders.
func TestOutsiders(t *testing.T) {
	s := serve(t, storetest.SQLite(t))
	id, pupils := s.class("teacher", "C", "Zoë", "Joël")
	house, err := s.Accounts.HouseBot(t.Context(), "hermit-3")
	if err != nil {
		t.Fatal(err)
	}
	teacher, rival := s.must("teacher", "GET", "account", "").Player, s.must("rival", "GET", "account", "").Player
	got, err := s.classes.Outsiders(t.Context(), id, []string{teacher.ID, rival.ID, house.ID, pupils[0].Player.ID})
	if err != nil || !slices.Equal(got, []string{rival.ID}) {
		t.Errorf("%q, %v: want the rival, %s, alone", got, err, rival.ID)
	}
}

// silent is a feed without frames.
type silent struct{}

func (silent) Next() ([]byte, error)               { return nil, nil }
func (silent) Hear(context.Context, []byte) []byte { return nil }
func (silent) Close()                              {}

// watch follows a class as somebody who sees it from outside, until the channel gets
// something.
func (s *service) watch(t *testing.T, class string) (ended chan struct{}) {
	t.Helper()
	ended = make(chan struct{}, 1)
	feed, err := s.Accounts.Connections().Guard(account.Who{}, func() { ended <- struct{}{} }, func(k *account.Connection) (stream.Feed, error) {
		k.SeenFromOutside(class)
		return silent{}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(feed.Close)
	return ended
}

// Nobody sees a public class from outside once it is private or closed.
func TestWatchersOfClass(t *testing.T) {
	s := serve(t, storetest.SQLite(t))
	id, _ := s.class("teacher", "C", "Zoë", "Joël")
	for _, ask := range [][3]string{{"PUT", "class/" + id, `{"name":"C","open":true,"public":false}`}, {"DELETE", "class/" + id, `{"name":"C"}`}} {
		s.Must("teacher", "PUT", "class/"+id, `{"name":"C","open":true,"public":true}`)
		ended := s.watch(t, id)
		s.Must("teacher", ask[0], ask[1], ask[2])
		select {
		case <-ended:
		default:
			t.Errorf("%s: somebody still sees the class from outside", ask[0])
		}
	}
}

// Operators use a program beside the server, where those who see a class from outside are
// disconnected all the same. What an operator does is logged even if the program is
// interrupted while it removes what is left of accounts.
func TestOperatorsBeside(t *testing.T) {
	address := storetest.SQLite(t)
	s, by := serve(t, address), account.Act{Actor: "root", Reason: "x"}
	s.must("rival", "POST", "classes", `{"name":"Other"}`)
	id, _ := s.class("teacher", "C", "Zoë", "Joël")
	beside := serveBeside(t, address)
	following, stop := context.WithCancel(t.Context())
	var acts sync.WaitGroup
	acts.Go(func() { s.Accounts.Follow(following, func(store.Act) error { return nil }) })
	defer acts.Wait()
	defer stop()
	for _, test := range []struct {
		what string
		do   func(ctx context.Context) error
	}{
		{account.ActHandOverClass, func(ctx context.Context) error { return beside.HandOverFor(ctx, by, id, "the-rival") }},
		{"remove-member", func(ctx context.Context) error { return beside.RemoveFor(ctx, by, id, "Zoë") }},
		{account.ActCloseClass, func(ctx context.Context) error { return beside.CloseFor(ctx, by, id) }},
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		beside.Accounts.OnClose(account.Departing{Finish: []func(context.Context, string) error{
			func(context.Context, string) error { interrupt(); return nil },
		}})
		ended := s.watch(t, id)
		if err := test.do(ctx); err != nil {
			t.Errorf("%s: %v", test.what, err)
		}
		logged, err := s.Store.Acts(t.Context(), 0, 10)
		if err != nil || !slices.ContainsFunc(logged, func(act store.Act) bool { return act.Act == test.what && act.Reason == "x" }) {
			t.Errorf("%s: the log has %+v, %v", test.what, logged, err)
		}
		if test.what != "remove-member" {
			select {
			case <-ended:
			case <-time.After(time.Minute):
				t.Errorf("%s: somebody still sees the class from outside", test.what)
			}
		}
		interrupt()
	}
}

// serveBeside returns the classes in another program that has a store open.
func serveBeside(t *testing.T, address string) *class.Classes {
	t.Helper()
	s := storetest.Open(t, address)
	accounts, err := account.New(t.Context(), account.Config{Store: s, WeakHashes: true})
	if err != nil {
		t.Fatal(err)
	}
	return class.New(class.Config{Store: s, Accounts: accounts})
}

// What a teacher changes just when the class is given to another one changes nothing.
func TestHandedOverMeanwhile(t *testing.T) {
	s := serve(t, storetest.Patient(storetest.Postgres(t)))
	ctx, db := t.Context(), s.Store.DB()
	id := s.must("teacher", "POST", "classes", `{"name":"One"}`).ID
	var all sync.WaitGroup
	err := db.Update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE classes SET open = FALSE, invitation = 'new', teacher = (SELECT id FROM accounts WHERE name = 'the-rival') WHERE id = $1`, id)
		if err != nil {
			return err
		}
		for _, ask := range [][3]string{{"PUT", "class/" + id, `{"name":"Two","open":true,"public":true}`}, {"POST", "class/" + id + "/invitation", ""}, {"DELETE", "class/" + id, `{"name":"One"}`}} {
			all.Go(func() {
				if status, text := s.Ask("teacher", ask[0], ask[1], ask[2]); status != 403 {
					t.Errorf("%s: %d %s: want 403", ask[1], status, text)
				}
			})
		}
		storetest.AwaitLocks(t, db, 3, "% classes %")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	all.Wait()
	if a := s.Must("rival", "GET", "class/"+id, ""); !strings.Contains(a, `"invitation":"new"`) || !strings.Contains(a, `"name":"One"`) || !strings.Contains(a, `"open":false`) {
		t.Errorf("the class is now %s", a)
	}
}

// Nothing is left of a tournament that moves while its class is closed.
func TestClosedDuringTournament(t *testing.T) {
	s := serve(t, storetest.Patient(storetest.Postgres(t)))
	ctx, db := t.Context(), s.Store.DB()
	id := s.must("teacher", "POST", "classes", `{"name":"One"}`).ID
	if err := db.Exec(ctx, `INSERT INTO contests (id, organizer, class, created_at, starts_at, ended_at, number, due_at, summary) VALUES ('k', '', $1, 1, 0, 0, 1, 1, '{}')`, id); err != nil {
		t.Fatal(err)
	}
	meanwhile := storetest.Meanwhile{T: t, DB: db}
	err := db.Update(ctx, func(tx *sql.Tx) error {
		err := db.ExecIn(ctx, tx, `UPDATE contests SET number = 2 WHERE id = 'k'`)
		if err == nil {
			err = db.ExecIn(ctx, tx, `INSERT INTO contest_events (contest, number, event) VALUES ('k', 2, '{}')`)
		}
		meanwhile.Do(func() { s.Must("teacher", "DELETE", "class/"+id, `{"name":"One"}`) })
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	meanwhile.Wait()
	left, err := database.List(ctx, db.Reader(), database.Texts, `SELECT id FROM contests UNION ALL SELECT event FROM contest_events`)
	if err != nil || len(left) > 0 {
		t.Errorf("left: %q, %v", left, err)
	}
}

// A class that is being closed can't be handed over, although its members are still there.
func TestHandOverWhileClosed(t *testing.T) {
	s := serve(t, storetest.Patient(storetest.Postgres(t)))
	ctx, db := t.Context(), s.Store.DB()
	s.must("rival", "POST", "classes", `{"name":"Other"}`)
	id, pupils := s.class("teacher", "One", "Zoë", "Joël")
	closed := make(chan struct{})
	err := db.Update(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE accounts SET kind = kind WHERE id = $1`, pupils[0].Player.ID); err != nil {
			return err
		}
		go func() {
			defer close(closed)
			if status, text := s.Ask("teacher", "DELETE", "class/"+id, `{"name":"One"}`); status != 204 {
				t.Errorf("closing: %d %s", status, text)
			}
		}()
		storetest.AwaitLocks(t, db, 1, "UPDATE accounts%")
		if status, text := s.Ask("teacher", "POST", "class/"+id+"/handover", `{"to":"the-rival"}`); status != 404 {
			t.Errorf("handing over: %d %s", status, text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	<-closed
	if left := s.left(t, "Zoë", "Joël", "One"); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// The members of a class that is closed go later if that fails at first.
func TestCloseInSteps(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		id, _ := s.class("teacher", "One", "Zoë", "Joël")
		rename := func(table, to string) {
			t.Helper()
			if _, err := s.Store.DB().Writer().ExecContext(ctx, `ALTER TABLE `+table+` RENAME TO `+to); err != nil {
				t.Fatal(err)
			}
		}
		rename("mutes", "missing") // without which no account can be closed
		s.must("teacher", "DELETE", "class/"+id, `{"name":"One"}`)
		rename("missing", "mutes")
		if len(s.left(t, "Zoë")) == 0 {
			t.Fatal("nothing has failed")
		}
		followed := make(chan struct{})
		go func() { // as a server does
			defer close(followed)
			s.Accounts.FollowChanges(ctx, func(err error) { t.Error(err) })
		}()
		storetest.Until(t, "the members go", func() bool { return len(s.left(t, "Zoë", "Joël")) == 0 })
		stop()
		<-followed
	})
}

// A program that is handed in just when its owner leaves goes with them.
func TestHandInWhileLeaving(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		ctx, made := t.Context(), s.must("teacher", "POST", "classes", `{"name":"C"}`)
		in, _, err := s.classes.Join(ctx, account.Who{}, made.Invitation, "Zoë", "")
		if err != nil {
			t.Fatal(err)
		}
		plan, err := s.classes.PlanClosing(ctx, in.Who.Player, account.Closing{})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.classes.HandIn(ctx, in.Who); err != nil {
			t.Fatal(err)
		}
		if err := s.Accounts.CloseAll(ctx, plan); err != nil {
			t.Fatal(err)
		}
		if left := s.left(t, "Zoë"); len(left) > 0 {
			t.Errorf("of who has left there is %q", left)
		}
		if _, _, err := s.classes.HandIn(ctx, in.Who); err == nil {
			t.Error("somebody who has left hands in a program")
		}
	})
}
