package play

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"
)

// TournamentGameID returns the id of a game of a contest, which follows from the
// contest, the round and the board: whoever begins it a second time, on whatever
// node, finds that it has begun. Rounds and boards may be counted as the contest
// likes, if no two of its games have the same of both.
func TournamentGameID(contest string, round, board int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", contest, round, board))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:10])
}
