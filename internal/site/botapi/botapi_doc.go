// Package botapi is the bot API as both of its ends know it: the lines of its
// streams, in the shape of lichess's bot API, and a client for programs in Go.
//
//	client, err := botapi.New("http://127.0.0.1:8080", token)
//	…
//	for event, err := range client.Events(ctx) {
//		if event.Type == botapi.TypeChallenge {
//			err := client.Accept(ctx, event.Challenge.ID)
//			…
//		}
//	}
//
// An [Event] is a line of the stream of what happens to an account. The stream of
// a game begins with a line [Full], gameFull, which tells who plays what by which
// clock; then comes a [State], gameState, whenever something has changed. Each
// state has all turns so far, so that nothing has to be put together: who lost the
// connection asks again and knows all there is to know.
//
// Seats are counted from 1. Where two play, the first is white and the second
// black, whatever the game calls them; more than two have seats alone. What
// lichess has no notion of stands beside its fields, and what means nothing here
// is left out; docs/programs/bots.md has the table.
//
// The server's end of it is package botgate. What people do on the page goes over
// the sockets of package live; accounts may use both.
package botapi
