package bot

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/live"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/stream"
)

// API has the operations of the bot API.
type API struct{ Live *live.API }

// Register adds the operations to a kit.
func (d *API) Register(kit *account.Kit) {
	read := httpkit.Operation{Tag: "bot", Callers: httpkit.Anyone, Object: httpkit.OfNobody, Cost: httpkit.Light}
	httpkit.Register(kit, read.Answering(lines(User{})).Costing(httpkit.Read).At("GET /api/v1/bot/online", "botsOnline", "List bots that can be challenged: those connected to this node, and house bots"), d.online)
	httpkit.Stream(kit, read.Answering(lines(httpkit.OneOf{Full{}, State{}, Chat{}, Gone{}, stream.Disconnected{}})).About(httpkit.OfViewers).At("GET /api/v1/bot/game/stream/{id}", "botGame", "Follow a game, in lichess's form").
		Saying("Lines of JSON: gameFull, then gameState, chatLine and opponentGone. The stream ends with the game, or earlier: ask again while the status is started. A blank line is sent every few seconds."), d.game)

	mine := httpkit.Operation{Tag: "bot", Callers: httpkit.Players, Scope: account.Play, Object: httpkit.OfCaller, Cost: httpkit.Read}
	httpkit.Stream(kit, mine.Answering(lines(httpkit.OneOf{Event{}, stream.Disconnected{}})).At("GET /api/v1/stream/event", "botEvents", "Follow my events, in lichess's form").
		Saying("Lines of JSON: first gameStart for each game in progress and challenge for each open challenge, then further events as they happen. A blank line is sent every few seconds."), d.events)
	httpkit.JSON(kit, mine.At("GET /api/v1/account/playing", "botPlaying", "List my games in progress, in lichess's form"), d.playing)
	httpkit.JSON(kit, mine.At("GET /api/v1/challenge", "botChallenges", "List my challenges, in lichess's form"), d.challenges)

	orders, phrases := d.Live.Orders()
	order := mine.About(httpkit.OfPlayers).Costing(httpkit.Write).Within(orders).Failing(http.StatusConflict)
	addOrder(kit, d, order.At("POST /api/v1/bot/game/{id}/move/{move}", "botMove", "Play a turn"), moveOrder)
	addOrder(kit, d, order.At("POST /api/v1/bot/game/{id}/resign", "botResign", "Resign a game"), bare("resign"))
	addOrder(kit, d, order.At("POST /api/v1/bot/game/{id}/abort", "botAbort", "End a game in which not all players have had a turn"), bare("abort"))
	addOrder(kit, d, order.At("POST /api/v1/bot/game/{id}/chat", "botChat", "Send a phrase to all who follow the game").Taking(httpkit.SmallBody).Within(phrases), chatOrder)
	addOrder(kit, d, order.At("POST /api/v1/bot/game/{id}/takeback/{accept}", "botTakeback", "Offer a takeback, or answer such an offer"), takebackOrder)
	addOrder(kit, d, order.At("POST /api/v1/bot/game/{id}/claim-victory", "botClaim", "Claim that the opponent has left"), claimOrder)

	l := d.Live.Lobby
	offer := mine.About(httpkit.OfNobody).Costing(httpkit.Write).Within(d.Live.Offers()...).Failing(http.StatusForbidden, http.StatusNotFound, http.StatusConflict)
	httpkit.JSON(kit, offer.At("POST /api/v1/challenge/{username}", "botChallenge", "Challenge a player").Taking(httpkit.SmallBody), d.challenge)
	addAnswer(kit, offer.About(httpkit.OfHolder), "accept", "Accept a challenge", func(ctx context.Context, who play.Player, id string) error {
		_, err := l.AcceptChallenge(ctx, who, id)
		return err
	})
	addAnswer(kit, offer.About(httpkit.OfMaker), "decline", "Decline a challenge", l.DeclineChallenge)
	addAnswer(kit, offer.About(httpkit.OfMaker), "cancel", "Withdraw a challenge", l.CancelChallenge)
}

// lines describes an answer of lines of JSON.
func lines(line any) httpkit.Answer {
	return httpkit.Answer{ContentType: "application/x-ndjson", What: "Lines of JSON", Line: line}
}

type nothing struct{}

func (d *API) events(_ context.Context, who account.Who, _ *nothing) (httpkit.Direct, error) {
	return d.Live.Stream(who, func(to live.Subscriber) (stream.Feed, error) {
		known := heard{map[string]bool{}, map[string]bool{}}
		return d.Live.Listen(to, func(n lobby.Notice) [][]byte { return linesOf(n, to.ID, known) }), nil
	})
}

