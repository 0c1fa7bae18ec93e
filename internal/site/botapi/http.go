package botapi

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/live"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/stream"
)

// API has the operations of the bot API.
type API struct{ APIConfig }

// APIConfig configures the operations.
type APIConfig struct{ Live *live.API }

// NewAPI returns the operations of the bot API.
func NewAPI(c APIConfig) *API { return &API{c} }

// Register adds the operations to an API.
func (d *API) Register(api huma.API) {
	events := d.operation(http.MethodGet, "/stream/event", "botEvents", "Follow my events, in lichess's form")
	events.Description = "Lines of JSON: first gameStart for each game in progress and challenge for each open challenge, then further events as they happen. A blank line is sent every few seconds."
	huma.Register(api, streamed[Event](api, events), d.events)
	game := d.operation(http.MethodGet, "/bot/game/stream/{id}", "botGame", "Follow a game, in lichess's form")
	game.Description = "Lines of JSON: gameFull, then gameState, chatLine and opponentGone. The stream ends with the game. A blank line is sent every few seconds."
	huma.Register(api, streamed[Full](api, game), d.game)

	addOrder(api, d, "/bot/game/{id}/move/{move}", "botMove", "Play a turn", moveOrder)
	addOrder(api, d, "/bot/game/{id}/resign", "botResign", "Resign a game", bare("resign"))
	addOrder(api, d, "/bot/game/{id}/abort", "botAbort", "End a game in which not all players have had a turn", bare("abort"))
	addOrder(api, d, "/bot/game/{id}/chat", "botChat", "Send a phrase to all who follow the game", chatOrder)
	addOrder(api, d, "/bot/game/{id}/takeback/{accept}", "botTakeback", "Offer a takeback, or answer such an offer", takebackOrder)
	addOrder(api, d, "/bot/game/{id}/claim-victory", "botClaim", "Claim that the opponent has left", claimOrder)

	huma.Register(api, d.operation(http.MethodGet, "/account/playing", "botPlaying", "List my games in progress, in lichess's form"), d.playing)
	online := d.operation(http.MethodGet, "/bot/online", "botsOnline", "List bots that can be challenged: those connected to this node, and house bots")
	huma.Register(api, streamed[User](api, online), d.online)

	huma.Register(api, d.operation(http.MethodGet, "/challenge", "botChallenges", "List my challenges, in lichess's form"), d.challenges)
	huma.Register(api, httpkit.Changing(d.operation(http.MethodPost, "/challenge/{username}", "botChallenge", "Challenge a player")), d.challenge)
	l := d.Live.Lobby
	addAnswer(api, d, "accept", "Accept a challenge", func(ctx context.Context, who play.Player, id string) error {
		_, err := l.AcceptChallenge(ctx, who, id)
		return err
	})
	addAnswer(api, d, "decline", "Decline a challenge", l.DeclineChallenge)
	addAnswer(api, d, "cancel", "Withdraw a challenge", l.CancelChallenge)
}

func (d *API) operation(method, path, id, summary string) huma.Operation {
	op := httpkit.Found(method, path, id, summary)
	op.Tags, op.Middlewares = []string{"bot"}, huma.Middlewares{d.Live.Attach}
	return op
}

// streamed describes an operation that answers with lines of JSON; Line is the type of
// the first.
func streamed[Line any](api huma.API, op huma.Operation) huma.Operation {
	op.Responses = live.Lines("application/x-ndjson", "Lines of JSON")
	schema := api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[Line](), true, "")
	op.Responses["200"].Content["application/x-ndjson"].Schema = schema
	return op
}

type nothing struct{}

func (d *API) events(ctx context.Context, _ *nothing) (*huma.StreamResponse, error) {
	if _, err := d.Live.Need(ctx, account.Play); err != nil {
		return nil, err
	}
	return d.Live.Stream(ctx, func(who account.Who, wake func()) (stream.Feed, error) {
		return d.Live.Listen(who, false, wake, func(n lobby.Notice) [][]byte { return linesOf(n, who.ID) }), nil
	})
}

func (d *API) game(ctx context.Context, in *live.GamePath) (*huma.StreamResponse, error) {
	return d.Live.Stream(ctx, func(who account.Who, wake func()) (stream.Feed, error) {
		inner, room, err := d.Live.Follow(ctx, in.ID, who, wake)
		if err != nil {
			return nil, err
		}
		return &gameFeed{Feed: inner, room: room, player: who.ID, now: d.Live.Heartbeat.Now}, nil
	})
}

// encode returns a line as it is sent.
func encode(line any) []byte {
	text, err := json.Marshal(line)
	if err != nil {
		panic(err) // impossible: all lines can be encoded
	}
	return text
}
