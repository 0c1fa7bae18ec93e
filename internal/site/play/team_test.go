package play_test

import (
	"testing"

	"thera/internal/site/play"
)

// TestTeamPlayer checks that a team's ID says all about it, and that no guest's ID does.
func TestTeamPlayer(t *testing.T) {
	p := play.TeamPlayer("cup", 2, "Red: the best")
	contest, number, name, ok := play.ParseTeam(p.ID)
	if contest != "cup" || number != 2 || name != "Red: the best" || !ok {
		t.Errorf("%q is team %d, %q, of %q, %v", p.ID, number, name, contest, ok)
	}
	if again := play.WithoutAccount(p.ID); again != p {
		t.Errorf("%+v is not %+v", again, p)
	}
	for _, id := range []string{"", "abcdefgh", "team:cup", "team:cup:x:Red", "team:cup:0:Red"} {
		if _, _, _, ok := play.ParseTeam(id); ok || play.WithoutAccount(id).Kind != play.Guest {
			t.Errorf("%q is a team", id)
		}
	}
}
