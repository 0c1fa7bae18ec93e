package lobby_test

import (
	"testing"

	"thera/internal/catalog/setup"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// What can't be played is not offered.
func TestTermsThatCantBe(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ann := p.account("Ann")
		good := terms("hermit 3x3 5+3")
		for _, test := range []struct {
			who    play.Player
			change func(*lobby.Terms)
			want   play.Reason
		}{
			{ann, func(t *lobby.Terms) { t.Game = "chess" }, lobby.UnknownGame},
			{ann, func(t *lobby.Terms) { t.Variant = "11x11" }, lobby.UnknownVariant},
			{ann, func(t *lobby.Terms) { t.Position = "e2e4" }, lobby.BadPosition},
			{ann, func(t *lobby.Terms) { t.Position = "..R/.../R.. 1" }, ""},
			{ann, func(t *lobby.Terms) { t.Game, t.Variant = "santorini", "2p:athena,pan" }, ""},
			{ann, func(t *lobby.Terms) { t.Game, t.Variant, t.Rated = "santorini", "2p:athena,pan", true }, lobby.RatedNeedsFair},
			{ann, func(t *lobby.Terms) { t.Game, t.Variant, t.Rated = "santorini", "2p:pan,atlas", true }, ""},
			{ann, func(t *lobby.Terms) { t.Game, t.Variant, t.Powers, t.Rated = "santorini", "2p", "fair", true }, ""},
			{ann, func(t *lobby.Terms) { t.Game, t.Variant, t.Powers, t.Rated = "santorini", "2p", "draft", true }, lobby.RatedNeedsFair},
			{ann, func(t *lobby.Terms) { t.Game, t.Variant, t.Powers, t.Rated = "santorini", "2p", "random", true }, lobby.RatedNeedsFair},
			{ann, func(t *lobby.Terms) { t.Game, t.Variant, t.Powers = "santorini", "4p", "random" }, ""},
			{ann, func(t *lobby.Terms) { t.Game, t.Variant, t.Powers = "santorini", "teams", "draft" }, ""},
			{ann, func(t *lobby.Terms) { t.Game, t.Variant, t.Powers, t.Seat = "santorini", "2p", "draft", 1 }, lobby.BadTerms},
			{ann, func(t *lobby.Terms) { t.Game, t.Variant, t.Powers = "santorini", "3p", "fair" }, lobby.BadPowers},
			{ann, func(t *lobby.Terms) { t.Game, t.Variant, t.Powers = "santorini", "2p", "pan,zeus" }, lobby.BadPowers},
			{ann, func(t *lobby.Terms) { t.Game, t.Variant, t.Powers = "santorini", "2p", "pan,atlas,pan" }, lobby.BadPowers},
			{ann, func(t *lobby.Terms) { t.Game, t.Variant, t.Powers = "santorini", "2p:pan,pan", "random" }, lobby.BadPowers},
			{ann, func(t *lobby.Terms) { t.Powers = "random" }, lobby.BadPowers},
			{ann, func(t *lobby.Terms) {
				t.Game, t.Variant, t.Position = "santorini", "2p:pan,atlas", "00000/00000/00000/00000/00000 -,- 1 atlas,pan"
			}, lobby.BadPosition},
			{ann, func(t *lobby.Terms) {
				t.Game, t.Variant, t.Position = "santorini", "2p:mortal,mortal", "00000/00000/00000/00000/00000 -,- 1 atlas,pan"
			}, lobby.BadPosition},
			{ann, func(t *lobby.Terms) { t.Seat = 3 }, lobby.BadTerms},
			{ann, func(t *lobby.Terms) { t.Seat = -1 }, lobby.BadTerms},
			{ann, func(t *lobby.Terms) { t.Min, t.Max = 1600, 1500 }, lobby.BadTerms},
			{ann, func(t *lobby.Terms) { t.Min = -5 }, lobby.BadTerms},
			{guest(1), func(t *lobby.Terms) { t.Rated = true }, lobby.RatedNeedsAccount},
			{ann, func(t *lobby.Terms) { t.Rated, t.Game, t.Variant = true, "santorini", "3p" }, lobby.RatedNeedsTwo},
			{ann, func(t *lobby.Terms) { t.Rated, t.Position = true, "..R/.../R.. 1" }, lobby.RatedNeedsStart},
			{ann, func(t *lobby.Terms) { t.Rated, t.Control = true, play.Control{} }, lobby.RatedNeedsClock},
		} {
			terms := good
			test.change(&terms)
			made, err := p.Challenge(t.Context(), test.who, "", terms)
			if test.want == "" {
				p.must(made, err)
				continue
			}
			p.refused(err, test.want)
			_, err = p.Seek(t.Context(), test.who, terms)
			p.refused(err, test.want)
		}
		if n := len(p.Seeks("")); n != 0 {
			t.Errorf("%d seeks of what can't be played", n)
		}
		plain := p.must(p.Seek(t.Context(), ann, lobby.Terms{Game: "hermit"})).Seek
		if plain.Terms.Variant == "" || plain.Seats != 2 {
			t.Errorf("%+v, want the first variant", plain)
		}
	})
}

