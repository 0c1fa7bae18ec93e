package lobby

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"thera/game"
	"thera/internal/catalog/setup"
	"thera/internal/lab/rating"
	"thera/internal/site/play"
)

// Check refuses terms that a player could not seek. It returns the player with their
// rating, the terms with the variant written out, and the number of seats.
func (l *Lobby) Check(ctx context.Context, who play.Player, terms Terms) (play.Player, Terms, int, error) {
	pos, err := l.startPosition(&terms)
	if err != nil {
		return who, terms, 0, err
	}
	seats := pos.Board().Seats
	if err := cmp.Or(l.checkDraft(terms, who), l.checkHandicap(terms, seats), checkSeatAndRange(terms, seats), l.checkRated(who, terms, seats)); err != nil {
		return who, terms, 0, err
	}
	if terms.Position != "" {
		terms.Position = pos.String()
	}
	if terms.Control.Speed() == play.Unlimited {
		terms.Min, terms.Max = 0, 0 // games without a clock have no ratings
	}
	who, err = l.rating(ctx, who, terms)
	return who, terms, seats, err
}

// startPosition also writes out the variant, and powers that were chosen by hand.
func (l *Lobby) startPosition(terms *Terms) (game.Position, error) {
	rules, err := l.config.Rules(terms.Game)
	if err != nil {
		return nil, play.Refuse(UnknownGame, "%v", err)
	}
	if terms.Variant == "" {
		terms.Variant = rules.Variants()[0]
	}
	pos, err := rules.Start(terms.Variant)
	if err != nil {
		return nil, play.Refuse(UnknownVariant, "%v", err)
	}
	if err := l.checkPowers(terms, pos.Board().Seats); err != nil {
		return nil, err
	}
	start, err := rules.Start(terms.Variant)
	if err != nil {
		return nil, play.Refuse(BadPowers, "%v", err)
	}
	if terms.Position == "" {
		return start, nil
	}
	pos, err = rules.Parse(terms.Position)
	if err != nil {
		return nil, play.Refuse(BadPosition, "%v", err)
	}
	return pos, checkPosition(*terms, pos, start)
}

// checkPosition refuses a position with other powers than the start of a variant that names
// them, or with seats that are out.
func checkPosition(terms Terms, pos, start game.Position) error {
	has, want := setup.PowerNames(pos.Board().Powers), setup.PowerNames(start.Board().Powers)
	return cmp.Or(
		play.RefuseIf(setup.PowersOf(terms.Variant) != nil && !slices.Equal(has, want), BadPosition, "position %q has the powers %s: want those of the variant, %s",
			terms.Position, cmp.Or(strings.Join(has, ","), "none"), cmp.Or(strings.Join(want, ","), "none")),
		play.RefuseIf(pos.Winners() != 0 || pos.Seats().Len() != pos.Board().Seats, BadPosition, "position %q: want one with all seats in play", terms.Position),
	)
}

func checkSeatAndRange(terms Terms, seats int) error {
	return cmp.Or(
		play.RefuseIf(terms.Seat < 0 || terms.Seat > seats, BadTerms, "seat %d: want 1 to %d, or 0 for a random seat", terms.Seat, seats),
		play.RefuseIf(terms.Min < 0 || terms.Max < 0 || terms.Max > 0 && terms.Min > terms.Max, BadTerms, "ratings from %d to %d: want the lower one first", terms.Min, terms.Max),
	)
}

func (l *Lobby) checkRated(who play.Player, terms Terms, seats int) error {
	if !terms.Rated {
		return nil
	}
	return cmp.Or(
		play.RefuseIf(who.Kind == play.Guest || who.Class != "", RatedNeedsAccount, "%s", ratedNeedsAccount),
		play.RefuseIf(seats != 2, RatedNeedsTwo, "rated game for %d players: want two", seats),
		play.RefuseIf(terms.Position != "", RatedNeedsStart, "rated game from a custom position: want the start of a variant"),
		play.RefuseIf(!l.hasFairPowers(terms), RatedNeedsFair, "rated game with the powers %s: want none, or powers measured to be balanced, as fair draws them",
			cmp.Or(string(terms.Powers), strings.Join(setup.PowersOf(terms.Variant), ","))),
		play.RefuseIf(terms.Control.Speed() == play.Unlimited, RatedNeedsClock, "rated game without a clock: choose one, such as 5+3"),
	)
}

