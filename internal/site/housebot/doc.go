// Package housebot plays the house bots: each level of each game is a player
// with an account, always available and rated like everybody.
//
//	bots, err := housebot.New(ctx, housebot.Config{Store: store, House: house, Games: catalog.Games(), Account: accounts.HouseBot})
//	l, err := lobby.New(ctx, lobby.Config{…, Bots: bots})
//	go bots.Run(ctx)
//
// A bot's account is named after its game and level, such as "amazons-3"; the
// name that people see is in the catalog. The lobby gives bots challenges and
// seats that nobody else took. Their games are in ordinary rooms: when one
// opens or changes, the bot looks at the room to see what to do, and what fails
// is tried again. So nothing is lost when the program stops, and bots continue
// after the next start.
//
// Only a few turns are searched at a time, so that people's requests are not
// delayed; workers can search instead of this program. Bots accept what people
// ask for: takebacks in casual games, aborting, a rematch. With several seats
// the others have to agree too.
package housebot
