// Package account knows who a client is and what it may do: guests, accounts, sessions,
// passkeys, tokens of programs, and bans.
//
// [Who] is the answer for one request: a guest, a person or a bot, identified by the
// session of a browser or the token of a program, with the scopes that it may use.
// [Accounts] gives the answers from what it keeps in a store:
//
//	accounts, err := account.New(ctx, account.Config{Store: s, Games: catalog.Names()})
//	signed, err := accounts.SignUp(ctx, who, "Ann", "correct horse", agent)
//	…
//	who, err := accounts.ByCookie(ctx, cookie)
//	if err := who.Need(account.Play); err != nil {
//		…
//	}
//
// A visitor who wants to play becomes a guest at once. A guest's ID is in a signed
// cookie and nowhere else. When a guest signs up, the new account takes over the ID, and
// with it all games that the guest has played.
//
// Cookies of sessions, tokens and recovery codes are random; the store has only their
// hashes. Passwords are stored as argon2id hashes with their cost.
//
// A session is not its owner: what decides who can sign in, or cannot be undone, needs
// the scope [Owner], in other packages too.
//
// Whatever the client has to be told is a [Refusal], with a reason for programs. Any
// other error is the store's.
//
// # HTTP
//
// [API] has the operations by which people sign up, sign in and manage their accounts
// (files http*.go), and identifies the callers of all operations in a [Kit]:
//
//	api := account.NewAPI(account.APIConfig{Accounts: accounts, Limits: account.DefaultLimits()})
//	kit := httpkit.New(httpkit.Config[account.Who]{Identify: api.Identify, …})
//	api.Register(kit)
//
// A browser has one cookie, of a guest or of a session. Over TLS its name begins with
// __Host-, so that no other site can set it.
package account
