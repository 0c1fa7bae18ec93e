package account

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

func TestPassword(t *testing.T) {
	p, ctx := newHasher(), t.Context()
	stored, err := p.hash(ctx, "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	again, err := p.hash(ctx, "correct horse")
	if err != nil || again == stored || strings.Contains(stored, "horse") || !strings.HasPrefix(stored, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("stored as %q and %q, %v: want each with a salt of its own", stored, again, err)
	}
	for password, want := range map[string]bool{"correct horse": true, "correct horsf": false, "": false, strings.Repeat("x", 1_000_000): false} {
		if ok, err := p.matches(ctx, password, stored); ok != want || err != nil {
			t.Errorf("password of %d bytes matches: %v, %v, want %v", len(password), ok, err, want)
		}
	}
	for _, broken := range []string{"", p.nones, stored[:len(stored)-1], stored + "x", strings.Replace(stored, "t=2", "t=1", 1)} {
		if ok, err := p.matches(ctx, "", broken); ok || err != nil {
			t.Errorf("the hash %q matches: %v, %v", broken, ok, err)
		}
	}
}

func TestCheckPassword(t *testing.T) {
	for password, good := range map[string]bool{
		"correct horse": true, "12345678": true, "日本語日本語日本": true, strings.Repeat("ab", 100): true,
		"": false, "1234567": false, "aaaaaaaa": false, "ANN-MARIE": false, strings.Repeat("ab", 101): false,
	} {
		if err := checkPassword(password, "Ann-Marie"); (err == nil) != good {
			t.Errorf("password %q: %v, want it good: %v", password, err, good)
		} else if err != nil && password != "" && strings.Contains(err.Error(), password) {
			t.Errorf("the refusal tells the password: %v", err)
		}
	}
}

// No more passwords are hashed at a time than there is memory for. A request that
// waits too long fails with an error, and a canceled one stops waiting.
func TestPasswordsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newHasher()
		for range cap(p.slots) {
			p.slots <- struct{}{}
		}
		_, err := p.hash(t.Context(), "correct horse")
		if refusal, ok := errors.AsType[*Refusal](err); !ok || refusal.Reason != Busy || refusal.Wait <= 0 {
			t.Errorf("%v: want a refusal with a time to wait", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		var waiting sync.WaitGroup
		waiting.Go(func() {
			if _, err := p.hash(ctx, "correct horse"); !errors.Is(err, context.Canceled) {
				t.Errorf("%v: want %v", err, context.Canceled)
			}
		})
		synctest.Wait()
		cancel()
		waiting.Wait()
		if n := p.done.Load(); n != 0 {
			t.Errorf("%d hashes were made", n)
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add(encode(make([]byte, 16), make([]byte, 32)))
	f.Add(parameters)
	f.Add("$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB")
	f.Fuzz(func(t *testing.T, stored string) {
		salt, sum, ok := decode(stored)
		if ok && (len(salt) != 16 || len(sum) != 32) {
			t.Errorf("%q is read as %x and %x", stored, salt, sum)
		}
	})
}
