// Package housebot plays for the house: the levels of each game as players of
// their own, who are always there and rated like everybody.
//
//	bots, err := housebot.New(ctx, housebot.Config{Store: store, House: house, Games: catalog.Games(), Account: accounts.HouseBot})
//	…
//	l, err := lobby.New(ctx, lobby.Config{…, Bots: bots})
//	…
//	go bots.Run(ctx)
//
// A bot's account is called after its game and level, "amazons-3"; the name by which
// people know the level is in the catalog. Through the lobby it
// takes challenges to it and seats for which nobody has come. Its games are in
// rooms like all others: it is told when one changes, and looks at the room then
// to see what there is to do. So nothing is lost when the program ends, and bots
// play on after the next start.
//
// Bots search one after the other, or a few at a time on a large machine, so
// that people's turns are not kept waiting. They agree to what people ask for:
// to take turns back in casual games, to abort, to a rematch. With several seats
// the others have to agree too.
package housebot