func (d *API) game(ctx context.Context, who account.Who, in *live.GamePath) (httpkit.Direct, error) {
	return d.Live.Stream(who, func(to live.Subscriber) (stream.Feed, error) {
		inner, room, err := d.Live.Follow(ctx, in.ID, to)
		if err != nil {
			return nil, err
		}
		return &gameFeed{Feed: inner, room: room, player: to.ID, now: d.Live.House.Now}, nil
	})
}

func (d *API) playing(ctx context.Context, who account.Who, _ *nothing) (Playing, error) {
	out := Playing{NowPlaying: []Game{}}
	games, err := d.Live.Lobby.Games(ctx, who.ID)
	for _, g := range games {
		out.NowPlaying = append(out.NowPlaying, *GameOf(g, who.ID))
	}
	return out, err
}

type linesOutput struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

type onlineInput struct {
	N int `query:"nb" minimum:"1" maximum:"500" default:"100" doc:"At most this number"`
}

func (d *API) online(ctx context.Context, who account.Who, in *onlineInput) (*linesOutput, error) {
	players, err := d.Live.Store.Names(ctx, d.Live.Lobby.LocalListeners()) // most are no bots
	if err != nil {
		return nil, err
	}
	var bots []play.Player
	for id, p := range players {
		if p.Kind != play.Bot {
			continue
		}
		a, err := d.Live.Store.Account(ctx, id)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if err == nil && a.Closed == 0 && a.Class == who.Class {
			bots = append(bots, play.Player{ID: a.ID, Name: a.Name, Kind: a.Kind, Class: a.Class})
		}
	}
	store.SortByName(bots, func(p play.Player) (name, id string) { return p.Name, p.ID })
	if d.Live.Bots != nil {
		for _, game := range d.Live.Games {
			residents, err := d.Live.Bots.Residents(ctx, game, play.Fast)
			if err != nil {
				return nil, err
			}
			for _, r := range residents {
				bots = append(bots, r.Player)
			}
		}
	}
	out := &linesOutput{ContentType: "application/x-ndjson"}
	for _, b := range bots[:min(len(bots), in.N)] {
		out.Body = append(append(out.Body, stream.Encode(UserOf(b))...), '\n')
	}
	return out, nil
}

func (d *API) challenges(_ context.Context, who account.Who, _ *nothing) (Challenges, error) {
	in, out := d.Live.Lobby.Challenges(who.ID)
	return Challenges{In: challengesOf(in), Out: challengesOf(out)}, nil
}

func challengesOf(all []lobby.Challenge) []Challenge {
	out := []Challenge{}
	for _, c := range all {
		out = append(out, *ChallengeOf(c))
	}
	return out
}

type challengeInput struct {
	Username string `path:"username" maxLength:"40" doc:"The name of the player to challenge"`
	Body     lobby.Terms
}

func (d *API) challenge(ctx context.Context, who account.Who, in *challengeInput) (Made, error) {
	made, err := d.Live.Lobby.Challenge(ctx, who.Player, in.Username, in.Body)
	out := Made{Game: made.Game, Draft: made.Draft}
	if made.Challenge != nil {
		out.Challenge = ChallengeOf(*made.Challenge)
	}
	return out, err
}

type challengePath struct {
	ID string `path:"id" maxLength:"40" doc:"The challenge's ID"`
}

func addAnswer(kit *account.Kit, op httpkit.Operation, verb, summary string, answer func(context.Context, play.Player, string) error) {
	op = op.At("POST /api/v1/challenge/{id}/"+verb, "botChallenge"+strings.ToUpper(verb[:1])+verb[1:], summary)
	httpkit.JSON(kit, op, func(ctx context.Context, who account.Who, in *challengePath) (OK, error) {
		return OK{OK: true}, answer(ctx, who.Player, in.ID)
	})
}

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
		Text string `json:"text" enum:"hello,good-luck,have-fun,good-game,well-played,thanks,oops,goodbye" doc:"The phrase that the opponent gets"`
	}
}

type takebackInput struct {
	live.GamePath
	Accept string `path:"accept" enum:"yes,no,true,false" doc:"Whether to offer or accept a takeback, or to decline one"`
}

type reader[In any] func(*In) (game string, order func(s *play.State, seat int) live.Order)

