// Package record reads and writes games as they were played: thera's own
// record for every game, and for Amazons the three formats that archives and
// programs exchange.
//
//   - [Thera], tags and numbered moves like PGN, holds everything. Its grammar
//     is in docs/records.md.
//   - [SGF], the Smart Game Format FF[4] with GM[18], as Red Bean's
//     specification has it (red-bean.com/sgf, page Amazons). The main line is
//     read, variations are passed over.
//   - [GGF], the Generic Game Format of the GGS game server (Michael Buro,
//     skatgame.net/mburo/ggsa/ggf).
//   - [Botzone], the lines of six numbers that bots on botzone.org.cn get and
//     give on 8x8 (Botzone wiki, page Amazons).
//
// Whatever its file looks like, a game is a [Game]: tags, the start position,
// turns with what is known of each, and the result.
//
//	for g, err := range record.Read(record.SGF, in, amazons.Rules()) {
//		if err != nil {
//			return err // "line 3, column 14: …"
//		}
//		if err := record.Write(record.Thera, out, g); err != nil {
//			return err
//		}
//	}
//
// Read plays each game by its rules, so what it returns is legal and in
// canonical text; a broken file or an illegal move is an [*Error] with its
// place. Reading what was written gives an equal Game, less what the format
// has no room for.
//
// The package keeps no games, compares none and knows nothing of files.
package record
