package play

import (
	"fmt"
	"strconv"
	"strings"
)

// teamPrefix begins the IDs of teams. IDs of accounts and guests have no colon.
const teamPrefix = "team:"

// TeamPlayer returns the player at a seat of a consultation game: a team, which has no
// account. Its ID says which team of which tournament it is, from 1, and its name follows
// from the ID.
func TeamPlayer(tournament string, number int, name string) Player {
	return Player{ID: fmt.Sprint(teamPrefix, tournament, ":", number, ":", name), Name: name, Kind: Team}
}

// ParseTeam returns what the ID of a team says, and whether it is one.
func ParseTeam(id string) (tournament string, number int, name string, ok bool) {
	rest, isTeam := strings.CutPrefix(id, teamPrefix)
	parts := strings.SplitN(rest, ":", 3)
	if !isTeam || len(parts) != 3 {
		return "", 0, "", false
	}
	number, err := strconv.Atoi(parts[1])
	return parts[0], number, parts[2], err == nil && number >= 1
}

// WithoutAccount returns the player with an ID that no account has: a team, or a guest.
func WithoutAccount(id string) Player {
	if _, _, name, ok := ParseTeam(id); ok {
		return Player{ID: id, Name: name, Kind: Team}
	}
	return Player{ID: id, Name: GuestName(id), Kind: Guest}
}
