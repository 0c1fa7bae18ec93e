package account

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"thera/internal/cluster/bus"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// clock is a time that tests set.
type clock struct{ at play.Instant }

func (c *clock) now() play.Instant { return c.at }

// each runs a test with accounts in each kind of store.
func each(t *testing.T, test func(t *testing.T, a *Accounts, c *clock)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, address string) {
		s := storetest.Open(t, address)
		c := &clock{at: 1_700_000_000_000}
		test(t, open(t, s, c), c)
	})
}

func open(t testing.TB, s *store.Store, c *clock) *Accounts {
	t.Helper()
	a, err := New(t.Context(), Config{Store: s, Games: []string{"hermit"}, Now: c.now, WeakHashes: true})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// join opens the accounts at one of several nodes, which a bus connects unless it is nil.
func join(t *testing.T, s *store.Store, b *bus.Bus) *Accounts {
	t.Helper()
	a, err := New(t.Context(), Config{Store: s, Games: []string{"hermit"}, Bus: b, WeakHashes: true})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// signUp makes somebody.
func signUp(t *testing.T, a *Accounts, name string) SignedIn {
	t.Helper()
	signed, err := a.SignUp(t.Context(), Who{}, name, "correct horse", "a browser")
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

// refused wants a refusal for a reason.
func refused(t *testing.T, err error, want Reason) {
	t.Helper()
	if refusal, ok := errors.AsType[*Refusal](err); !ok || refusal.Reason != want {
		t.Errorf("%v: want the refusal %q", err, want)
	}
}

// An operation is checked for its callers besides its scope, so that a scope too many opens
// nothing.
func TestCallers(t *testing.T) {
	all := Scopes{Play, Admin}
	guest := Who{Player: play.Player{ID: "g", Kind: play.Guest}, Scopes: all}
	pupil := Who{Player: play.Player{ID: "z", Kind: play.Guest, Class: "c"}, Scopes: all}
	person := Who{Player: play.Player{ID: "p", Kind: play.Person}, Session: "s", Scopes: all}
	moderator := person
	moderator.Moderator = true
	for _, row := range []struct {
		who     Who
		callers httpkit.Callers
		want    Reason // "" if they may ask
	}{
		{guest, httpkit.Players, ""},
		{guest, httpkit.Accounts, NoGuest},
		{guest, httpkit.Moderators, NoGuest},
		{guest, httpkit.Members, NoMember},
		{pupil, httpkit.Accounts, NoGuest},
		{pupil, httpkit.Members, ""},
		{person, httpkit.Accounts, ""},
		{person, httpkit.Members, NoMember},
		{person, httpkit.Moderators, NotModerator},
		{person, httpkit.Signed, ""},
		{moderator, httpkit.Moderators, ""},
		{Who{Session: "s"}, httpkit.Signed, SignIn},
		{guest, httpkit.Signed, NoGuest},
	} {
		if err := row.who.Check(row.callers, Play); row.want != "" {
			refused(t, err, row.want)
		} else if err != nil {
			t.Errorf("%+v of callers %v: %v", row.who, row.callers, err)
		}
	}
}

// Guests are known by their cookie, even after a restart, until they sign up; then
// only by their session.
func TestGuests(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, c *clock) {
		ctx := t.Context()
		guest, cookie := a.Guest()
		if got, err := open(t, a.store, c).ByCookie(ctx, cookie); err != nil || got.Player != guest.Player {
			t.Errorf("after a restart he is %+v, %v, want %+v", got, err, guest)
		}
		if may(guest, Admin) || may(guest, Bot) || !may(guest, Play) {
			t.Errorf("a guest has the scopes %v", guest.Scopes)
		}
		refused(t, guest.Need(Admin), NoGuest)
		forged := []byte(cookie)
		forged[2] = 'a' + (forged[2]-'a'+1)%8
		for _, other := range []string{string(forged), cookie + "x", cookie[:len(cookie)-1], "g." + guest.ID, "", "g..", "s." + guest.ID} {
			if got, err := a.ByCookie(ctx, other); err != nil || got.Known() {
				t.Errorf("the cookie %q makes %+v, %v", other, got, err)
			}
		}
		signed, err := a.SignUp(ctx, guest, "Ann", "correct horse", "")
		if err != nil || signed.Who.ID != guest.ID {
			t.Fatalf("%+v has become %+v, %v", guest, signed.Who, err)
		}
		if got, err := a.ByCookie(ctx, cookie); err != nil || got.Known() {
			t.Errorf("the guest's cookie makes %+v, %v", got, err)
		}
	})
}

// A name that nobody has costs as many hashes as a wrong password, so that the
// time does not tell which names there are.
func TestNothingTellsNames(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, _ *clock) {
		ctx := t.Context()
		signUp(t, a, "Ann")
		closed := signUp(t, a, "Cid")
		if err := a.Close(ctx, closed.Who, Closing{Name: "Cid"}); err != nil {
			t.Fatal(err)
		}
		texts := map[string]bool{}
		for _, name := range []string{"Ann", "nobody", "Cid", "", strings.Repeat("x", 10_000), "hermit-3", "' OR 1=1", "a\x00b", "\xff"} {
			before := a.passwords.done.Load()
			_, err := a.SignIn(ctx, name, "wrong horse", "")
			refused(t, err, Wrong)
			if n := a.passwords.done.Load() - before; n != 1 {
				t.Errorf("%q costs %d hashes, want 1", name, n)
			}
			texts[err.Error()] = true
		}
		if len(texts) != 1 {
			t.Errorf("the answers differ: %v", texts)
		}
	})
}

