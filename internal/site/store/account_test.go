package store_test

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

func TestAccounts(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		ann := store.Account{ID: "1", Name: "Ann", Folded: "ann", Kind: play.Person, Created: 7}
		key := store.Passkey{ID: "k", Account: "1", Handle: "h", Credential: "{}", Created: 7}
		must(t, s.AddAccount(ctx, ann, []string{"x", "y"}, key))
		for _, taken := range []store.Account{{ID: "2", Folded: "ann"}, {ID: "1", Folded: "other"}} {
			if err := s.AddAccount(ctx, taken, nil); !errors.Is(err, store.ErrExists) {
				t.Errorf("%+v is added: %v", taken, err)
			}
		}
		if err := s.AddAccount(ctx, store.Account{ID: "3", Folded: "cid"}, nil, key); !errors.Is(err, store.ErrExists) {
			t.Errorf("a passkey of two accounts: %v", err)
		}
		if _, err := s.Account(ctx, "3"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("an account is made by halves: %v", err)
		}
		if got, err := s.PasskeysOf(ctx, "1"); err != nil || !reflect.DeepEqual(got, []store.Passkey{key}) {
			t.Errorf("%+v, %v", got, err)
		}
		addSession(t, s, store.Session{Hash: "a", Account: "1", Expires: 100})
		addSession(t, s, store.Session{Hash: "b", Account: "1", Expires: 100, Recovered: true})
		ended, err := s.SetPassword(ctx, "1", "first", "b", 8, 200)
		if err != nil || !reflect.DeepEqual(ended, []string{"a"}) {
			t.Errorf("a new password ends the sessions %q, %v, want the other one", ended, err)
		}
		want := store.Session{Hash: "b", Account: "1", Expires: 200, Confirmed: 8}
		if left, err := s.SessionsOf(ctx, "1", 1); err != nil || !reflect.DeepEqual(left, []store.Session{want}) {
			t.Errorf("after a new password the sessions are %+v, %v, want %+v", left, err, want)
		}
		if _, err := s.SetPassword(ctx, "1", "late", "a", 9, 200); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a session that has ended sets the password: %v", err)
		}
		must(t, s.Rehash(ctx, "1", "first", "hash"))
		if err := s.Rehash(ctx, "1", "first", "late"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a hash of an earlier password is stored: %v", err)
		}
		ann.Password = "hash"
		if got, err := s.Account(ctx, "1"); got != ann || err != nil {
			t.Errorf("%+v, %v, want %+v", got, err, ann)
		}
		if got, err := s.AccountNamed(ctx, "ann"); got != ann || err != nil {
			t.Errorf("%+v, %v, want %+v", got, err, ann)
		}
		if _, err := s.SetPassword(ctx, "3", "hash", "", 8, 200); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("nobody is changed: %v", err)
		}
		for _, name := range []string{"", "x", "ann' OR '1'='1"} {
			if _, err := s.AccountNamed(ctx, name); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%q: %v", name, err)
			}
		}
		var next atomic.Int64
		use := func(code string) error {
			_, err := s.AddSession(ctx, store.Session{Hash: strconv.FormatInt(next.Add(1), 10), Account: "1", Expires: 100, Recovery: code}, 20)
			return err
		}
		if n := winners(func() error { return use("x") }); n != 1 {
			t.Errorf("%d have used the same code, want 1", n)
		}
		must(t, s.SetCodes(ctx, "1", []string{"z"}), use("z"))
		if err := use("y"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a code that was replaced: %v", err)
		}
		var keys [2]string
		for i, fresh := range []string{"one", "two"} {
			var err error
			keys[i], err = s.Key(ctx, "cookies", fresh)
			must(t, err)
		}
		if keys != [2]string{"one", "one"} {
			t.Errorf("the key changes: %q", keys)
		}
	})
}

