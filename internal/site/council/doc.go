// Package council lets the players of a side of a consultation game vote on its turns.
//
// Such a game is one of a tournament, whose players are teams: see play.TeamPlayer. A team
// has no account, so nobody plays its turns but a [Council], which plays the turn that
// most players of the side to move have voted for.
//
//	c := council.New(council.Config{Store: store, House: house, Lobby: lobby, Sides: director, Log: log})
//	go c.Run(ctx)
//	view, err := c.Vote(ctx, ann, game, 12, "d1-d7(g7)")
//
// A vote is open for a time, or until all players of the side have voted. If nobody has
// voted by then, the first vote decides. Of turns with equally many votes, the one that
// was proposed first is played. Voting ends before the clock runs out.
//
// Only the side to move sees proposals and votes, and only its players hear from the lobby
// that somebody has voted. They are kept in a table of their own, never in the log of a
// game, which everybody can read. A vote is acknowledged after it is stored, and so is a
// decision before it is played: after a crash, or on another node, it is played from the
// table. Every node runs a council. A row has a version, so that of two nodes that change
// it at once one tries again.
//
// It is a package of its own so that rooms, streams and tournaments cannot show votes: they
// do not know of them.
package council
