package botapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/httpkit"
	"thera/internal/site/live"
	"thera/internal/site/play"
)

type okOutput struct{ Body OK }

var done = &okOutput{OK{OK: true}}

type moveInput struct {
	live.GamePath
	Move string      `path:"move" maxLength:"200" doc:"In any form that the rules accept"`
	Ply  int         `query:"ply" minimum:"0" doc:"The number of the turn in the game, from 1: with it, a turn sent twice is played once. The next turn if missing"`
	Lag  play.Millis `query:"lag" minimum:"0" doc:"The client's network delay, in ms"`
}

type chatInput struct {
	live.GamePath
	Body struct {
		Room string `json:"room,omitempty" enum:"player,spectator" doc:"Ignored: everybody sees it"`
		Text string `json:"text" enum:"hello,good-luck,have-fun,good-game,well-played,thanks,oops,goodbye"`
	}
}

type takebackInput struct {
	live.GamePath
	Accept string `path:"accept" enum:"yes,no,true,false"`
}

// reader returns the game and the order in a request.
type reader[In any] func(*In) (game string, order func(s *play.State, seat int) live.Order)

func addOrder[In any](api huma.API, d *API, path, id, summary string, read reader[In]) {
	huma.Register(api, httpkit.Changing(d.operation(http.MethodPost, path, id, summary)), func(ctx context.Context, in *In) (*okOutput, error) {
		game, order := read(in)
		if _, err := d.Live.Order(ctx, game, order); err != nil {
			return nil, err
		}
		return done, nil
	})
}

// bare returns the reader of an order without parameters.
func bare(do string) reader[live.GamePath] {
	return func(in *live.GamePath) (string, func(*play.State, int) live.Order) {
		return in.ID, func(*play.State, int) live.Order { return live.Order{Do: do} }
	}
}

func moveOrder(in *moveInput) (string, func(*play.State, int) live.Order) {
	return in.ID, func(s *play.State, _ int) live.Order {
		ply := in.Ply
		if ply == 0 {
			ply = s.Ply() + 1
		}
		return live.Order{Do: "turn", Turn: in.Move, Ply: ply, Lag: in.Lag}
	}
}

func chatOrder(in *chatInput) (string, func(*play.State, int) live.Order) {
	return in.ID, func(*play.State, int) live.Order { return live.Order{Do: "phrase", Phrase: in.Body.Text} }
}

// takebackOrder accepts another player's offer if there is one, and makes one
// otherwise.
func takebackOrder(in *takebackInput) (string, func(*play.State, int) live.Order) {
	return in.ID, func(s *play.State, seat int) live.Order {
		o := live.Order{Do: "offer", Offer: play.Takeback}
		if in.Accept == "no" || in.Accept == "false" {
			o.Do = "decline"
			return o
		}
		for _, standing := range s.View(s.At()).Offers {
			if standing.Offer == play.Takeback && standing.Seat != seat {
				o.Do = "accept"
			}
		}
		return o
	}
}

// claimOrder claims that the other player of a game for two has left.
func claimOrder(in *live.GamePath) (string, func(*play.State, int) live.Order) {
	return in.ID, func(_ *play.State, seat int) live.Order {
		against := 1
		if seat == 1 {
			against = 2
		}
		return live.Order{Do: "claim", Against: against}
	}
}