// Only an account that never had a seat, is in no tournament and has no class can become a bot.
func TestBecomeBot(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		must(t, s.AddAccount(ctx, store.Account{ID: "ann", Folded: "ann", Kind: play.Person}, nil),
			s.AddAccount(ctx, store.Account{ID: "new", Folded: "new", Kind: play.Person}, nil))
		begin(t, s, "game", 0, setupOf(t, false, "ann", "bob"))
		for _, id := range []string{"entrant", "teacher", "former"} {
			must(t, s.AddAccount(ctx, store.Account{ID: id, Folded: id, Kind: play.Person}, nil))
		}
		contest := func(id, player string, ended int) error {
			return errors.Join(
				s.DB().Exec(ctx, `INSERT INTO contests (id, organizer, class, created_at, starts_at, ended_at, number, due_at, summary)
					VALUES ($1, 'org', '', 1, 0, $2, 1, 0, '{}')`, id, ended),
				s.DB().Exec(ctx, `INSERT INTO contest_events (contest, number, event) VALUES ($1, 1, $2)`,
					id, `{"number":1,"at":1,"event":"joined","player":{"id":"`+player+`","kind":"person"}}`))
		}
		must(t, contest("open", "entrant", 0), contest("over", "former", 9),
			s.DB().Exec(ctx, `INSERT INTO classes (id, name, teacher, invitation, open, public, created_at) VALUES ('c', 'C', 'teacher', 'x', TRUE, FALSE, 1)`))
		must(t, s.BecomeBot(ctx, "new", 5))
		if got, err := s.Account(ctx, "new"); err != nil || got.Kind != play.Bot {
			t.Errorf("%+v, %v, want a bot", got, err)
		}
		// Other programs show the kind with the name, and find its changes in the same list.
		if changes, err := s.NameChangesSince(ctx, 0); err != nil || !slices.Equal(changes, []store.NameChange{{Account: "new", At: 5}}) {
			t.Errorf("%+v, %v, want the change of a kind", changes, err)
		}
		must(t, s.BecomeBot(ctx, "former", 5))
		for _, id := range []string{"ann", "new", "nobody", "entrant", "teacher"} {
			if err := s.BecomeBot(ctx, id, 6); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s becomes a bot: %v", id, err)
			}
		}
	})
}

// Of a closed account nothing is left, and its name is taken out of the logs.
func TestCloseAccount(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		must(t, s.AddAccount(ctx, store.Account{ID: "ann", Name: "Ann", Folded: "ann", Kind: play.Person, Password: "hash"}, []string{"x"},
			store.Passkey{ID: "k", Account: "ann"}))
		addSession(t, s, store.Session{Hash: "a", Account: "ann", Expires: 100})
		must(t, s.AddToken(ctx, store.Token{Hash: "t", Account: "ann"}, 9),
			s.PutOffer(ctx, store.Offer{ID: "s", Maker: "ann"}), s.PutOffer(ctx, store.Offer{ID: "c", Maker: "bob", Receiver: "ann", IsChallenge: true}))
		begin(t, s, "game", 0, setupOf(t, true, "ann", "bob")).play(true)
		before, err := s.Events(ctx, "game", 0)
		must(t, err, s.CloseAccounts(ctx, store.Closing{Accounts: []string{"ann"}, At: 9}))

		after, err := s.Events(ctx, "game", 0)
		must(t, err)
		if got := after[0].Setup.Players; got[0].Name != "deleted" || got[0].ID != "ann" || got[1] != before[0].Setup.Players[1] {
			t.Errorf("the players are %+v", got)
		}
		if !reflect.DeepEqual(after[1:], before[1:]) {
			t.Error("another event has changed")
		}
		if got, err := s.AccountNamed(ctx, "ann"); err != nil || got.Name != "deleted" || got.Password != "" || got.Closed != 9 {
			t.Errorf("%+v, %v", got, err)
		}
		_, _, err = s.Session(ctx, "a", 1)
		_, _, token := s.Token(ctx, "t")
		_, key := s.Passkey(ctx, "k")
		_, challenge := s.Offer(ctx, "c", true)
		_, password := s.SetPassword(ctx, "ann", "new", "a", 9, 100)
		_, session := s.AddSession(ctx, store.Session{Hash: "b", Account: "ann", Expires: 100}, 9)
		for _, err := range []error{
			err, token, key, challenge, password, session, s.CheckCode(ctx, "ann", "x"), s.DeleteOffer(ctx, "s", false, 1),
			s.AddToken(ctx, store.Token{Hash: "u", Account: "ann"}, 9), s.AddPasskey(ctx, store.Passkey{ID: "l", Account: "ann"}, 9),
		} {
			if !errors.Is(err, store.ErrNotFound) {
				t.Errorf("something is left: %v", err)
			}
		}
		if wrong, err := s.Recompute(ctx, false); wrong != 0 || err != nil {
			t.Errorf("%d ratings differ, %v", wrong, err)
		}
		if err := s.CloseAccounts(ctx, store.Closing{Accounts: []string{"ann"}, At: 10}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("closed twice: %v", err)
		}
	})
}