// A session is new at each sign-in, ends by itself when nobody uses it, and lasts
// while somebody does.
func TestSessions(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, c *clock) {
		ctx := t.Context()
		first := signUp(t, a, "Ann")
		second, err := a.SignIn(ctx, "ann", "correct horse", "another browser")
		if err != nil || second.Cookie == first.Cookie {
			t.Fatalf("the same cookie again: %v", err)
		}
		for range 10 {
			c.at += sessionLifetime - day
			if got, err := a.ByCookie(ctx, second.Cookie); err != nil || got.Player != first.Who.Player {
				t.Fatalf("he is %+v, %v", got, err)
			}
		}
		if got, err := a.ByCookie(ctx, first.Cookie); err != nil || got.Known() {
			t.Errorf("who was away for years is %+v, %v", got, err)
		}
		c.at += day / 100
		third, err := a.SignIn(ctx, "Ann", "correct horse", "a third one\x00\xff")
		if err != nil {
			t.Fatal(err)
		}
		all, err := a.Sessions(ctx, second.Who)
		if err != nil || len(all) != 2 || all[0].Agent != "a third one��" {
			t.Errorf("sessions %+v, %v", all, err)
		}
		refused(t, a.EndSession(ctx, signUp(t, a, "Bob").Who, second.Who.Session), NotFound)
		for _, id := range []string{"", "a\x00b", "\xff", strings.Repeat("x", 10_000)} {
			refused(t, a.EndSession(ctx, second.Who, id), NotFound)
			refused(t, a.RevokeToken(ctx, second.Who, id), NotFound)
			refused(t, a.DeletePasskey(ctx, second.Who, id), NotFound)
		}
		if err := a.EndSession(ctx, third.Who, second.Who.Session); err != nil {
			t.Fatal(err)
		}
		if got, err := a.ByCookie(ctx, second.Cookie); err != nil || got.Known() {
			t.Errorf("who was signed out is %+v, %v", got, err)
		}
		if err := a.SetPassword(ctx, third.Who, "staple battery"); err != nil {
			t.Fatal(err)
		}
		if got, err := a.ByCookie(ctx, third.Cookie); err != nil || !got.Known() {
			t.Errorf("who has set his password is %+v, %v", got, err)
		}
		_, err = a.SignIn(ctx, "Ann", "correct horse", "")
		refused(t, err, Wrong)
		refused(t, a.SetPassword(ctx, third.Who, "short"), BadPassword)
	})
}

