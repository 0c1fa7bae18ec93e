// Package account says who somebody is and what he may do.
//
// A [Who] is the answer for one request: a guest, a person or a bot, by a
// session of a browser or by the token of a program, with the scopes that it
// may use. [Accounts] gives the answers, out of what it keeps in a store:
//
//	accounts, err := account.New(ctx, account.Config{Store: s, Games: catalog.Names()})
//	signed, err := accounts.SignUp(ctx, who, "Ann", "correct horse", agent)
//	…
//	who, err := accounts.ByCookie(ctx, cookie)
//	if err := who.Need(account.Play); err != nil {
//		…
//	}
//
// A visitor who wants to play is a guest at once: his id is in a signed cookie,
// and nowhere else. When he signs up the account takes over his id, and so all
// games that he has played.
//
// A cookie of a session, a token and a recovery code are random; the store has
// only their hashes. A password is stored as argon2id has it.
//
// What somebody has to be told is a [Refusal], with a reason for programs; any
// other error is the store's.
package account
