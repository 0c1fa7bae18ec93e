// Package bot plays on a server with any program: it connects the bot API with a program
// that speaks an engine protocol or the text protocol of CS 61B, or with an engine of
// thera.
//
//	err := bot.Run(ctx, bot.Config{
//		Client: client,
//		Player: player, // a match.Spec, such as ugi:./engine
//		Games:  []string{"amazons"},
//		Accept: bot.Anything(),
//		AtOnce: 2,
//		Report: func(r bot.Report) { fmt.Println(r) },
//	})
//
// Each game has a table: a goroutine that follows the game, and a program of its own,
// started at its first turn. Nothing is stored on disk or remembered that the server
// knows: a table that loses its connection, its program or the whole process gets the
// game's turns from the server and continues.
//
// The bot referees its program. It does not send illegal turns: it gives the game up,
// and a [Report] says why, with the program's last words. A program that ends is
// restarted a few times; a program that does not answer loses on time, or the game is
// given up if there is no clock.
//
// [Accept] says which challenges the bot accepts, [Offer] what it offers.
//
// It is a package of its own so that its tests play against a server in the same
// process, without the command.
package bot
