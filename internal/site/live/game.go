package live

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"thera/game"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/stream"
	"thera/record"
)

// GamePath is the path to a game.
type GamePath struct {
	ID string `path:"id" maxLength:"40" doc:"The game's ID"`
}

type followInput struct {
	GamePath
	After int    `query:"after" minimum:"0" doc:"The number of the last event that the client has"`
	Page  string `query:"page" maxLength:"100" doc:"The version of the client's page; the server's is in the first frame"`
}

func (s *API) registerGames(kit *account.Kit) {
	game := reading("games").About(httpkit.OfViewers)
	httpkit.JSON(kit, game.At("GET /api/v1/game/{id}", "game", "Get a game, in progress or finished"), s.getGame)
	text := game.Answering(httpkit.Answer{ContentType: "text/plain", What: "A record in thera's own format"})
	httpkit.Register(kit, text.At("GET /api/v1/game/{id}/record", "gameRecord", "Get a game as a record"), s.writeRecord)
	lines := game.Answering(httpkit.Answer{ContentType: "application/x-ndjson", What: "Frames, one a line", Line: streamFrames})
	httpkit.Stream(kit, lines.At("GET /api/v1/game/{id}/stream", "gameStream", "Follow a game").
		Saying("Lines of JSON: a frame state, then each event of the game after the number, past ones first, and other frames between them. A blank line is sent every few seconds."), s.streamGame)
	httpkit.Socket(kit, game.Answering(httpkit.Answer{Line: socketFrames}).At("GET /api/v1/game/{id}/socket", "gameSocket", "Follow and play a game over a WebSocket").
		Saying("The frames of the stream, and orders from the client: objects with do, the name of an operation below, its fields, and an id that is returned in a frame ack or refused. A client sends something, at least {\"do\":\"ping\"}, every four seconds; a side that receives nothing for ten seconds closes the socket."), s.socketGame)
}

type textOutput struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func (s *API) writeRecord(ctx context.Context, who account.Who, in *GamePath) (*textOutput, error) {
	sheet, _, err := s.sheet(ctx, in.ID, who)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := record.Write(record.Thera, &text, sheet); err != nil {
		return nil, err
	}
	return &textOutput{"text/plain; charset=utf-8", text.Bytes()}, nil
}

// Sheet returns the record of a game that everybody may see, and whether it is over.
func (s *API) Sheet(ctx context.Context, id string) (record.Game, bool, error) {
	return s.sheet(ctx, id, account.Who{})
}

// sheet returns the record of a game, and whether it is over, if somebody may see it.
func (s *API) sheet(ctx context.Context, id string, who account.Who) (record.Game, bool, error) {
	game, leave, err := s.enter(ctx, id, who)
	if err != nil {
		return record.Game{}, false, err
	}
	defer leave()
	events, err := game.Since(ctx, 0)
	if err != nil {
		return record.Game{}, false, err
	}
	rules, err := s.Rules(game.State().Setup().Game)
	if err != nil {
		return record.Game{}, false, err
	}
	sheet, err := play.Record(id, events, rules)
	if err != nil {
		return record.Game{}, false, err
	}
	return sheet, game.State().Over(), nil
}

func (s *API) getGame(ctx context.Context, who account.Who, in *GamePath) (Full, error) {
	game, leave, err := s.enter(ctx, in.ID, who)
	if err != nil {
		return Full{}, err
	}
	defer leave()
	seat := 1 + play.IndexOf(game.State().Setup().Players, who.ID)
	full := s.full(game, s.table(in.ID), seat)
	if full.Events, err = game.Since(ctx, 0); err != nil {
		return Full{}, err
	}
	full.Events = seenBy(full.Events, seat)
	if game.State().Over() {
		if full.Changes, err = s.changes(ctx, in.ID); err != nil {
			return Full{}, err
		}
		if full.Rematch, err = s.Store.RematchOf(ctx, in.ID); err != nil && !errors.Is(err, store.ErrNotFound) {
			return Full{}, err
		}
	}
	return full, nil
}

func seenBy(events []play.Event, seat int) []play.Event {
	seen := make([]play.Event, len(events))
	for i, e := range events {
		seen[i] = e.For(seat)
	}
	return seen
}

func (s *API) streamGame(ctx context.Context, who account.Who, in *followInput) (httpkit.Direct, error) {
	return s.Stream(who, func(to Subscriber) (stream.Feed, error) { return s.follow(ctx, in.ID, to, in.After) })
}