func TestCredentials(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		bob := store.Account{ID: "2", Folded: "bob"}
		must(t, s.AddAccount(ctx, store.Account{ID: "1", Folded: "ann"}, nil), s.AddAccount(ctx, bob, nil))

		one := store.Session{Hash: "a", Account: "2", Agent: "Firefox", Created: 1, Seen: 1, Expires: 90, Recovered: true}
		two := store.Session{Hash: "b", Account: "2", Created: 2, Seen: 2, Expires: 50}
		addSession(t, s, one)
		addSession(t, s, two)
		must(t, s.SeeSession(ctx, "a", 3, 100), s.ConfirmSession(ctx, "a", 4))
		one.Seen, one.Expires, one.Confirmed = 3, 100, 4
		if got, whose, err := s.Session(ctx, "a", 99); got != one || whose != bob || err != nil {
			t.Errorf("%+v, %+v, %v, want %+v", got, whose, err, one)
		}
		if _, _, err := s.Session(ctx, "a", 100); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a session that has expired: %v", err)
		}
		if all, err := s.SessionsOf(ctx, "2", 10); err != nil || !reflect.DeepEqual(all, []store.Session{one, two}) {
			t.Errorf("%+v, %v", all, err)
		}
		if err := s.DeleteSession(ctx, "1", "a"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("another's session is deleted: %v", err)
		}
		must(t, s.DeleteExpired(ctx, 60))
		if all, err := s.SessionsOf(ctx, "2", 10); err != nil || len(all) != 1 {
			t.Errorf("%+v, %v: want those that have not expired", all, err)
		}
		must(t, s.DeleteSession(ctx, "2", "a"))
		if _, _, err := s.Session(ctx, "a", 10); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a deleted session: %v", err)
		}

		token := store.Token{Hash: "t", Account: "2", Label: "my bot", Scopes: "play bot", Created: 5}
		must(t, s.AddToken(ctx, token, 1), s.UseToken(ctx, "t", 6))
		token.Used = 6
		if got, whose, err := s.Token(ctx, "t"); got != token || whose != bob || err != nil {
			t.Errorf("%+v, %+v, %v, want %+v", got, whose, err, token)
		}
		if all, err := s.TokensOf(ctx, "2"); err != nil || len(all) != 1 {
			t.Errorf("%+v, %v", all, err)
		}
		must(t, s.DeleteToken(ctx, "2", "t"))
		if err := s.UseToken(ctx, "t", 7); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a deleted token: %v", err)
		}

		key := store.Passkey{ID: "k", Account: "1", Handle: "h", Credential: `{"count": 1}`, Created: 8}
		must(t, s.AddPasskey(ctx, key, 1), s.UsePasskey(ctx, "k", `{"count": 2}`, 9))
		key.Credential, key.Used = `{"count": 2}`, 9
		if err := s.AddPasskey(ctx, store.Passkey{ID: "k", Account: "2"}, 1); !errors.Is(err, store.ErrExists) {
			t.Errorf("a passkey of two accounts: %v", err)
		}
		if got, err := s.Passkey(ctx, "k"); got != key || err != nil {
			t.Errorf("%+v, %v, want %+v", got, err, key)
		}
		if _, err := s.AddSession(ctx, store.Session{Hash: "c", Account: "nobody"}, 9); err == nil {
			t.Error("a session of nobody")
		}

		must(t, s.AddCeremony(ctx, "c", "{}", 20), s.AddCeremony(ctx, "d", "{}", 20))
		if n := winners(func() error {
			text, err := s.TakeCeremony(ctx, "c", 19)
			if err == nil && text != "{}" {
				t.Errorf("the ceremony is %q", text)
			}
			return err
		}); n != 1 {
			t.Errorf("%d have taken the same ceremony, want 1", n)
		}
		if _, err := s.TakeCeremony(ctx, "d", 20); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a ceremony that has expired: %v", err)
		}
	})
}

