// Package class is a teacher with his pupils: who they are, what they may see of each
// other, and what is left of them when the class is closed, which is nothing.
//
// A class is made by an account, its teacher. Its members are who has followed its
// invitation and said a name: guests with an account of their class
// ([account.Accounts.Enroll]), without e-mail or password. A code, which the teacher
// can replace, lets a member in again who has lost his browser. A member's program is
// a bot of the class, which plays by a token.
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
// What belongs to a class is seen by its members and its teacher, and by others only
// if the class is public: [Classes.Sees] is the one place that says so. Members play
// among themselves and with the house, which package lobby sees to.
//
// Errors for those who ask are an [account.Refusal]. The package is not for HTTP,
// which is package school's, and knows no contests: those carry a class's id.
package class
