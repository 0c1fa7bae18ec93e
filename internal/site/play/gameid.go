package play

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"
)

// TournamentGameID returns the ID of a tournament game, which follows from the
// tournament, round and board: any node that starts it a second time finds that
// it exists. A tournament may number rounds and boards freely as long as no two
// games have the same pair.
func TournamentGameID(contest string, round, board int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", contest, round, board))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:10])
}
