package account

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"thera/internal/site/play"
)

func TestPassword(t *testing.T) {
	p := newHasher(defaultCost)
	stored, again := p.hash("correct horse"), p.hash("correct horse")
	if again == stored || strings.Contains(stored, "horse") || !strings.HasPrefix(stored, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("stored as %q and %q: want each with a salt of its own", stored, again)
	}
	for password, want := range map[string]bool{"correct horse": true, "correct horsf": false, "": false, strings.Repeat("x", 1_000_000): false} {
		if ok, outdated := p.matches(password, stored); ok != want || outdated {
			t.Errorf("password of %d bytes matches: %v, %v, want %v", len(password), ok, outdated, want)
		}
	}
	for _, broken := range []string{"", p.nones, stored[:len(stored)-1], stored + "x", strings.Replace(stored, "t=2", "t=1", 1), strings.Replace(stored, "m=19456", "m=4000000", 1)} {
		if ok, _ := p.matches("", broken); ok {
			t.Errorf("the hash %q matches", broken)
		}
	}
}

func TestCheckPassword(t *testing.T) {
	for password, good := range map[string]bool{
		"correct horse": true, "日本語で遊びましょう": true, "xkcd-936": true, "vw3Kt9qz": true, "Ann-Marie likes rain": true,
		strings.Repeat("now for something ", 11): true, strings.Repeat("é", 7) + strings.Repeat("ü", 7): false,
		"": false, "short 7": false, "aaaaaaaa": false, "abababababab": false, "日本語日本語日本": false, strings.Repeat("ab", 101): false,
		strings.Repeat("now for something ", 12): false,
		"password":                               false, "Password1": false, "P@ssw0rd!": false, "trustno1": false, "monkey123!!": false, "passwordpassword": false,
		"LETME1N!": false, "ｐａｓｓｗｏｒｄ": false,
		"12345678": false, "87654321": false, "abcd1234": false, "qwertyuiop": false, "1q2w3e4r5t": false, "zxcvbnm,.": false, "1qaz2wsx": false,
		"ANN-MARIE": false, "annmarie2024": false, "thera-thera1": false, "Thera Ann Marie": false,
	} {
		if err := checkPassword(password, "Ann-Marie"); (err == nil) != good {
			t.Errorf("password %q: %v, want it good: %v", password, err, good)
		} else if err != nil && password != "" && password != "password" && strings.Contains(err.Error(), password) {
			t.Errorf("the refusal tells the password: %v", err)
		}
	}
}

// A hash with a lower cost than that of new ones is replaced at the next sign-in, and so
// is one of a password that was not normalized.
func TestRehash(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, _ *clock) {
		a.passwords = newHasher(defaultCost)
		ctx := t.Context()
		cheap := newHasher(cost{memory: 8 << 10, passes: 1, threads: 1})
		for name, test := range map[string]struct {
			hasher       hasher
			typed        string
			hash, rehash string
		}{
			"Ann": {cheap, "correct horse", "$argon2id$v=19$m=8192,t=1,p=1$", "$argon2id$v=19$m=19456,t=2,p=1$"},
			"Bob": {newHasher(cost{memory: 19 << 10, passes: 3, threads: 1}), "correct horse", "$argon2id$v=19$m=19456,t=3,p=1$", "$argon2id$v=19$m=19456,t=3,p=1$"},
		} {
			signed := signUp(t, a, name)
			hash := test.hasher.hash(test.typed)
			if !strings.HasPrefix(hash, test.hash) {
				t.Fatalf("%q, want %s…", hash, test.hash)
			}
			if _, err := a.store.SetPassword(ctx, signed.Who.ID, hash, signed.Who.Session, 0, 1<<60); err != nil {
				t.Fatal(err)
			}
			_, err := a.SignIn(ctx, name, "wrong horse", "")
			refused(t, err, Wrong)
			if stored, err := a.store.Account(ctx, signed.Who.ID); err != nil || stored.Password != hash {
				t.Errorf("%s: a wrong password replaces the hash: %q, %v", name, stored.Password, err)
			}
			for range 2 {
				if _, err := a.SignIn(ctx, name, test.typed, ""); err != nil {
					t.Fatal(err)
				}
				if stored, err := a.store.Account(ctx, signed.Who.ID); err != nil || !strings.HasPrefix(stored.Password, test.rehash) {
					t.Errorf("%s: after signing in the hash is %q, %v, want %s…", name, stored.Password, err, test.rehash)
				}
			}
		}
	})
}

