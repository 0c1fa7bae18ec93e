// Package class is a teacher's class: its members, what they may see of each other, and
// the programs that they hand in. When a class is closed, nothing about its members is
// kept.
//
// A person with an account makes a class and is its teacher. People who follow the
// invitation and give a name become members: guests whose accounts belong to the
// class ([account.Accounts.Enroll]), without e-mail or password. With a code, which the
// teacher can replace, a member who has lost the browser comes back. A member's program
// is a bot of the class, which plays with a token.
//
//	c := class.New(class.Config{Store: store, Accounts: accounts})
//	made, err := c.Make(ctx, teacher, "Programming 2")
//	…
//	signed, code, err := c.Join(ctx, visitor, made.Invitation, "Zoë Peeters", agent)
//	program, token, err := c.HandIn(ctx, signed.Who)
//	rows, err := c.Table(ctx, teacher, made.ID)
//	…
//	err = c.Close(ctx, teacher, made.ID, made.Name)
//
// What belongs to a class is visible to its members and its teacher, and to others only
// if the class is public: [Classes.Sees] is the one place that decides this. Members
// play among themselves and with house bots, which package lobby enforces. Tournaments
// of a class carry its ID and are in package tournament.
//
// Errors for the client are [account.Refusal] values. [API] has the operations (files
// http*.go): a class that the client may not see does not exist for it (404), and what
// only the teacher may do is forbidden to others (403).
//
// It is a package of its own so that who may see what of a class is decided in one
// place, which tests drive without games or a server.
package class
