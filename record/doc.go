// Package record reads and writes games as they were played: thera's own record for every
// game, and for Amazons the three formats that archives and programs exchange.
//
//   - [Thera], tags and numbered moves like PGN, holds everything. Its grammar is in
//     docs/programs/records.md.
//   - [SGF], the Smart Game Format FF[4] with GM[18], following Red Bean's specification
//     (red-bean.com/sgf, page Amazons).
//   - [GGF], the Generic Game Format of the GGS game server (Michael Buro,
//     skatgame.net/mburo/ggsa/ggf).
//   - [Botzone], the lines of six numbers that bots on botzone.org.cn exchange on 8x8
//     (Botzone wiki, page Amazons).
//
// Whatever its file looks like, a game is a [Game]: tags, the start position, turns with
// what is known about each, and the result.
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
// # Vocabulary
//
// A turn is one move of the game with what the file says about it, such as the time it
// took. A variation is a line of turns that could have been played instead of a turn and
// those after it. A tag is a name with a value that belongs to the whole game; names
// specific to one format have its prefix, as in SGF.AN. A property is how SGF and GGF write
// both: letters with values in brackets. SGF's points and Botzone's numbers are squares
// counted from the top, in SGF as letters. Black moves first in SGF, GGF and Botzone, and is
// seat 1 in all of them; in thera's texts of Amazons, seat 1 is White.
//
// The same turn of Amazons, which the player thought left them slightly ahead, in each
// format:
//
//	thera    1. c1-c6(f6) {score=+23 clock=4m58.5s}
//	SGF      ;B[chccfc]BL[298.5]THERA[score:+23]
//	GGF      B[C1-C6-F6/+23]
//	Botzone  2 0 2 5 5 5
//
// # Invariants
//
// Formats for a single game share a file for that game, amazons.go, with what they need of
// its rules. The rest of the package works for any game.
//
// Read plays each game by its rules, so what it returns is legal and in canonical text; a
// broken file or an illegal move is an [*Error] with its location. Reading what was written
// gives an equal Game, except for what the format cannot express. In Botzone that is
// everything but the moves of the main line; in GGF it is variations, comments, clocks,
// depths, reasons other than resignation, time and agreement, and the tags that are not GGF's.
//
// Games are read one at a time and none is kept, so an archive may be larger than memory. A
// Game that was read belongs to the caller.
//
// The package does not compare games and does not open files: it reads from an [io.Reader]
// and writes to an [io.Writer].
package record