// TestPowersByHand asks for powers by hand in each way to begin a game: they are the same
// as in the variant's name.
func TestPowersByHand(t *testing.T) {
	inBubble(t, &fakeBots{}, func(p *place) {
		ctx := p.t.Context()
		ann, bob := p.account("Ann"), p.account("Bob")
		for _, test := range []struct {
			powers setup.Method
			rated  bool
		}{{"athena,pan", false}, {"mortal,mortal", false}, {"pan,atlas", true}} {
			hand, named := terms("santorini 2p 3d"), terms("santorini 2p:"+string(test.powers)+" 3d")
			hand.Powers, hand.Rated, named.Rated = test.powers, test.rated, test.rated
			for _, offered := range []lobby.Terms{hand, named} {
				for name, begin := range map[string]func() lobby.Made{
					"seek": func() lobby.Made {
						p.must(p.Seek(ctx, ann, offered))
						return p.must(p.Seek(ctx, bob, hand))
					},
					"challenge": func() lobby.Made {
						made := p.must(p.Challenge(ctx, ann, bob.Name, offered))
						return p.must(p.AcceptChallenge(ctx, bob, made.Challenge.ID))
					},
					"play now": func() lobby.Made {
						p.must(p.PlayNow(ctx, ann, offered))
						return p.must(p.PlayNow(ctx, ann, hand)) // asks again
					},
				} {
					if sum := p.summary(begin().Game); sum.Variant != named.Variant || sum.Rated != test.rated {
						p.t.Errorf("%s of %+v: %s, rated %t", name, offered, sum.Variant, sum.Rated)
					}
				}
			}
		}
	})
}

func TestRatingRange(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ctx := t.Context()
		ann, bob := p.account("Ann"), p.account("Bob")
		high := terms("hermit 3x3 3d")
		high.Min = 1600
		seek := p.must(p.Seek(ctx, ann, high)).Seek
		_, err := p.Accept(ctx, bob, seek.ID)
		p.refused(err, lobby.RatingRange)
		_, err = p.Accept(ctx, guest(1), seek.ID)
		p.refused(err, lobby.RatingRange)
		wide := high
		wide.Min, wide.Max = 1500, 1500 // Cid's rating
		if made := p.must(p.Seek(ctx, bob, wide)); made.Seek == nil {
			t.Errorf("%+v: Bob fits, and Ann does not want him", made)
		}
		cid := p.account("Cid")
		if made := p.must(p.Seek(ctx, cid, terms("hermit 3x3 3d"))); made.Game == "" {
			t.Errorf("%+v: Cid and Bob want each other", made)
		}
	})
}

// A player who asks for a seat gets it, even if others ask for seats as well.
func TestSeats(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ctx := t.Context()
		for seat := 1; seat <= 3; seat++ {
			offer := terms("santorini 3p 3d")
			offer.Seat = seat
			made := p.must(p.Seek(ctx, guest(1), offer))
			same := p.must(p.Seek(ctx, guest(2), offer))
			if same.Seek == nil || same.Seek.ID == made.Seek.ID {
				t.Fatalf("seat %d is given twice: %+v", seat, same)
			}
			if err := p.Withdraw(ctx, guest(2), same.Seek.ID); err != nil {
				t.Error(err)
			}
			other := offer
			other.Seat = seat%3 + 1
			if joined := p.must(p.Seek(ctx, guest(2), other)); joined.Seek == nil || joined.Seek.ID != made.Seek.ID {
				t.Fatalf("%+v, want the seek %s", joined, made.Seek.ID)
			}
			sum := p.summary(p.must(p.Accept(ctx, guest(3), made.Seek.ID)).Game)
			if sum.Players[seat-1].ID != "guest1" || sum.Players[other.Seat-1].ID != "guest2" {
				t.Errorf("seats %+v, want guest 1 at %d and guest 2 at %d", sum.Players, seat, other.Seat)
			}
		}
	})
}