// What is done with the credentials of one account does nothing to another's, and its codes
// are its own.
func TestCredentialsOfOne(t *testing.T) {
	s, ctx := open(t, storetest.SQLite(t)), t.Context()
	livesAs(t, s, "zed", "Zedekiah")
	others := dump(t, s)
	livesAs(t, s, "ann", "Annabel")
	theirs := "secret of Zedekiah"
	if err := s.CheckCode(ctx, "ann", theirs); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("another's code: %v", err)
	}
	for _, one := range []store.Session{{Recovery: theirs}, {Code: theirs}} {
		one.Hash, one.Account = "new", "ann"
		if _, err := s.AddSession(ctx, one, 9); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("signed in with the code of another, as %+v: %v", one, err)
		}
	}
	_, err := s.AddSession(ctx, store.Session{Hash: "b", Account: "ann", Expires: 100, Seen: 9}, 1)
	must(t, err,
		s.AddToken(ctx, store.Token{Hash: "t", Account: "ann"}, 2),
		s.AddSubscription(ctx, store.Subscription{Endpoint: "e", Player: "ann", Session: "b", Created: 9}, 1),
		s.SetCodes(ctx, "ann", []string{"1", "2"}))
	_, err = s.SetPassword(ctx, "ann", "new", "b", 5, 200)
	must(t, err)
	kept(t, s, others, "zed")
}

func addSession(t *testing.T, s *store.Store, one store.Session) {
	t.Helper()
	if ended, err := s.AddSession(t.Context(), one, 9); err != nil || len(ended) > 0 {
		t.Fatalf("%+v ends %q, %v", one, ended, err)
	}
}

// However many requests come at once, an account has no more tokens, passkeys and
// sessions than are allowed, and keeps a way to sign in.
func TestCredentialLimits(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		const most = 3
		must(t, s.AddAccount(ctx, store.Account{ID: "ann", Folded: "ann"}, nil))
		var next atomic.Int64
		id := func() string { return strconv.FormatInt(next.Add(1), 10) }
		for what, add := range map[string]func() error{
			"tokens":   func() error { return s.AddToken(ctx, store.Token{Hash: id(), Account: "ann"}, most) },
			"passkeys": func() error { return s.AddPasskey(ctx, store.Passkey{ID: id(), Account: "ann"}, most) },
		} {
			if n := winners(add); n != most {
				t.Errorf("%d %s are added at once, want %d", n, what, most)
			}
			if err := add(); !errors.Is(err, store.ErrFull) {
				t.Errorf("one more of the %s: %v, want %v", what, err, store.ErrFull)
			}
		}
		keys, err := s.PasskeysOf(ctx, "ann")
		must(t, err)
		var i atomic.Int64
		if n := winners(func() error { return s.DeletePasskey(ctx, "ann", keys[int(i.Add(1))%len(keys)].ID) }); n != most-1 {
			t.Errorf("%d of %d passkeys are deleted, want one left", n, most)
		}
		keys, err = s.PasskeysOf(ctx, "ann")
		must(t, err)
		if err := s.DeletePasskey(ctx, "ann", keys[0].ID); !errors.Is(err, store.ErrLast) {
			t.Errorf("the last passkey: %v, want %v", err, store.ErrLast)
		}

		for i := range 2 * most {
			session := store.Session{Hash: strconv.Itoa(i), Account: "ann", Seen: play.Instant(i), Expires: 100}
			ended, err := s.AddSession(ctx, session, most)
			if want := i >= most; err != nil || (len(ended) == 1) != want || want && ended[0] != strconv.Itoa(i-most) {
				t.Errorf("session %d ends %q, %v: want the oldest one beyond %d", i, ended, err, most)
			}
		}
		for range 2 {
			if _, err := s.ReplaceTokens(ctx, store.Token{Hash: id(), Account: "ann"}); err != nil {
				t.Fatal(err)
			}
		}
		if left, err := s.TokensOf(ctx, "ann"); err != nil || len(left) != 1 {
			t.Errorf("%d tokens, %v, want the last one", len(left), err)
		}
	})
}

