package main

import (
	"encoding/json"
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/site/play"
)

// TestStoreExport pins what the export of a store says of players: nothing that names
// people, the same number in all games of a player, and names of bots.
func TestStoreExport(t *testing.T) {
	rules := gametest.Must(t, catalog.Rules, "hermit")
	ann := play.Player{ID: "secretid", Name: "Ann", Kind: play.Person, Rating: 1512}
	robot := play.Player{ID: "robotid", Name: "Robot", Kind: play.Bot}
	e := &storeExport{numbers: map[string]int64{}}
	for i, players := range [][]play.Player{{ann, robot}, {robot, ann}} {
		setup := play.Setup{Game: "hermit", Variant: "3x3", Control: play.Control{Initial: 300_000, Increment: 3000}, Rated: true, Players: players, Tournament: "contestid"}
		state, log, err := play.Create(rules, setup, 1_700_000_000_000)
		for err == nil && !state.Over() {
			var events []play.Event
			turn := play.Turn{Seat: state.Position().Turn(), Ply: state.Ply() + 1, Text: string(state.Position().Moves()[0])}
			if i == 1 && state.Ply() == 2 {
				state, events, err = state.Decide(state.At()+1000, play.Resign{Seat: 0})
			} else {
				state, events, err = state.Decide(state.At()+1000, turn)
			}
			log = append(log, events...)
		}
		if err != nil {
			t.Fatal(err)
		}
		row := gametest.Must(t, e.row, log)
		text, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"Ann", "secretid", "robotid", "contestid", "1700", "2023"} {
			if strings.Contains(string(text), secret) {
				t.Errorf("%q is in %s", secret, text)
			}
		}
		want := [2]string{
			`"players":[{"kind":"person","name":null,"level":null,"number":1,"rating":1512},{"kind":"bot","name":"Robot","level":null,"number":2,"rating":null}],"nodes":null,"time_control":"5+3"`,
			`"players":[{"kind":"bot","name":"Robot","level":null,"number":2,"rating":null},{"kind":"person","name":null,"level":null,"number":1,"rating":1512}],"nodes":null,"time_control":"5+3","winners":[2],"reason":"resigned"`,
		}[i]
		if !strings.Contains(string(text), want) || i == 0 && row.Reason != "rules" {
			t.Errorf("%s, want %s", text, want)
		}
	}
}
