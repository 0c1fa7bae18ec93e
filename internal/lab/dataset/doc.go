// Package dataset makes datasets for learning and checks them by the rules. They have
// games, evaluated positions, puzzles or proven positions, as compressed lines of JSON and
// as Parquet, with a schema, a data card and checksums.
//
//	recipe := dataset.Recipe{Kind: dataset.Games, Entry: entry, Games: 1000, Levels: []int{8}, Nodes: 1000, Plies: 4}
//	made, err := recipe.Make(ctx, "folder", dataset.Options{Version: "1.0", Threads: 2})
//	…
//	checked, err := dataset.Verify(ctx, "folder", dataset.VerifyOptions{Proofs: 10})
//
// # Vocabulary
//
// A dataset is a folder with rows of one [Kind]. A [Recipe] says which rows: the engine
// plays games against itself from random openings, and each game gives some rows, which
// depend on the recipe and the number of the game alone. Games therefore come out the
// same on every machine, with any number of threads, and after an interruption. Until
// all games are played, the rows of each are an entry of a journal beside the folder,
// which appears under its name only when it is complete. [WriteGames] writes games
// from elsewhere, one by one.
//
// A [Split] is one of three parts: rows to learn from, to choose by and to test with. A
// hash of a game's ID decides the split of the game and of its positions. The ID of a
// game is a hash of its start and moves, so that equal games are in the same split. Of
// the positions of a game only those are used whose own hash, the same for mirrored
// positions, belongs to the game's split. So no game and no position is in two splits,
// which a reader can check row by row.
//
// Memory does not grow with the number of rows: they are written in groups.
//
// The package knows no game by name. It reads no store of the service: who exports the
// games of people decides what they may say.
//
// It is a package of its own because tests make and check datasets without a command.
package dataset