// A password can be typed on any keyboard: letters with the same meaning are the same.
// Hashes from before that was so still match, until the next sign-in.
func TestNormalizedPassword(t *testing.T) {
	p := newHasher(cost{memory: 64, passes: 1, threads: 1})
	const composed, decomposed, wide = "caf\u00e9 cr\u00e8me", "cafe\u0301 cre\u0300me", "caf\u00e9\u3000cr\u00e8me"
	stored := p.hash(decomposed)
	for _, typed := range []string{composed, decomposed, wide} {
		if ok, outdated := p.matches(typed, stored); !ok || outdated {
			t.Errorf("%+q: %v, %v, want a match", typed, ok, outdated)
		}
	}
	old := passwordHash{cost: p.cost, salt: make([]byte, 16)}
	old.sum = p.argon(decomposed, old)
	if ok, outdated := p.matches(decomposed, old.String()); !ok || !outdated {
		t.Errorf("a hash from before: %v, %v, want a match to be replaced", ok, outdated)
	}
}

func FuzzParseHash(f *testing.F) {
	f.Add(passwordHash{defaultCost, make([]byte, 16), make([]byte, 32)}.String())
	f.Add("$argon2id$v=19$m=19456,t=2,p=1$")
	f.Add("$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB")
	f.Fuzz(func(t *testing.T, stored string) {
		h, ok := parseHash(stored)
		if !ok {
			return
		}
		if len(h.salt) != 16 || len(h.sum) != 32 || h.exceeds(maxCost) || h.memory == 0 || h.passes == 0 || h.threads == 0 {
			t.Errorf("%q is read as %+v", stored, h)
		}
		if again, ok := parseHash(h.String()); !ok || !reflect.DeepEqual(again, h) {
			t.Errorf("%+v, written and read: %+v, %v", h, again, ok)
		}
	})
}

// The list is whole, and only whole lines of it count.
func TestCommonPasswords(t *testing.T) {
	if all := common(); len(all) < 10_000 || !slices.IsSorted(all) {
		t.Errorf("%d common passwords, in order: %v: want the whole list, in order", len(all), slices.IsSorted(all))
	}
	for _, word := range []string{"password", "dragon", "letmein"} {
		if !isCommon(word) {
			t.Errorf("%q is not common", word)
		}
	}
	for _, word := range []string{"", "\n", "a", "pass\nword", "correct horse"} {
		if isCommon(word) {
			t.Errorf("%q is common", word)
		}
	}
}

func BenchmarkWeakness(b *testing.B) {
	for b.Loop() {
		if why := weakness("correct horse battery", "ann"); why != "" {
			b.Fatal(why)
		}
	}
}

func FuzzWeakness(f *testing.F) {
	f.Add("correct horse", "Ann")
	f.Add("aaaaaaaa", "")
	f.Add("\xff\xfe日本", "日")
	f.Fuzz(func(t *testing.T, password, name string) {
		if err := checkPassword(password, name); err == nil && len(password) < minPassword {
			t.Errorf("password %q is accepted", password)
		}
	})
}

// A password that is replaced while somebody signs in with it begins no session, which
// would outlive it. One whose hash alone is replaced does.
func TestPasswordReplacedMeanwhile(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, c *clock) {
		ctx := t.Context()
		ann := signUp(t, a, "Ann")
		// meanwhile does something when the password has been verified.
		meanwhile := func(do func() error) {
			a.now = func() play.Instant {
				a.now = c.now
				if err := do(); err != nil {
					t.Error(err)
				}
				return c.now()
			}
		}
		meanwhile(func() error {
			before, err := a.store.Account(ctx, ann.Who.ID)
			if err != nil {
				return err
			}
			return a.store.Rehash(ctx, before.ID, before.Password, a.passwords.hash("correct horse"))
		})
		if signed, err := a.SignIn(ctx, "Ann", "correct horse", ""); err != nil || signed.Who.ID != ann.Who.ID {
			t.Errorf("with another hash: %+v, %v", signed, err)
		}
		meanwhile(func() error { return a.SetPassword(ctx, ann.Who, "battery staple") })
		_, err := a.SignIn(ctx, "Ann", "correct horse", "")
		refused(t, err, Wrong)
		if left, err := a.Sessions(ctx, ann.Who); err != nil || len(left) != 1 {
			t.Errorf("%d sessions, %v: want one", len(left), err)
		}
		if _, err := a.SignIn(ctx, "Ann", "battery staple", ""); err != nil {
			t.Error(err)
		}
	})
}