// A recovery code begins a session once, however it is typed. In that session a new
// password can be set, which ends all others, and nothing else done before.
func TestRecovery(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, _ *clock) {
		ctx := t.Context()
		ann := signUp(t, a, "Ann")
		signUp(t, a, "Bob")
		code := strings.ToUpper(strings.ReplaceAll(ann.Codes[3], "-", " "))
		for name, typed := range map[string]string{"Bob": code, "nobody": code, "Ann": "", "ann": ann.Codes[3][1:]} {
			_, err := a.Recover(ctx, name, typed, "")
			refused(t, err, Wrong)
		}
		in, err := a.Recover(ctx, "Ann", code, "")
		if err != nil || in.Who.Known() || in.Who.recovering != ann.Who.Player {
			t.Fatalf("%+v, %v, want nobody yet", in.Who, err)
		}
		_, err = a.Recover(ctx, "Ann", code, "")
		refused(t, err, Wrong)
		for what, do := range requests(a) {
			if err := do(ctx, in.Who); err == nil {
				t.Errorf("a session begun with a code can %s", what)
			}
		}
		refused(t, in.Who.Need(Play), Recovering)
		refused(t, a.Still(in.Who, Play), Recovering)
		if err := a.Still(ann.Who, Play); err != nil {
			t.Errorf("the code alone has ended another session: %v", err)
		}
		if err := a.SetPassword(ctx, in.Who, "staple battery"); err != nil {
			t.Fatal(err)
		}
		refused(t, a.Still(ann.Who, Play), SignIn)
		in.Who, err = a.ByCookie(ctx, in.Cookie)
		if err != nil || in.Who.Player != ann.Who.Player {
			t.Fatalf("with a new password: %+v, %v", in.Who, err)
		}
		fresh, err := a.NewCodes(ctx, in.Who)
		if err != nil || len(fresh) != numCodes {
			t.Fatalf("%q, %v", fresh, err)
		}
		_, err = a.Recover(ctx, "Ann", ann.Codes[4], "")
		refused(t, err, Wrong)
		in, err = a.Recover(ctx, "Ann", fresh[0], "")
		if err != nil {
			t.Fatal(err)
		}
		if err := a.SignOut(ctx, in.Who); err != nil {
			t.Fatal(err)
		}
		if who, err := a.ByCookie(ctx, in.Cookie); err != nil || who.recovering.ID != "" {
			t.Errorf("after signing out: %+v, %v", who, err)
		}
	})
}

// Somebody who can't be signed in has used up nothing, and taken no name.
func TestNoSession(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, _ *clock) {
		ctx := t.Context()
		ann := signUp(t, a, "Ann")
		rename := func(from, to string) {
			t.Helper()
			if _, err := a.store.DB().Writer().ExecContext(ctx, `ALTER TABLE sessions RENAME COLUMN `+from+` TO `+to); err != nil {
				t.Fatal(err)
			}
		}
		ways := map[string]func() error{
			"sign up": func() error {
				_, err := a.SignUp(ctx, Who{}, "Bob", "correct horse", "")
				return err
			},
			"recover": func() error {
				_, err := a.Recover(ctx, "Ann", ann.Codes[0], "")
				return err
			},
			"join": func() error {
				_, err := a.Enroll(ctx, Who{}, "class", ann.Who.ID, "Zoë", "", func(*sql.Tx, string) error { return nil })
				return err
			},
		}
		rename("agent", "lost")
		for way, try := range ways {
			if try() == nil {
				t.Errorf("%s: done without a session", way)
			}
		}
		rename("lost", "agent")
		for way, try := range ways {
			if err := try(); err != nil {
				t.Errorf("%s: %v once sessions can be stored", way, err)
			}
		}
	})
}

// Expired sessions and ceremonies that can't be removed keep nobody out. A session that is
// stored reaches its client even if the server is ending.
func TestSignInWhileEnding(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, _ *clock) {
		ann := signUp(t, a, "Ann")
		_, err := a.store.DB().Writer().ExecContext(t.Context(), `ALTER TABLE ceremonies RENAME COLUMN expires_at TO lost`)
		if err != nil {
			t.Fatal(err)
		}
		ctx, end := context.WithCancel(t.Context())
		a.seen = func(context.Context, string) { end() } // just after the session is stored
		in, err := a.SignIn(ctx, "Ann", "correct horse", "")
		if err != nil || in.Who.Player != ann.Who.Player {
			t.Fatalf("%+v, %v", in.Who, err)
		}
		if who, err := a.ByCookie(t.Context(), in.Cookie); err != nil || !reflect.DeepEqual(who, in.Who) {
			t.Errorf("%+v, %v, want %+v", who, err, in.Who)
		}
	})
}