// checkHandicap refuses a handicap that the game does not have, or not on these terms. Its
// start and its worth come from the game's handicaps, never from the player.
func (l *Lobby) checkHandicap(terms Terms, seats int) error {
	if terms.Handicap == "" {
		return play.RefuseIf(terms.Gives, BadHandicap, "the player who offers gives no handicap: want one")
	}
	h, err := setup.FindHandicap(l.config.Handicaps(terms.Game), terms.Handicap)
	if err != nil {
		return play.Refuse(BadHandicap, "%v", err)
	}
	return cmp.Or(
		play.RefuseIf(seats != 2, BadHandicap, "handicap %s for %d players: want two", h.Name, seats),
		play.RefuseIf(!h.Applies(terms.Variant), BadHandicap, "handicap %s on %q: want %q", h.Name, terms.Variant, h.Variant()),
		play.RefuseIf(terms.Position != "" || terms.Powers != setup.AsNamed, BadHandicap, "handicap %s with a position or powers: it has its own start", h.Name),
		play.RefuseIf(h.Time > 0 && terms.Control.Initial == 0, BadHandicap, "handicap %s without a clock: choose one, such as 5+3", h.Name),
		play.RefuseIf(terms.Rated && !h.IsRated(), RatedNeedsWorth, "rated game with the handicap %s, whose worth is not known well enough: play a casual game", h.Name),
	)
}

// withHandicap returns the setup of a game in which a seat, from 1, gives a handicap.
func (l *Lobby) withHandicap(gameSetup play.Setup, name string, giver int) (play.Setup, error) {
	h, err := setup.FindHandicap(l.config.Handicaps(gameSetup.Game), name)
	if err != nil {
		return gameSetup, play.Refuse(BadHandicap, "%v", err)
	}
	given, start := h.GivenBy(giver), h.Starts[giver-1]
	gameSetup.Handicap, gameSetup.Position = &given, start.Position
	gameSetup.Variant = cmp.Or(start.Variant, gameSetup.Variant)
	return gameSetup, nil
}

const ratedNeedsAccount = "rated games are for accounts: sign up, or play a casual game"

// checkPowers makes powers that were chosen by hand part of the variant.
func (l *Lobby) checkPowers(terms *Terms, seats int) error {
	if terms.Powers != setup.AsNamed && terms.Position != "" {
		return play.Refuse(BadPowers, "powers %q with the position %q: a position names its own powers", terms.Powers, terms.Position)
	}
	variant, err := l.config.Cards(terms.Game).Resolve(terms.Variant, seats, terms.Powers, 0)
	switch {
	case errors.Is(err, setup.ErrDraft) && terms.Seat != 0:
		return play.Refuse(BadTerms, "seat %d in a draft: want 0, because the draft decides who starts", terms.Seat)
	case errors.Is(err, setup.ErrDraft):
		return nil
	case err != nil:
		return play.Refuse(BadPowers, "%v", err)
	case !terms.Powers.IsRandom():
		terms.Variant, terms.Powers = variant, setup.AsNamed
	}
	return nil
}

// checkDraft refuses a draft with a program, which is not told what it has to choose. House
// bots choose at once.
func (l *Lobby) checkDraft(terms Terms, players ...play.Player) error {
	for _, p := range players {
		if terms.Powers == setup.ByDrafted && p.Kind == play.Bot && !l.isHouseBot(p.ID) {
			return play.Refuse(BadPowers, "%s is a program: want powers that are not drafted", p.Name)
		}
	}
	return nil
}

