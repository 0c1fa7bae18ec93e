package play_test

import (
	"encoding/json"
	"fmt"

	"thera/hermit"
	"thera/internal/site/play"
)

func Example() {
	rules := hermit.Rules()
	clock, _ := play.ParseControl("5+3")
	state, log, err := play.Create(rules, play.Setup{
		Game: "hermit", Variant: "3x3", Control: clock,
		Players: []play.Player{{ID: "1", Name: "Ann", Kind: play.Person}, {ID: "2", Name: "Bob", Kind: play.Person}},
	}, 1_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	turn := play.Turn{Seat: 0, Ply: 1, Text: string(state.Position().Moves()[0])}
	state, events, err := state.Decide(5_000, turn)
	log = append(log, events...)
	fmt.Println(state.Ply(), len(log), err)

	_, _, err = state.Decide(6_000, play.Resign{Seat: 1})
	fmt.Println(err)
	text, _ := json.Marshal(log[1])
	fmt.Println(string(text))
	// Output:
	// 1 2 <nil>
	// you cannot resign before each seat has had a turn; abort the game instead
	// {"number":2,"at":5000,"event":"turn","seat":1,"ply":1,"turn":"Ra1","clocks":[300000,300000]}
}
