package play

import (
	"reflect"
	"testing"
)

func TestCommandsAsText(t *testing.T) {
	all := []Command{
		Turn{Seat: 1, Ply: 3, Text: "a1-b1(a1)", Lag: 4, Seen: 5},
		Plan{Seat: 1, Ply: 2, Lines: [][]string{{"x", "y"}}},
		Resign{1},
		Abort{1},
		MoreTime{Seat: 2, Nth: 3},
		Offer{1, Takeback},
		Accept{1, Rematch},
		Decline{0, Takeback},
		Claim{Seat: 1, Against: 2},
	}
	for _, c := range all {
		text, err := EncodeCommand(c)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := DecodeCommand(text); err != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("%s reads back as %#v, %v", text, again, err)
		}
	}
	if len(all) != len(commands) {
		t.Errorf("%d commands are tested, there are %d", len(all), len(commands))
	}
	for _, c := range []Command{Tick{}, Resume{}, Cancel{}} {
		if text, err := EncodeCommand(c); err == nil {
			t.Errorf("%s: only who runs the game gives it", text)
		}
	}
	for _, text := range []string{"", "{}", `{"do":"tick","command":{}}`, `{"do":"turn","command":[]}`} {
		if c, err := DecodeCommand([]byte(text)); err == nil {
			t.Errorf("%q is %#v", text, c)
		}
	}
}