func addOrder[In any](kit *account.Kit, d *API, op httpkit.Operation, read reader[In]) {
	httpkit.JSON(kit, op, func(ctx context.Context, who account.Who, in *In) (OK, error) {
		game, order := read(in)
		_, err := d.Live.Order(ctx, who, game, order)
		return OK{OK: true}, err
	})
}

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

// heard is of which games in progress and challenges a program has been sent: games can begin
// without a notice, of many the first notice has some, and it may come again.
type heard struct{ games, challenges map[string]bool }

// linesOf returns what a player's program is sent for a notice.
func linesOf(n lobby.Notice, player string, known heard) (lines [][]byte) {
	add := func(e Event) { lines = append(lines, stream.Encode(e)) }
	start := func(g play.Summary) {
		if !known.games[g.ID] {
			known.games[g.ID] = true
			add(Event{Type: TypeGameStart, Game: GameOf(g, player)})
		}
	}
	switch n.Event {
	case lobby.Hello:
		lines = append(lines, []byte{}) // tells the client that the stream has begun
		for _, g := range n.Games {
			start(g)
		}
		for _, c := range n.Challenges {
			if !known.challenges[c.ID] {
				known.challenges[c.ID] = true
				add(Event{Type: TypeChallenge, Challenge: ChallengeOf(c)})
			}
		}
	case lobby.GameStart, lobby.GameTurn:
		start(*n.Game)
	case lobby.GameEnd:
		delete(known.games, n.Game.ID)
		add(Event{Type: TypeGameFinish, Game: GameOf(*n.Game, player)})
	case lobby.Challenged:
		known.challenges[n.Challenge.ID] = true
		add(Event{Type: TypeChallenge, Challenge: ChallengeOf(*n.Challenge)})
	case lobby.ChallengeGone:
		delete(known.challenges, n.ID)
		switch n.Why {
		case lobby.WhyDeclined:
			add(goneChallenge(TypeDeclined, "declined", n.ID))
		case lobby.WhyCanceled, lobby.WhyLate:
			add(goneChallenge(TypeCanceled, "canceled", n.ID))
		}
	}
	return lines
}

// goneChallenge returns the event of a challenge that no longer exists. Only its ID is
// known then.
func goneChallenge(kind, status, id string) Event {
	return Event{Type: kind, Challenge: &Challenge{ID: id, Status: status, Players: []User{}}}
}

// gameFeed has the lines of a game in lichess's form. The frames of a follower say when
// something has changed; the room says what.
type gameFeed struct {
	stream.Feed
	room   *room.Room
	player string
	now    func() play.Instant
	begun  bool
	number int // of the last event that the client has seen
	over   bool
	here   bool // whether the opponent is connected
}

var errOver = errors.New("the game is over")

// frame has the parts of a frame that matter here.
type frame struct {
	Event  string `json:"event"`
	Seat   int    `json:"seat"`
	Phrase string `json:"phrase"`
	Seats  []int  `json:"seats"`
}

// Next implements [stream.Feed].
func (f *gameFeed) Next() ([]byte, error) {
	for !f.over {
		text, err := f.Feed.Next()
		if err != nil || text == nil {
			return nil, err
		}
		var one frame
		if err := json.Unmarshal(text, &one); err != nil {
			return nil, err
		}
		if line := f.line(one); line != nil {
			return line, nil
		}
	}
	return nil, errOver
}

// line returns the line for a frame, nil for none.
func (f *gameFeed) line(one frame) []byte {
	state := f.room.State()
	setup := state.Setup()
	switch one.Event {
	case "state":
		if f.begun {
			return nil
		}
		f.begun, f.here = true, true
		f.number, f.over = state.Number(), state.Over()
		return stream.Encode(FullOf(f.room.ID(), state, f.player, f.now()))
	case "present":
		if len(setup.Players) != 2 {
			return nil
		}
		here := slices.ContainsFunc(one.Seats, func(seat int) bool { return setup.Players[seat-1].ID != f.player })
		if here == f.here {
			return nil
		}
		f.here = here
		return stream.Encode(Gone{Type: TypeGone, Gone: !here})
	case "phrase":
		if one.Seat < 1 || one.Seat > len(setup.Players) {
			return nil
		}
		return stream.Encode(Chat{Type: TypeChat, Room: "player", Username: setup.Players[one.Seat-1].Name, Text: one.Phrase})
	}
	if state.Number() <= f.number {
		return nil
	}
	f.number, f.over = state.Number(), state.Over()
	return stream.Encode(StateOf(state, f.now()))
}
