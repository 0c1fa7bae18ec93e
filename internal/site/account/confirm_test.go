package account

import (
	"context"
	"testing"
)

// requests are what an account's owner can ask for in a browser.
func requests(a *Accounts) map[string]func(context.Context, Who) error {
	site := Site{Host: "localhost:8080"}
	return map[string]func(context.Context, Who) error{
		"make recovery codes": func(ctx context.Context, who Who) error { _, err := a.NewCodes(ctx, who); return err },
		"make a token": func(ctx context.Context, who Who) error {
			_, _, err := a.NewToken(ctx, who, "x", Scopes{Play})
			return err
		},
		"become a bot":      func(ctx context.Context, who Who) error { _, err := a.BecomeBot(ctx, who); return err },
		"delete a passkey":  func(ctx context.Context, who Who) error { return a.DeletePasskey(ctx, who, "x") },
		"close the account": func(ctx context.Context, who Who) error { return a.Close(ctx, who, Closing{Name: "somebody else"}) },
		"list sessions":     func(ctx context.Context, who Who) error { _, err := a.Sessions(ctx, who); return err },
		"confirm":           func(ctx context.Context, who Who) error { return a.Confirm(ctx, who, "correct horse") },
		"confirm by passkey": func(ctx context.Context, who Who) error {
			_, err := a.BeginConfirm(ctx, who, site)
			return err
		},
	}
}

// changes are the requests that decide who can sign in, or that cannot be undone.
func changes(a *Accounts) map[string]func(context.Context, Who) error {
	all := requests(a)
	for _, other := range []string{"list sessions", "confirm", "confirm by passkey"} {
		delete(all, other)
	}
	all["set a password"] = func(ctx context.Context, who Who) error { return a.SetPassword(ctx, who, "staple battery") }
	all["begin to add a passkey"] = func(ctx context.Context, who Who) error {
		_, err := a.BeginAdd(ctx, who, Site{Host: "localhost:8080"})
		return err
	}
	all["add a passkey"] = func(ctx context.Context, who Who) error { _, err := a.FinishAdd(ctx, who, nil); return err }
	return all
}

// A session counts as confirmed for ten minutes after the password has been shown in it.
// A session that is stolen later can be used for little, and a token never suffices.
func TestConfirm(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, c *clock) {
		ctx := t.Context()
		ann := signUp(t, a, "Ann")
		text, _, err := a.NewToken(ctx, ann.Who, "mine", Scopes{Play, Admin})
		if err != nil {
			t.Fatal(err)
		}
		weak := ann.Who
		weak.Session, weak.Token, weak.Scopes = "", "weak", Scopes{Play}
		if err := weak.Need(Owner); err == nil || err.Error() != noToken {
			t.Errorf("a token without the scope admin: %v, want %q, since no scope helps", err, noToken)
		}
		session := func() Who {
			t.Helper()
			who, err := a.ByCookie(ctx, ann.Cookie)
			if err != nil {
				t.Fatal(err)
			}
			return who
		}
		if err := session().Need(Owner); err != nil {
			t.Errorf("after signing up: %v", err)
		}
		c.at += confirmTime
		program, err := a.ByToken(ctx, text)
		if err != nil {
			t.Fatal(err)
		}
		for what, do := range changes(a) {
			t.Run(what, func(t *testing.T) {
				refused(t, do(ctx, session()), Unconfirmed)
				refused(t, do(ctx, program), NoScope)
			})
		}
		refused(t, a.Confirm(ctx, program, "correct horse"), NoScope)
		refused(t, a.Confirm(ctx, session(), "wrong horse"), Wrong)
		refused(t, session().Need(Owner), Unconfirmed)
		other, err := a.SignIn(ctx, "Ann", "correct horse", "")
		if err != nil {
			t.Fatal(err)
		}
		refused(t, session().Need(Owner), Unconfirmed) // another session was

		if err := a.Confirm(ctx, session(), "correct horse"); err != nil {
			t.Fatal(err)
		}
		c.at += confirmTime - 1
		if err := a.SetPassword(ctx, session(), "staple battery"); err != nil {
			t.Errorf("after confirming: %v", err)
		}
		refused(t, a.Confirm(ctx, other.Who, "staple battery"), SignIn) // its session has ended
		c.at += confirmTime - 1
		if err := session().Need(Owner); err != nil {
			t.Errorf("after setting a password: %v", err)
		}
	})
}