// A bot's person may look after it, but not play for it; a program may.
func TestBots(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, _ *clock) {
		ctx := t.Context()
		ann := signUp(t, a, "Ann")
		text, _, err := a.NewToken(ctx, ann.Who, "my bot", Scopes{Bot})
		if err != nil {
			t.Fatal(err)
		}
		program := func() Who {
			who, err := a.ByToken(ctx, text)
			if err != nil {
				t.Fatal(err)
			}
			return who
		}
		if may(program(), Play) {
			t.Error("a bot plays for a person")
		}
		if bot, err := a.BecomeBot(ctx, ann.Who); err != nil || bot.Kind != play.Bot {
			t.Fatalf("%+v, %v", bot, err)
		}
		if _, err := a.BecomeBot(ctx, program()); err == nil {
			t.Error("a token without the scope changes the account")
		}
		if who := program(); !may(who, Play) || !may(who, Bot) || may(who, Admin) {
			t.Errorf("the bot's program has the scopes %v", who.Scopes)
		}
		if who, err := a.ByCookie(ctx, ann.Cookie); err != nil || may(who, Play) || !may(who, Admin) {
			t.Errorf("the bot's person has the scopes %v, %v", who.Scopes, err)
		}
		one, err := a.HouseBot(ctx, "hermit-3")
		if err != nil || one.Kind != play.Bot || one.Name != "hermit-3" {
			t.Fatalf("%+v, %v", one, err)
		}
		if again, err := a.HouseBot(ctx, "hermit-3"); err != nil || again != one {
			t.Errorf("%+v, %v, want %+v", again, err, one)
		}
		_, err = a.SignUp(ctx, Who{}, "hermit-3", "correct horse", "")
		refused(t, err, BadName)
	})
}

// Banned users see the reason, and can do nothing until the ban is lifted.
func TestBan(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, _ *clock) {
		ctx := t.Context()
		ann := signUp(t, a, "Ann")
		text, _, err := a.NewToken(ctx, ann.Who, "mine", Scopes{Play, Admin})
		if err != nil {
			t.Fatal(err)
		}
		by := Act{Actor: "root", Reason: "uses an engine"}
		if err := a.Ban(ctx, by, "ann"); err != nil {
			t.Fatal(err)
		}
		_, err = a.SignIn(ctx, "Ann", "correct horse", "")
		refused(t, err, Banned)
		if !strings.Contains(err.Error(), by.Reason) {
			t.Errorf("%v: want the reason", err)
		}
		_, err = a.SignIn(ctx, "Ann", "wrong horse", "")
		refused(t, err, Wrong) // the ban shows only with the right password
		_, err = a.Recover(ctx, "Ann", ann.Codes[0], "")
		refused(t, err, Banned)
		for _, find := range []func() (Who, error){
			func() (Who, error) { return a.ByCookie(ctx, ann.Cookie) },
			func() (Who, error) { return a.ByToken(ctx, text) },
		} {
			who, err := find()
			if err != nil || who.ID != ann.Who.ID {
				t.Fatalf("%+v, %v", who, err)
			}
			refused(t, who.Need(Play), Banned)
			refused(t, who.Need(Admin), Banned)
		}
		refused(t, a.Ban(ctx, Act{Actor: "root"}, "Ann"), Wrong)
		if err := a.Unban(ctx, by, "Ann"); err != nil {
			t.Fatal(err)
		}
		if who, err := a.ByCookie(ctx, ann.Cookie); err != nil || !may(who, Play) {
			t.Errorf("after the ban he is %+v, %v", who, err)
		}
	})
}

// Of a closed account nothing works any more, and nobody gets its name.
func TestClose(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, _ *clock) {
		ctx := t.Context()
		ann := signUp(t, a, "Ann")
		text, _, err := a.NewToken(ctx, ann.Who, "mine", Scopes{Admin})
		if err != nil {
			t.Fatal(err)
		}
		refused(t, a.Close(ctx, ann.Who, Closing{Name: "ann"}), Wrong)
		if err := a.Close(ctx, ann.Who, Closing{Name: "Ann"}); err != nil {
			t.Fatal(err)
		}
		if who, err := a.ByCookie(ctx, ann.Cookie); err != nil || who.Known() {
			t.Errorf("he is %+v, %v", who, err)
		}
		_, err = a.ByToken(ctx, text)
		refused(t, err, BadToken)
		_, err = a.Find(ctx, "Ann")
		refused(t, err, play.UnknownPlayer)
		_, err = a.Recover(ctx, "Ann", ann.Codes[0], "")
		refused(t, err, Wrong)
		_, err = a.SignUp(ctx, Who{}, "Ann", "correct horse", "")
		refused(t, err, NameTaken)
		refused(t, a.Rename(ctx, Act{}, "Ann", "Bob"), play.UnknownPlayer)
	})
}

