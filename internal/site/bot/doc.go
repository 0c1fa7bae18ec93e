// Package bot is the bot API, in the shape of lichess's, on both sides: the operations of
// the server, a client for programs in Go, and a bot that plays on a server with any
// program.
//
// # Server
//
//	(&bot.API{Live: live}).Register(kit)
//
// Paths and lines have lichess's names (http.go, lines.go), so that somebody who has
// written a bot for lichess changes the rules and little else. Lines are derived from the
// frames of package live, and a bot's order is an order like others, with the same checks
// and limits. The API is for everybody who has a token, not only for bots.
//
// An [Event] is a line of the stream of an account. The stream of a game begins with a
// line [Full], gameFull, which says who plays what with which clock; then there is a
// [State], gameState, whenever something has changed. Each state has all turns so far,
// so that a client that has lost its connection only has to ask again.
//
// Seats are counted from 1. In games for two, the first is white and the second black,
// whatever the game calls them; in games for more there are only seats. Fields that
// lichess does not have stand beside those it has, and fields that have no meaning here
// are left out; docs/programs/bots.md has the table.
//
// # Client
//
//	client, err := bot.NewClient("http://127.0.0.1:8080", token)
//	…
//	for event, err := range client.Events(ctx) {
//		if event.Type == bot.TypeChallenge {
//			err := client.Accept(ctx, event.Challenge.ID)
//			…
//		}
//	}
//
// # A bot
//
// [Run] connects a client with a program that speaks an engine protocol or the text
// protocol of CS 61B, or with an engine of thera.
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
package bot