func (l *Lobby) hasFairPowers(terms Terms) bool {
	switch powers := setup.PowersOf(terms.Variant); {
	case terms.Powers != setup.AsNamed:
		return terms.Powers == setup.ByFair
	case powers != nil:
		rate, ok := l.config.Cards(terms.Game).Rate(powers)
		return ok && rate.Even()
	}
	return true
}

func (o *offer) checkJoin(who play.Player) error {
	switch {
	case o.includes(who.ID):
		return play.Refuse(Own, "this is your own offer: somebody else has to accept it")
	case o.class() != who.Class:
		return goneError(o.id) // its existence is private to the class
	case o.terms.Rated && who.Kind == play.Guest:
		return play.Refuse(RatedNeedsAccount, "%s", ratedNeedsAccount)
	case o.to != nil && o.to.ID == who.ID:
		return nil
	case o.openSeats() < 1:
		return play.Refuse(NotForYou, "this challenge is for %s", o.to.Name)
	case !o.terms.admits(who):
		return play.Refuse(RatingRange, "rating %d: want one from %d to %d", who.Rating, o.terms.Min, o.terms.Max)
	}
	return nil
}

func (l *Lobby) rating(ctx context.Context, p play.Player, terms Terms) (play.Player, error) {
	p.Rating, p.Provisional = 0, false
	speed := terms.Control.Speed()
	if p.Kind == play.Guest || p.Kind == play.Team || p.Class != "" || speed == play.Unlimited {
		return p, nil
	}
	r, err := l.config.Store.Rating(ctx, p.ID, terms.Game, speed, l.now())
	if err != nil {
		return p, err
	}
	p.Rating, p.Provisional = int(math.Round(r.Rating.Rating)), r.Deviation >= rating.Provisional
	return p, nil
}

// Terms are the terms of a game that is offered.
type Terms struct {
	Game     string `json:"game" doc:"The name of the game, such as amazons"`
	Variant  string `json:"variant" doc:"A variant of the game, such as 6x6"`
	Position string `json:"position,omitempty" doc:"Where it starts; missing for the variant's start"`
	// Powers says how powers are chosen if the variant names none.
	Powers   setup.Method `json:"powers,omitempty" maxLength:"80" doc:"How the powers of the seats are chosen: none, random, fair, draft, or by hand as in athena,pan"`
	Handicap string       `json:"handicap,omitempty" maxLength:"80" doc:"What one of two players gives the other, by its name in docs/play/handicaps.md"`
	Gives    bool         `json:"gives,omitempty" doc:"Whether the player who offers gives the handicap rather than receiving it"`
	Control  play.Control `json:"clock" doc:"Minutes plus seconds a turn (5+3), days a turn (3d), or none"`
	Rated    bool         `json:"rated" doc:"Whether ratings change"`
	Seat     int          `json:"seat,omitempty" doc:"That of the player who offers, from 1; 0 for a random one"`
	Min      int          `json:"min,omitempty" doc:"The opponents' lowest rating; 0 for any"`
	Max      int          `json:"max,omitempty" doc:"The opponents' highest rating; 0 for any"`
}

// sameGame reports whether both are the same game, regardless of who may join. Of a
// handicap, one player gives what the other receives.
func (t Terms) sameGame(other Terms) bool {
	t.Seat, t.Min, t.Max = other.Seat, other.Min, other.Max
	if t.Handicap != "" {
		t.Gives = !t.Gives
	}
	return t == other
}

func (t Terms) admits(p play.Player) bool {
	return t.Min == 0 && t.Max == 0 || p.Rating > 0 && p.Rating >= t.Min && (t.Max == 0 || p.Rating <= t.Max)
}

// isCorrespondence reports whether no live clock runs, so that players need not
// be online.
func (t Terms) isCorrespondence() bool { return t.Control.Initial == 0 }

