// Package load plays many games at once on a server, through the same sockets as
// people, and measures how it holds up.
//
//	result, err := load.Run(ctx, load.Config{URL: "http://127.0.0.1:8080", Games: rules, Tables: 1000, Rate: 100, Time: time.Minute})
//
// A table is a game that is played now, and its players; when it ends they begin
// another one. Each player has an address and a socket of its own, thinks for a
// while, plays a random legal turn, and comes back by itself when its connection
// is lost. It checks that it hears each event of its game once and in order, and
// the same as the others do.
//
// A turn is acknowledged when the server has said so to its player, and relayed
// when another player hears of it.
//
// A [History] is what the players know to have happened. [Check] holds it
// against the logs of the server, after that was killed, for instance: what was
// acknowledged is there, and no clock has run while nobody was heard.
package load