// A browser's subscription ends with its session. One of an older program, which has not
// stored the session, ends when the owner makes one session the only one.
func TestSubscriptionsEndWithSessions(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		must(t, s.AddAccount(ctx, store.Account{ID: "ann", Folded: "ann", Kind: play.Person, Password: "hash"}, nil),
			s.DB().Exec(ctx, `INSERT INTO subscriptions (endpoint, player, p256dh, auth, created_at) VALUES ('old', 'ann', '', '', 1)`))
		for _, hash := range []string{"a", "b", "c", "d"} {
			addSession(t, s, store.Session{Hash: hash, Account: "ann", Expires: 100})
			must(t, s.AddSubscription(ctx, store.Subscription{Endpoint: hash, Player: "ann", Session: hash, Created: 2}, 20))
		}
		at := play.Instant(99)
		want := func(endpoints ...string) {
			t.Helper()
			all, err := s.SubscriptionsOf(ctx, "ann", at)
			must(t, err)
			var got []string
			for _, one := range all {
				got = append(got, one.Endpoint)
			}
			if !slices.Equal(got, endpoints) {
				t.Errorf("subscriptions %q, want %q", got, endpoints)
			}
		}
		must(t, s.AddSubscription(ctx, store.Subscription{Endpoint: "b", Player: "ann", Session: "a", Created: 2}, 20)) // after signing in again
		want("old", "a", "b", "c", "d")
		must(t, s.DeleteSession(ctx, "ann", "a"))
		want("old", "c", "d")
		if err := s.AddSubscription(ctx, store.Subscription{Endpoint: "a", Player: "ann", Session: "a"}, 20); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("subscribed in a session that has ended: %v", err)
		}
		_, err := s.SetPassword(ctx, "ann", "hash 2", "c", 5, 200)
		must(t, err)
		want("c")
		at = 200 // when it expires, before anything has removed it
		want()
		must(t, s.DeleteExpired(ctx, at))
		at = 0
		want()
	})
}