func (t Terms) limit() play.Instant {
	const minute = 60_000
	switch {
	case t.Control.Initial > 0:
		return minute
	case t.Control.Turn > 0:
		return play.Instant(t.Control.Turn)
	}
	return 24 * 60 * minute
}

// setup returns the setup of a game with players in seat order.
func (t Terms) setup(players []play.Player) play.Setup {
	return play.Setup{Game: t.Game, Variant: t.Variant, Position: t.Position, Control: t.Control, Rated: t.Rated, Players: players}
}

// Seek is an open offer to anybody. The game starts when all seats are taken.
type Seek struct {
	ID      string        `json:"id" doc:"Also that of the game, unless powers are drafted first"`
	Terms   Terms         `json:"terms" doc:"What is offered"`
	Seats   int           `json:"seats" doc:"The number of players"`
	Players []play.Player `json:"players" doc:"Those who have joined; the first made it"`
	At      play.Instant  `json:"at" doc:"When it was made"`
}

// Challenge is an offer to one player, or to anybody with its link.
type Challenge struct {
	ID      string        `json:"id" doc:"Also that of the game, unless powers are drafted first"`
	Terms   Terms         `json:"terms" doc:"What is offered"`
	Seats   int           `json:"seats" doc:"The number of players"`
	Players []play.Player `json:"players" doc:"Those who have joined; the first made it"`
	To      *play.Player  `json:"to,omitempty" doc:"Missing if anybody with the ID may accept"`
	At      play.Instant  `json:"at" doc:"When it was made"`
}

// Drafting is an accepted offer whose players are choosing powers.
type Drafting struct {
	ID       string         `json:"id" doc:"Also that of the game"`
	Terms    Terms          `json:"terms" doc:"What was offered"`
	Players  []play.Player  `json:"players" doc:"By number in the draft, the challenger first"`
	Draft    setup.Progress `json:"draft" doc:"What has been chosen, and what is next"`
	Deadline play.Instant   `json:"deadline" doc:"When the next act is due"`
	At       play.Instant   `json:"at" doc:"When it began"`
}

// Made is the result of an operation: an offer that waits, a draft, or a game.
type Made struct {
	Draft     *Drafting  `json:"draft,omitempty" doc:"The players choose powers first"`
	Seek      *Seek      `json:"seek,omitempty" doc:"It waits for a player"`
	Challenge *Challenge `json:"challenge,omitempty" doc:"It waits for an answer"`
	Game      string     `json:"game,omitempty" doc:"The ID of the game that has begun"`
}

// Reasons of refusals.
const (
	UnknownGame       play.Reason = "unknown-game"
	UnknownVariant    play.Reason = "unknown-variant"
	BadPosition       play.Reason = "bad-position"        // cannot be started from
	BadTerms          play.Reason = "bad-terms"           // impossible seat or rating range
	RatedNeedsAccount play.Reason = "rated-needs-account" // guests play casual games
	RatedNeedsTwo     play.Reason = "rated-needs-two"     // players
	RatedNeedsStart   play.Reason = "rated-needs-start"   // of a variant
	RatedNeedsClock   play.Reason = "rated-needs-clock"
	RatedNeedsFair    play.Reason = "rated-needs-fair"  // powers, or none
	RatedNeedsWorth   play.Reason = "rated-needs-worth" // of the handicap, with a small error
	BadPowers         play.Reason = "bad-powers"        // cannot be chosen this way
	BadHandicap       play.Reason = "bad-handicap"      // not of this game, or not on these terms
	RatingRange       play.Reason = "rating-range"      // the player's rating is outside the range
	Own               play.Reason = "own-seek"          // players cannot accept their own offers
	NotForYou         play.Reason = "not-for-you"       // the offer is for somebody else
	NotYours          play.Reason = "not-yours"         // only the maker can do this
	Gone              play.Reason = "gone"              // withdrawn, or somebody else was first
	TooMany           play.Reason = "too-many"
	NoBot             play.Reason = "no-bot" // no house bot plays on these terms
)
