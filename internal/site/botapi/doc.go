// Package botapi is the bot API, in the shape of lichess's: the lines of its streams, a
// client for programs in Go, and the operations of the server.
//
// # Client
//
//	client, err := botapi.NewClient("http://127.0.0.1:8080", token)
//	…
//	for event, err := range client.Events(ctx) {
//		if event.Type == botapi.TypeChallenge {
//			err := client.Accept(ctx, event.Challenge.ID)
//			…
//		}
//	}
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
// # Server
//
//	botapi.NewAPI(botapi.APIConfig{Live: live}).Register(kit)
//
// Paths and lines have lichess's names (files http*.go), so that somebody who has
// written a bot for lichess changes the rules and little else. Lines are derived from
// the frames of package live, and a bot's order is an order like others, with the same
// checks and limits. The API is for everybody who has a token, not only for bots.
package botapi
