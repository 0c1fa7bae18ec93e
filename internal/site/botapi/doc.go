// Package botgate is the bot API over HTTP: its routes and lines have the names
// that they have in lichess's, so that who has written a bot for that changes the
// rules and little else.
//
//	door := botgate.Door{Live: live}
//	door.Register(api)
//
// What is told and done is package live's: a line of the bot API is made of what
// the page's frames are made of, and an order of a bot is an order like others,
// with the same checks and limits. The types of the lines are package botapi's.
//
// The API is for whoever has a token, not for bots alone; docs/programs/bots.md says which
// of lichess's routes is which here.
package botapi