func (s *API) socketGame(ctx context.Context, who account.Who, in *followInput) (httpkit.Connect, error) {
	return s.openSocket(who, func(to Subscriber) (stream.Feed, error) { return s.follow(ctx, in.ID, to, in.After) })
}

// Full is the full state of a game. The events are included in the answer to a request,
// but not in the first frame of a connection, which sends them one by one.
type Full struct {
	ID       string        `json:"id" doc:"The game's ID"`
	View     play.View     `json:"view" doc:"The state of the game"`
	You      int           `json:"you" doc:"My seat, 0 for none"`
	Now      play.Instant  `json:"now" doc:"The server's time"`
	Watchers int           `json:"watchers" doc:"The number of spectators"`
	Present  []int         `json:"present" doc:"The seats whose players are connected"`
	Plan     [][]game.Move `json:"plan,omitempty" doc:"My conditional turns: lines that start with the next turn"`
	Events   []play.Event  `json:"events,omitempty" doc:"All, as in the log; missing in the frame state"`
	Changes  []Change      `json:"changes,omitempty" doc:"Changes of ratings, when the game is over"`
	Rematch  string        `json:"rematch,omitempty" doc:"The ID of the next game of the same players"`
	Page     string        `json:"page,omitempty" doc:"The version of the server's page, only in the frame state"`
}

// Change is the change of a player's rating by the game.
type Change struct {
	Player string  `json:"player" doc:"The player's ID"`
	Before float64 `json:"before" doc:"The rating before the game"`
	After  float64 `json:"after" doc:"The rating after it"`
}

// streamFrames are values of the frames of a game's stream, and socketFrames of its socket's.
var (
	streamFrames = httpkit.OneOf{State{}, play.Event{}, Present{}, Watchers{}, Planned{}, Said{}, Ratings{}, Next{}, stream.Disconnected{}}
	socketFrames = slices.Concat(streamFrames, httpkit.OneOf{Ack{}, Refused{}, Pong{}})
)

// State is the first frame of every follower.
type State struct {
	Event string `json:"event" enum:"state" doc:"Which frame this is"`
	Full
}

// Present is the frame that says which players are connected.
type Present struct {
	Event string `json:"event" enum:"present" doc:"Which frame this is"`
	Seats []int  `json:"seats" doc:"Those whose players are connected"`
}

// Watchers is the frame that says how many spectators there are.
type Watchers struct {
	Event string `json:"event" enum:"watchers" doc:"Which frame this is"`
	Count int    `json:"count" doc:"The number of spectators"`
}

// Planned is the frame that says which conditional turns a seat has set. Only its player
// gets it.
type Planned struct {
	Event string        `json:"event" enum:"planned" doc:"Which frame this is"`
	Plan  [][]game.Move `json:"plan" doc:"Your conditional turns: lines that start with the next turn"`
}

// Said is the frame of a player's phrase.
type Said struct {
	Event  string `json:"event" enum:"phrase" doc:"Which frame this is"`
	Seat   int    `json:"seat" doc:"Who says it"`
	Phrase string `json:"phrase" doc:"One of those that players can send"`
}

// Ratings is the frame of the changes of ratings at the end of a game.
type Ratings struct {
	Event   string   `json:"event" enum:"ratings" doc:"Which frame this is"`
	Changes []Change `json:"changes" doc:"By seat"`
}

// Next is the frame of the rematch.
type Next struct {
	Event string `json:"event" enum:"rematch" doc:"Which frame this is"`
	Game  string `json:"game" doc:"The ID of the next game of the same players"`
}

// Ack is the frame that says that an order was carried out and stored.
type Ack struct {
	Event string `json:"event" enum:"ack" doc:"Which frame this is"`
	ID    string `json:"id,omitempty" doc:"The ID of the order"`
	Done
}

// Done is the state of the game after an order.
type Done struct {
	Number int           `json:"number" doc:"The number of the last event"`
	Clocks []play.Millis `json:"clocks,omitempty" doc:"The time each seat has left; missing without a clock"`
}

// Refused is the frame that says why an order was not carried out.
type Refused struct {
	Event  string     `json:"event" enum:"refused" doc:"Which frame this is"`
	ID     string     `json:"id,omitempty" doc:"The ID of the order"`
	Reason string     `json:"reason" doc:"As in problems"`
	Detail string     `json:"detail" doc:"For people"`
	View   *play.View `json:"view,omitempty" doc:"The current state"`
}

// Pong is the answer to a ping.
type Pong struct {
	Event string       `json:"event" enum:"pong" doc:"Which frame this is"`
	Now   play.Instant `json:"now" doc:"The server's time"`
}
