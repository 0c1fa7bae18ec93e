package push

import (
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/hermit"
	"thera/internal/site/play"
	"thera/internal/site/room"
)

// Correspondence players get a notification when it is their turn, when a game
// begins and when it is over.
func TestTidings(t *testing.T) {
	turn := func(s *play.State) play.Command {
		return play.Turn{Seat: s.Position().Turn(), Ply: s.Ply() + 1, Text: string(s.Position().Moves()[0])}
	}
	offer := func(s *play.State) play.Command { return play.Offer{Seat: s.Position().Turn(), Kind: play.Takeback} }
	abort := func(s *play.State) play.Command { return play.Abort{Seat: s.Position().Turn()} }
	cancel := func(*play.State) play.Command { return play.Cancel{} }
	resign := func(s *play.State) play.Command { return play.Resign{Seat: s.Position().Turn()} }
	type command = func(*play.State) play.Command
	for name, c := range map[string]struct {
		clock    string
		bob      play.PlayerKind
		commands []command // the last one causes the notification
		want     string
	}{
		"the beginning": {"3d", play.Person, nil, "ann gameTurn Bob, bob gameStart Ann"},
		"a turn":        {"3d", play.Person, []command{turn}, "bob gameTurn Ann"},
		"two turns":     {"3d", play.Person, []command{turn, turn}, "ann gameTurn Bob"},
		"an offer":      {"3d", play.Person, []command{turn, turn, offer}, ""},
		"the end":       {"3d", play.Person, []command{turn, turn, resign}, "ann gameEnd Bob, bob gameEnd Ann"},
		"an abort":      {"3d", play.Person, []command{abort}, "ann gameEnd Bob, bob gameEnd Ann"},
		"no first turn": {"3d", play.Person, []command{cancel}, "ann gameEnd Bob, bob gameEnd Ann"},
		"with a clock":  {"5+3", play.Person, []command{turn}, ""},
		"against a bot": {"3d", play.Bot, nil, "ann gameTurn Bob"},
		"a side's turn": {"3d", play.Team, []command{turn}, "bob gameTurn Ann"},
		"a bot's turn":  {"3d", play.Bot, []command{turn}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			control := gametest.Must(t, play.ParseControl, c.clock)
			state, events, err := play.Create(hermit.Rules(), play.Setup{
				Game: "hermit", Variant: "7x7", Control: control,
				Players: []play.Player{{ID: "ann", Name: "Ann", Kind: play.Person}, {ID: "bob", Name: "Bob", Kind: c.bob}},
			}, 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, do := range c.commands {
				if state, events, err = state.Decide(2, do(state)); err != nil {
					t.Fatal(err)
				}
			}
			var got []string
			for _, told := range messagesFor(room.Change{Game: "8fk2", State: state, Events: events}) {
				if m := told.message; m.Game != "8fk2" || m.Rules != "hermit" {
					t.Errorf("message %+v: want the game's id and rules", m)
				}
				got = append(got, told.player+" "+told.message.Event+" "+told.message.From)
			}
			if text := strings.Join(got, ", "); text != c.want {
				t.Errorf("told %q: want %q", text, c.want)
			}
		})
	}
}
