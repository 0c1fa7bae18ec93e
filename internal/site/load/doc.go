// Package load measures how a service holds up, and estimates what a given
// number of players needs.
//
// # Load tests
//
// [Run] plays many games at once on a server, through the same sockets as people.
//
//	result, err := load.Run(ctx, load.Config{URLs: urls, Rules: rules, ConcurrentGames: 1000, Rate: 100, Time: time.Minute})
//
// Each game has its players, and when it ends they start another. Each player
// has its own address and socket, thinks for a while, plays a random legal
// turn, and reconnects when its connection is lost. Players check that they
// receive each event of their game once, in order, and the same as the others
// do. A turn is acknowledged when the server has told its player that it is
// stored, and relayed when another player receives it.
//
// [Crowds] are other clients at the same time: spectators of a tournament, programs that
// use the bot API, people who read pages and people in the lobby (crowd.go).
//
// A [History] is what the players know to have happened. [Check] compares it
// with the server's logs, for example after the server was killed: every
// acknowledged turn must be there, and no clock may have run during an outage.
//
// # Estimates
//
// [Simulate] simulates a day of players who come, meet, play, watch and leave;
// [Estimate] multiplies what they do by measured costs.
//
//	day, err := load.Simulate(ctx, load.People(), 1)
//	need := load.Estimate(day.Scale(1_000_000), load.Measured())
//	fmt.Println(need.Nodes, need.Limits[0].What)
//
// A [Model] says when people come, what they play and how they think. A [Day] is the
// result, minute by minute; its peak is the minute with the most connections. A
// [Cost] is what one thing takes, with the command that measures it. A [Need] is what
// all of them take at the peak, and where each part reaches its limit. The simulation
// has a few thousand people at its peak and is scaled to larger numbers, although
// larger crowds find opponents a little sooner. Estimates are as good as the model,
// which is an assumption, and the costs, which are measured.
//
// The files estimate*.go are estimates; the others are load tests.
//
// It is a package of its own because it is a client: it measures a server from the
// outside, over its public API.
package load
