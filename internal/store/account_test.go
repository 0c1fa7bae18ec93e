package store_test

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"thera/internal/play"
	"thera/internal/store"
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
		ann := store.Account{ID: "1", Name: "Änn", Folded: "ann", Kind: play.Person, Created: 7}
		must(t, s.AddAccount(ctx, ann))
		for _, taken := range []store.Account{{ID: "2", Folded: "ann"}, {ID: "1", Folded: "other"}} {
			if err := s.AddAccount(ctx, taken); !errors.Is(err, store.ErrExists) {
				t.Errorf("%+v is added: %v", taken, err)
			}
		}
		must(t, s.AddAccount(ctx, store.Account{ID: "2", Name: "bob", Folded: "bob", Kind: play.Bot}))
		ann.Name, ann.Password, ann.Closed = "deleted", "hash", 9
		must(t, s.ChangeAccount(ctx, ann))
		if got, err := s.Account(ctx, "1"); got != ann || err != nil {
			t.Errorf("%+v, %v, want %+v", got, err, ann)
		}
		if got, err := s.AccountNamed(ctx, "ann"); got != ann || err != nil {
			t.Errorf("%+v, %v, want %+v", got, err, ann)
		}
		ann.Folded = "bob"
		if err := s.ChangeAccount(ctx, ann); !errors.Is(err, store.ErrExists) {
			t.Errorf("another's name is taken: %v", err)
		}
		if err := s.ChangeAccount(ctx, store.Account{ID: "3"}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("nobody is changed: %v", err)
		}
		for _, name := range []string{"", "x", "ann' OR '1'='1"} {
			if _, err := s.AccountNamed(ctx, name); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%q: %v", name, err)
			}
		}
	})
}

func TestCredentials(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		must(t, s.AddAccount(ctx, store.Account{ID: "1", Folded: "ann"}), s.AddAccount(ctx, store.Account{ID: "2", Folded: "bob"}))

		one := store.Session{Hash: "a", Account: "1", Agent: "Firefox", Created: 1, Seen: 1, Expires: 100}
		two := store.Session{Hash: "b", Account: "1", Created: 2, Seen: 2, Expires: 50}
		must(t, s.AddSession(ctx, one), s.AddSession(ctx, two), s.SeeSession(ctx, "a", 3))
		one.Seen = 3
		if got, err := s.Session(ctx, "a", 99); got != one || err != nil {
			t.Errorf("%+v, %v, want %+v", got, err, one)
		}
		if _, err := s.Session(ctx, "a", 100); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a session that has expired: %v", err)
		}
		if all, err := s.SessionsOf(ctx, "1", 10); err != nil || !reflect.DeepEqual(all, []store.Session{one, two}) {
			t.Errorf("%+v, %v", all, err)
		}
		if err := s.DeleteSession(ctx, "2", "a"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("another's session is deleted: %v", err)
		}
		must(t, s.DeleteSession(ctx, "1", "a"))
		if _, err := s.Session(ctx, "a", 10); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a deleted session: %v", err)
		}

		token := store.Token{Hash: "t", Account: "2", Label: "my bot", Scopes: "play bot", Created: 5}
		must(t, s.AddToken(ctx, token), s.UseToken(ctx, "t", 6))
		token.Used = 6
		if got, err := s.Token(ctx, "t"); got != token || err != nil {
			t.Errorf("%+v, %v, want %+v", got, err, token)
		}
		if all, err := s.TokensOf(ctx, "2"); err != nil || len(all) != 1 {
			t.Errorf("%+v, %v", all, err)
		}
		must(t, s.DeleteToken(ctx, "2", "t"))
		if err := s.UseToken(ctx, "t", 7); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a deleted token: %v", err)
		}

		key := store.Passkey{ID: "k", Account: "1", Credential: `{"count": 1}`, Created: 8}
		must(t, s.AddPasskey(ctx, key), s.UsePasskey(ctx, "k", `{"count": 2}`, 9))
		key.Credential, key.Used = `{"count": 2}`, 9
		if err := s.AddPasskey(ctx, store.Passkey{ID: "k", Account: "2"}); !errors.Is(err, store.ErrExists) {
			t.Errorf("a passkey of two accounts: %v", err)
		}
		if all, err := s.PasskeysOf(ctx, "1"); err != nil || !reflect.DeepEqual(all, []store.Passkey{key}) {
			t.Errorf("%+v, %v", all, err)
		}
		must(t, s.DeletePasskey(ctx, "1", "k"))
		if err := s.AddSession(ctx, store.Session{Hash: "c", Account: "nobody"}); err == nil {
			t.Error("a session of nobody")
		}
	})
}

func TestLobby(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		seek := store.Seek{ID: "s", Player: "ann", Offer: `{"game":"hermit"}`, Created: 5}
		must(t, s.PutSeek(ctx, seek), s.PutSeek(ctx, store.Seek{ID: "r", Player: "bob", Created: 6}))
		if all, err := s.Seeks(ctx); err != nil || len(all) != 2 || all[0] != seek {
			t.Errorf("%+v, %v", all, err)
		}
		if n := winners(func() error { return s.DeleteSeek(ctx, "s") }); n != 1 {
			t.Errorf("%d have found the same partner, want 1", n)
		}
		c := store.Challenge{ID: "c", Sender: "ann", Receiver: "bob", Offer: "{}", Created: 5}
		must(t, s.PutChallenge(ctx, c), s.PutChallenge(ctx, store.Challenge{ID: "d", Sender: "bob", Created: 6}))
		if got, err := s.Challenge(ctx, "c"); got != c || err != nil {
			t.Errorf("%+v, %v, want %+v", got, err, c)
		}
		for player, want := range map[string]int{"ann": 1, "bob": 2, "cid": 0} {
			if all, err := s.ChallengesOf(ctx, player); err != nil || len(all) != want {
				t.Errorf("challenges of %s: %+v, %v, want %d", player, all, err, want)
			}
		}
		if n := winners(func() error { return s.DeleteChallenge(ctx, "c") }); n != 1 {
			t.Errorf("%d have accepted the same challenge, want 1", n)
		}
		if _, err := s.Challenge(ctx, "c"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a deleted challenge: %v", err)
		}
		canceled, cancel := context.WithCancel(ctx)
		cancel()
		if err := s.DeleteSeek(canceled, "r"); err == nil {
			t.Error("a request that was given up is carried out")
		}
	})
}

// winners returns how many of some who do the same at once succeed.
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
