// Package bot plays on a server with any program: it is the bridge between the bot
// API and a program that speaks an engine protocol, or the text protocol of CS
// 61B, or an engine of this program.
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
// Each game has a table: one goroutine that follows the game, and a program of its
// own, started when it is first to move. Nothing is kept on disk and nothing
// remembered that the server knows: a table that loses its connection, its program
// or the whole process takes the game's turns from the server and goes on.
//
// The bridge is the referee of its program. What is not legal is not sent: the game
// is given up, and a [Report] says why with the program's own last words. A
// program that ends is started again, some times; one that is silent loses on
// time, or is given up where there is no clock.
//
// Which challenges it takes is [Accept]; what it offers by itself is [Offer].
package bot
