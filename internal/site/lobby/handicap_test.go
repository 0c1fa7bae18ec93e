package lobby_test

import (
	"testing"

	"thera/internal/catalog/setup"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// handicapsOf are a start, one whose worth is hardly known, a shorter clock, and powers.
func handicapsOf(name string) []setup.Handicap {
	known := []setup.Measurement{{Strength: "level 3", Won: 300, Games: 400}}
	vague := []setup.Measurement{{Strength: "level 3", Won: 15, Games: 20}}
	if name == "santorini" {
		return []setup.Handicap{{
			Name: "pan-athena", Starts: [2]setup.Start{{Variant: "2p:pan,athena"}, {Variant: "2p:athena,pan"}}, Measured: known,
		}}
	}
	start := [2]setup.Start{{Variant: "3x3", Position: ".../.../... 2"}, {Variant: "3x3", Position: ".../.../... 1"}}
	return []setup.Handicap{
		{Name: "first-turn", Starts: start, Measured: known},
		{Name: "vague", Starts: start, Measured: vague},
		{Name: "half-time", Time: 2, Measured: known},
	}
}

// The start and the worth of a handicap come from the table, whatever a player sends.
func TestHandicapsThatCantBe(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ann := p.account("Ann")
		for _, test := range []struct {
			change func(*lobby.Terms)
			want   play.Reason
		}{
			{func(t *lobby.Terms) { t.Handicap = "queen" }, lobby.BadHandicap},
			{func(t *lobby.Terms) { t.Handicap, t.Game, t.Variant = "first-turn", "santorini", "2p" }, lobby.BadHandicap},
			{func(t *lobby.Terms) { t.Handicap, t.Variant = "first-turn", "4x4" }, lobby.BadHandicap},
			{func(t *lobby.Terms) { t.Handicap, t.Position = "first-turn", "..R/.../R.. 1" }, lobby.BadHandicap},
			{func(t *lobby.Terms) {
				t.Handicap, t.Rated, t.Position = "first-turn", true, "..R/.../R.. 1"
			}, lobby.BadHandicap},
			{func(t *lobby.Terms) { t.Handicap, t.Game, t.Variant = "pan-athena", "santorini", "3p" }, lobby.BadHandicap},
			{func(t *lobby.Terms) {
				t.Handicap, t.Game, t.Variant, t.Powers = "pan-athena", "santorini", "2p", "random"
			}, lobby.BadHandicap},
			{func(t *lobby.Terms) { t.Handicap, t.Control = "half-time", play.Control{} }, lobby.BadHandicap},
			{func(t *lobby.Terms) { t.Handicap, t.Rated = "vague", true }, lobby.RatedNeedsWorth},
			{func(t *lobby.Terms) { t.Handicap, t.Rated = "half-time", true }, lobby.RatedNeedsWorth},
			{func(t *lobby.Terms) { t.Gives = true }, lobby.BadHandicap},
		} {
			terms := terms("hermit 3x3 5+3")
			test.change(&terms)
			_, err := p.Challenge(t.Context(), ann, "", terms)
			p.refused(err, test.want)
			_, err = p.Seek(t.Context(), ann, terms)
			p.refused(err, test.want)
		}
	})
}

// setupOf returns the setup of a game.
func (p *place) setupOf(id string) *play.Setup {
	p.t.Helper()
	r, leave, err := p.house.Enter(p.t.Context(), id)
	if err != nil {
		p.t.Fatal(err)
	}
	defer leave()
	return r.State().Setup()
}

// The player who offers to give a handicap does, whatever the seats, and again in the
// rematch. Of two seeks that fit, one gives what the other receives.
func TestHandicaps(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ctx := t.Context()
		ann, bob := p.account("Ann"), p.account("Bob")
		offer := terms("hermit 3x3 5+3")
		offer.Handicap, offer.Gives, offer.Rated = "first-turn", true, true
		starts := handicapsOf("hermit")[0].Starts
		for seat := range 2 {
			offer.Seat = seat + 1
			p.must(p.Seek(ctx, ann, offer))
			both := offer
			both.Seat = 0
			if made := p.must(p.Seek(ctx, bob, both)); made.Game != "" {
				t.Fatalf("%+v: two players give the same handicap", made)
			} else if err := p.Withdraw(ctx, bob, made.Seek.ID); err != nil {
				t.Fatal(err)
			}
			both.Gives = false
			game := p.must(p.Seek(ctx, bob, both)).Game
			gameSetup := p.setupOf(game)
			want := setup.Given{Name: "first-turn", Giver: seat + 1, Worth: setup.Worth{Elo: 191, Error: 39}}
			if gameSetup.Players[seat].ID != ann.ID || *gameSetup.Handicap != want || gameSetup.Position != starts[seat].Position {
				t.Errorf("seat %d: %+v from %q, want %+v from %q", seat+1, *gameSetup.Handicap, gameSetup.Position, want, starts[seat].Position)
			}
			again := p.setupOf(p.rematch(game))
			want.Giver = 2 - seat
			if again.Players[1-seat].ID != ann.ID || *again.Handicap != want || again.Position != starts[1-seat].Position || !again.Rated {
				t.Errorf("rematch: %+v from %q, want %+v from %q", *again.Handicap, again.Position, want, starts[1-seat].Position)
			}
		}
	})
}

// A handicap can be a pair of powers, which need not be fair.
func TestHandicapOfPowers(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		offer := terms("santorini 2p 5+3")
		offer.Handicap, offer.Rated, offer.Seat = "pan-athena", true, 1
		id := p.must(p.Challenge(t.Context(), p.account("Ann"), "", offer)).Challenge.ID
		gameSetup := p.setupOf(p.must(p.AcceptChallenge(t.Context(), p.account("Bob"), id)).Game)
		if gameSetup.Variant != "2p:athena,pan" || gameSetup.Handicap.Giver != 2 {
			t.Errorf("%s with %+v: want athena for Ann, who receives it", gameSetup.Variant, gameSetup.Handicap)
		}
	})
}

// rematch plays a game of two to its end by resignation and returns the one after it.
func (p *place) rematch(id string) string {
	p.t.Helper()
	r, leave, err := p.house.Enter(p.t.Context(), id)
	if err != nil {
		p.t.Fatal(err)
	}
	defer leave()
	for range 2 {
		s := r.State()
		if _, err := r.Do(p.t.Context(), play.Turn{Seat: s.Position().Turn(), Ply: s.Ply() + 1, Text: string(s.Position().Moves()[0])}); err != nil {
			p.t.Fatal(err)
		}
	}
	for _, c := range []play.Command{play.Resign{Seat: 0}, play.Offer{Seat: 1, Kind: play.Rematch}, play.Accept{Seat: 0, Kind: play.Rematch}} {
		if _, err := r.Do(p.t.Context(), c); err != nil {
			p.t.Fatal(err)
		}
	}
	next, err := p.Rematch(p.t.Context(), id)
	if err != nil {
		p.t.Fatal(err)
	}
	return next
}