// TestClosedMeanwhile has a client that was identified before its account was closed make
// changes. They are refused, and nothing fails inside.
func TestClosedMeanwhile(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, _ *clock) {
		ctx := t.Context()
		ann := signUp(t, a, "Ann").Who
		if err := a.Close(ctx, ann, Closing{Name: "Ann"}); err != nil {
			t.Fatal(err)
		}
		for name, change := range map[string]func() error{
			"close":        func() error { return a.Close(ctx, ann, Closing{Name: "Ann"}) },
			"token":        func() error { _, _, err := a.NewToken(ctx, ann, "x", Scopes{Play}); return err },
			"password":     func() error { return a.SetPassword(ctx, ann, "another horse") },
			"codes":        func() error { _, err := a.NewCodes(ctx, ann); return err },
			"become a bot": func() error { _, err := a.BecomeBot(ctx, ann); return err },
		} {
			if p := httpkit.ProblemOf(change()); p.Status != http.StatusUnauthorized || p.Reason != string(SignIn) {
				t.Errorf("%s: %+v", name, p)
			}
		}
	})
}

// TestTwice has a client do twice at the same time what can be done once.
func TestTwice(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, _ *clock) {
		ctx := t.Context()
		ann := signUp(t, a, "Ann").Who
		for range 2 { // both were identified before
			if bot, err := a.BecomeBot(ctx, ann); err != nil || bot.Kind != play.Bot {
				t.Errorf("%+v, %v", bot, err)
			}
		}
		guest := Who{Player: play.Player{ID: NewID(), Name: "guest-1", Kind: play.Guest}}
		if _, err := a.SignUp(ctx, guest, "Bob", "correct horse", ""); err != nil {
			t.Fatal(err)
		}
		_, err := a.SignUp(ctx, guest, "Cid", "correct horse", "")
		refused(t, err, Signed)
	})
}

func TestTokenLimits(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, c *clock) {
		ctx := t.Context()
		ann := signUp(t, a, "Ann").Who
		for _, test := range []struct {
			label  string
			scopes Scopes
			want   Reason
		}{
			{"", Scopes{Play}, BadLabel},
			{strings.Repeat("x", 61), Scopes{Play}, BadLabel},
			{"a\nb", Scopes{Play}, BadLabel},
			{"mine", nil, BadScopes},
			{"mine", Scopes{"root"}, BadScopes},
			{"mine", Scopes{Play, "root"}, BadScopes},
			{"mine", Scopes{Play, Play}, BadScopes},
		} {
			_, _, err := a.NewToken(ctx, ann, test.label, test.scopes)
			refused(t, err, test.want)
		}
		var last string
		for range maxTokens {
			var err error
			if last, _, err = a.NewToken(ctx, ann, " mine ", Scopes{Admin, Play}); err != nil {
				t.Fatal(err)
			}
		}
		_, _, err := a.NewToken(ctx, ann, "mine", Scopes{Play})
		refused(t, err, TooMany)
		c.at += day
		who, err := a.ByToken(ctx, last)
		if err != nil || !may(who, Play) || !may(who, Admin) || may(who, Bot) {
			t.Errorf("%+v, %v", who, err)
		}
		all, err := a.Tokens(ctx, who)
		if err != nil || len(all) != maxTokens || all[0].Label != "mine" || all[0].Scopes != "play admin" {
			t.Errorf("tokens %+v, %v", all, err)
		}
		used := 0
		for _, token := range all {
			if token.Used == c.at {
				used++
			}
		}
		if used != 1 {
			t.Errorf("%d tokens were used, want one", used)
		}
	})
}

// A cookie makes a guest only as it was signed, to the letter.
func FuzzGuest(f *testing.F) {
	a := &Accounts{key: []byte("key")}
	_, cookie := a.Guest()
	_, other := (&Accounts{key: []byte("another key")}).Guest()
	for _, text := range []string{cookie, other, newSession(), newToken(), "g.aaaaaaaaaaaaaaaa.", "s.", TokenPrefix, "\x00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if id := a.readGuest(text); id != "" && text != "g."+id+"."+a.sign("guest", id) {
			t.Errorf("the cookie %q makes %q", text, id)
		}
	})
}

func may(w Who, s Scope) bool { return w.Need(s) == nil }

// A player who is signed in can read while the database can't be written to, although the
// use of the session can't be recorded.
func TestSessionWhileNothingCanBeStored(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	c := &clock{at: 1_700_000_000_000}
	a := open(t, s, c)
	ann := signUp(t, a, "ann")
	if _, err := s.DB().Writer().ExecContext(t.Context(), `PRAGMA query_only = ON`); err != nil {
		t.Fatal(err)
	}
	c.at += 2 * seenInterval
	if who, err := a.ByCookie(t.Context(), ann.Cookie); err != nil || who.ID != ann.Who.ID {
		t.Errorf("%+v, %v, want ann", who, err)
	}
}