// A member's code that is replaced ends the sessions begun with the earlier one, also one
// that is just beginning, and none if the session that replaces it has ended itself.
func TestEndOtherSessions(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		must(t, s.AddAccount(ctx, store.Account{ID: "zoe", Folded: "zoe", Class: "c"}, nil),
			s.DB().Exec(ctx, `INSERT INTO class_members (account, class, owner, code, joined_at) VALUES ('zoe', 'c', '', 'old', 1)`))
		for _, hash := range []string{"a", "b", "gone"} {
			addSession(t, s, store.Session{Hash: hash, Account: "zoe", Expires: 100, Code: "old"})
		}
		must(t, s.DeleteSession(ctx, "zoe", "gone"))
		replace := func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE class_members SET code = 'new' WHERE account = 'zoe'`)
			return err
		}
		if ended, err := s.EndOtherSessions(ctx, "zoe", "gone", replace); !errors.Is(err, store.ErrNotFound) || len(ended) > 0 {
			t.Errorf("a session that has ended ends %q, %v", ended, err)
		}
		if ended, err := s.EndOtherSessions(ctx, "zoe", "b", replace); err != nil || !slices.Equal(ended, []string{"a"}) {
			t.Errorf("ended %q, %v, want a", ended, err)
		}
		if _, err := s.AddSession(ctx, store.Session{Hash: "c", Account: "zoe", Expires: 100, Code: "old"}, 9); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a session begun with the earlier code: %v", err)
		}
		addSession(t, s, store.Session{Hash: "d", Account: "zoe", Expires: 100, Code: "new"})
		if ended, err := s.EndOtherSessions(ctx, "zoe", "", replace); err != nil || len(ended) != 2 {
			t.Errorf("ended %q, %v, want all", ended, err)
		}
	})
}

// A passkey that is added with a recovery code makes the session the only one, as a
// password does.
func TestRecoverByPasskey(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		must(t, s.AddAccount(ctx, store.Account{ID: "ann", Folded: "ann", Password: "hash"}, nil))
		addSession(t, s, store.Session{Hash: "a", Account: "ann", Expires: 100})
		addSession(t, s, store.Session{Hash: "b", Account: "ann", Expires: 100, Recovered: true})
		key := store.Passkey{ID: "k", Account: "ann", Created: 5}
		if _, err := s.RecoverByPasskey(ctx, key, 1, "gone", 200); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a session that has ended adds a passkey: %v", err)
		}
		ended, err := s.RecoverByPasskey(ctx, key, 1, "b", 200)
		want := store.Session{Hash: "b", Account: "ann", Expires: 200, Confirmed: 5}
		left, list := s.SessionsOf(ctx, "ann", 1)
		if err != nil || list != nil || !reflect.DeepEqual(ended, []string{"a"}) || !reflect.DeepEqual(left, []store.Session{want}) {
			t.Errorf("ended %q, left %+v, %v, %v: want %+v", ended, left, err, list, want)
		}
		if _, err := s.Passkey(ctx, "k"); err != nil {
			t.Error(err)
		}
	})
}

func TestLobby(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		for _, isChallenge := range []bool{false, true} {
			offer := store.Offer{ID: "s", Maker: "ann", Text: `{"game":"hermit"}`, Created: 5, IsChallenge: isChallenge}
			must(t, s.PutOffer(ctx, offer), s.PutOffer(ctx, store.Offer{ID: "r", Maker: "bob", Created: 6, IsChallenge: isChallenge}))
			offer.Version = 1
			if n := winners(func() error { return s.PutOffer(ctx, offer) }); n != 1 {
				t.Errorf("%d have joined the same version, want 1", n)
			}
			offer.Version = 2
			if got, err := s.Offer(ctx, "s", isChallenge); got != offer || err != nil {
				t.Errorf("%+v, %v, want %+v", got, err, offer)
			}
			if _, err := s.Offer(ctx, "s", !isChallenge); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("an offer of the other kind: %v", err)
			}
			if all, err := s.Offers(ctx); err != nil || len(all) < 2 || all[0] != offer {
				t.Errorf("%+v, %v", all, err)
			}
			if n := winners(func() error { return s.DeleteOffer(ctx, "s", isChallenge, 2) }); n != 1 {
				t.Errorf("%d have accepted the same offer, want 1", n)
			}
			if _, err := s.Offer(ctx, "s", isChallenge); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("a deleted offer: %v", err)
			}
		}
		canceled, cancel := context.WithCancel(ctx)
		cancel()
		if err := s.DeleteOffer(canceled, "r", false, 1); err == nil {
			t.Error("a request that was given up is carried out")
		}
	})
}

// winners returns how many concurrent calls succeed.
func winners(do func() error) int {
	var n atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if do() == nil {
				n.Add(1)
			}
		})
	}
	all.Wait()
	return int(n.Load())
}

// Of recovery codes that are replaced twice at once, only the last ones count.
func TestCodesReplacedAtOnce(t *testing.T) {
	s := open(t, storetest.Patient(storetest.Postgres(t)))
	must(t, s.AddAccount(t.Context(), store.Account{ID: "ann", Name: "ann", Folded: "ann", Kind: play.Person}, []string{"old"}))
	var all sync.WaitGroup
	hold(t, s, `SELECT 1 FROM recovery_codes FOR UPDATE`, func() {
		for _, code := range []string{"one", "two"} {
			all.Go(func() {
				if err := s.SetCodes(t.Context(), "ann", []string{code}); err != nil {
					t.Error(err)
				}
			})
		}
		storetest.AwaitLocks(t, s.DB(), 2, "%")
	})
	all.Wait()
	var left int
	must(t, s.DB().Row(t.Context(), []any{&left}, `SELECT count(*) FROM recovery_codes WHERE account = 'ann'`))
	if left != 1 {
		t.Errorf("%d codes are left, want 1", left)
	}
}
