package bot

import (
	"strings"

	"thera/game"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// ColorOf returns the color of a seat, "" from the third seat on.
func ColorOf(seat int) string {
	switch seat {
	case 1:
		return "white"
	case 2:
		return "black"
	}
	return ""
}

// UserOf returns a player as in lines.
func UserOf(p play.Player) User {
	u := User{ID: p.ID, Name: p.Name, Rating: p.Rating, Provisional: p.Provisional}
	if p.Kind == play.Bot {
		u.Title = TitleBot
	}
	return u
}

func usersOf(players []play.Player) []User {
	users := make([]User, len(players))
	for i, p := range players {
		users[i] = UserOf(p)
	}
	return users
}

// statuses has the statuses of games that did not end by their rules, by reason.
var statuses = map[string]string{
	"": StatusStarted, play.ByAbortion: StatusAborted, play.ByResign: StatusResign, play.ByTime: StatusTime,
	play.ByNoShow: StatusTime, play.ByLeaving: StatusLeft,
}

func endingOf(reason string, winners []int, seats int) Ending {
	e := Ending{Status: StatusRules, Winners: winners, Reason: reason}
	if s, ok := statuses[reason]; ok {
		e.Status = s
	}
	if seats == 2 && len(winners) == 1 {
		e.Winner = ColorOf(winners[0])
	}
	return e
}

// GameOf returns a game as in a player's event stream.
func GameOf(s play.Summary, player string) *Game {
	seat := 1 + play.IndexOf(s.Players, player)
	g := &Game{
		ID: s.ID, GameID: s.ID, Game: s.Game, Variant: s.Variant, Speed: s.Control.Speed(), Rated: s.Rated, Clock: s.Control,
		Seat: seat, Color: ColorOf(seat), FEN: s.Position, LastMove: s.Last, Players: usersOf(s.Players),
		IsMyTurn: s.Reason == "" && s.Turn == seat, HasMoved: seat > 0 && s.Ply >= seat,
		Ending: endingOf(s.Reason, s.Winners, len(s.Players)),
	}
	if len(s.Players) == 2 && seat > 0 {
		other := s.Players[2-seat]
		g.Opponent = &Opponent{other.ID, other.Name, other.Rating}
	}
	return g
}

// ChallengeOf returns a challenge as the bot API has it.
func ChallengeOf(c lobby.Challenge) *Challenge {
	t := c.Terms
	out := &Challenge{
		ID: c.ID, Status: "created", Challenger: UserOf(c.Players[0]), Game: t.Game, Variant: t.Variant, Powers: t.Powers,
		Handicap: t.Handicap, Gives: t.Gives, InitialFEN: t.Position, Rated: t.Rated, Speed: t.Control.Speed(), TimeControl: timeControlOf(t.Control),
		Color: "random", Seat: t.Seat, Seats: c.Seats, Players: usersOf(c.Players),
	}
	if color := ColorOf(t.Seat); color != "" {
		out.Color = color
	}
	if c.To != nil {
		to := UserOf(*c.To)
		out.DestUser = &to
	}
	return out
}

const (
	second = 1000 // in ms
	day    = 24 * 60 * 60 * second
)

func timeControlOf(c play.Control) TimeControl {
	t := TimeControl{Type: "unlimited", Show: c}
	switch {
	case c.Turn > 0:
		t.Type, t.DaysPerTurn = "correspondence", int(c.Turn/day)
	case c.Initial > 0:
		t.Type, t.Limit, t.Increment = "clock", int(c.Initial/second), int(c.Increment/second)
	}
	return t
}

// FullOf returns the first line of a game for a player.
func FullOf(id string, s *play.State, player string, now play.Instant) Full {
	setup := s.Setup()
	seat := 1 + play.IndexOf(setup.Players, player)
	f := Full{
		Type: TypeGameFull, ID: id, Game: setup.Game, Variant: setup.Variant, Rated: setup.Rated, Speed: setup.Control.Speed(),
		DaysPerTurn: int(setup.Control.Turn / day), CreatedAt: s.Summary(id).At, InitialFEN: StartPosition,
		Handicap: setup.Handicap, Seat: seat, Color: ColorOf(seat), Players: usersOf(setup.Players), State: StateOf(s, now),
	}
	if setup.Position != "" {
		f.InitialFEN = setup.Position
	}
	if setup.Control.Initial > 0 {
		f.Clock = &Clock{setup.Control.Initial, setup.Control.Increment}
	}
	f.White, f.Black = f.Players[0], f.Players[1]
	return f
}

const endless = 24 * day // without a clock, so that a bot that divides it by turns has enough

// StateOf returns the state of a game at a moment.
func StateOf(s *play.State, now play.Instant) State {
	view, setup := s.View(now), s.Setup()
	out := State{
		Type: TypeGameState, Moves: strings.Join(game.Strings(s.Turns()), " "), Ply: view.Ply, FEN: view.Position, Turn: view.Turn,
		WTime: endless, BTime: endless, WInc: s.Increment(0), BInc: s.Increment(1), Clocks: view.Clocks,
		Ending: endingOf(view.Reason, view.Winners, len(setup.Players)),
	}
	if len(view.Clocks) > 1 {
		out.WTime, out.BTime = view.Clocks[0], view.Clocks[1]
	}
	for _, o := range view.Offers {
		if o.Offer == play.Takeback {
			out.WTakeback, out.BTakeback = out.WTakeback || o.Seat == 1, out.BTakeback || o.Seat == 2
		}
	}
	return out
}
