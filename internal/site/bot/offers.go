package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"thera/engine/ugi"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/lab/match"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// offers is what the bot has offered. Only Run's goroutine uses it.
type offers struct {
	bot    *bot
	climbs map[string]bool // games whose ladders know the bot
	seeks  map[int]string  // IDs, by offer
	renew  time.Time       // when the seeks have to be renewed, before they expire
	next   int             // the next offer to a named player
	// asked is the ID of the challenge that is waiting for a player, "" for none; it is
	// canceled at until.
	asked string
	until time.Time
	// rested is since when the bot has had nothing to do.
	rested time.Time
	wait   time.Time // the server wants no offers before this time
}

const (
	// renewal is how often seeks are made again: the same seek twice is one, and the
	// seek of a bot that was away for a while is gone.
	renewal       = 10 * time.Second
	challengeTime = 30 * time.Second // for a player to answer a challenge
)

// gone notes that a challenge no longer exists.
func (o *offers) gone(challenge string) {
	if challenge == o.asked {
		o.asked, o.rested = "", time.Now()
	}
}

func (o *offers) make(ctx context.Context) {
	b, now := o.bot, time.Now()
	switch {
	case now.Before(o.wait):
	case b.free() <= 0:
		o.withdraw(ctx)
	default:
		o.ladders(ctx)
		if now.After(o.renew) {
			o.renew = now.Add(renewal)
			o.seek(ctx)
		}
		o.challenge(ctx, now)
	}
}

func (o *offers) seek(ctx context.Context) {
	for i, offer := range o.bot.Offers {
		if offer.To != "" {
			continue
		}
		made, err := o.bot.Client.Seek(ctx, offer.Terms)
		if err != nil {
			o.refused(offer, err)
			return
		}
		if _, known := o.seeks[i]; !known {
			o.report(Offered, offer, "")
		}
		if made.Seek != nil {
			o.seeks[i] = made.Seek.ID
		}
	}
}

const maxClimb = 8 // games of a program at a time on one ladder

func (o *offers) ladders(ctx context.Context) {
	b := o.bot
	for i, game := range b.Games {
		share := b.AtOnce / len(b.Games)
		if i < b.AtOnce%len(b.Games) {
			share++
		}
		if !b.Ladder || share == 0 || o.climbs[game] {
			continue
		}
		offer := Offer{To: "the ladder", Terms: lobby.Terms{Game: game}}
		if err := b.Client.Climb(ctx, game, min(share, maxClimb)); err != nil {
			o.refused(offer, err)
			return
		}
		o.climbs[game] = true
		o.report(Offered, offer, "")
	}
}

func (o *offers) challenge(ctx context.Context, now time.Time) {
	b := o.bot
	if o.asked != "" && now.After(o.until) {
		_ = b.Client.Cancel(ctx, o.asked) // it may be gone
		o.asked, o.rested = "", now
	}
	if o.asked != "" || len(b.tables) > 0 || now.Sub(o.rested) < b.Idle {
		return
	}
	for range b.Offers {
		offer := b.Offers[o.next%len(b.Offers)]
		o.next++
		if offer.To == "" {
			continue
		}
		o.rested = now
		made, err := b.Client.Challenge(ctx, offer.To, offer.Terms)
		if err != nil {
			o.refused(offer, err)
			return
		}
		o.report(Offered, offer, "")
		if made.Challenge != nil {
			o.asked, o.until = made.Challenge.ID, now.Add(challengeTime)
		}
		return
	}
}

func (o *offers) refused(offer Offer, err error) {
	wait, _ := Transient(err)
	o.wait = time.Now().Add(max(wait, renewal))
	o.report(Refused, offer, err.Error())
}

func (o *offers) report(event string, offer Offer, detail string) {
	t := offer.Terms
	r := Report{Event: event, Rules: rulesText(t.Game, t.Variant), Rated: t.Rated, Detail: detail, Opponents: []string{cmp.Or(offer.To, "anyone")}}
	if t.Variant != "" {
		r.Clock = t.Control.String() // the ladder has its own
	}
	o.bot.report(r)
}

// leave withdraws everything, including the ladders.
func (o *offers) leave(ctx context.Context) {
	o.withdraw(ctx)
	for game := range o.climbs {
		_ = o.bot.Client.Climb(ctx, game, 0) // the server forgets bots that leave
	}
}

// withdraw withdraws everything that nobody has accepted.
func (o *offers) withdraw(ctx context.Context) {
	for i, id := range o.seeks {
		_ = o.bot.Client.Withdraw(ctx, id) // it may be gone
		delete(o.seeks, i)
	}
	if o.asked != "" {
		_ = o.bot.Client.Cancel(ctx, o.asked)
		o.asked = ""
	}
	o.renew = time.Time{}
}

// Accept says which challenges a bot accepts. An empty list accepts all.
type Accept struct {
	Variants []string
	Speeds   []play.Speed
	// Shortest and Longest bound clocks of minutes: neither the initial time nor the
	// increment may be outside. The zero value is no bound.
	Shortest, Longest play.Control
	Rated, Casual     bool
	// Lowest and Highest bound the challenger's rating, if there is one; 0 is no bound.
	Lowest, Highest int
	People, Bots    bool
}

// Anything accepts all challenges with a clock of minutes.
func Anything() Accept {
	return Accept{Speeds: []play.Speed{play.Fast, play.Slow}, Rated: true, Casual: true, People: true, Bots: true}
}

// Refuses returns why a challenge is not accepted, "" if it is.
func (a Accept) Refuses(c *Challenge) string {
	control, from := c.TimeControl.Show, c.Challenger
	fromBot := from.Title == TitleBot
	for _, rule := range []struct {
		violated bool
		format   string
		args     []any
	}{
		{!allows(a.Variants, c.Variant), "variant %q: want one of %s", []any{c.Variant, strings.Join(a.Variants, ", ")}},
		{!allows(a.Speeds, c.Speed), "clock %s is %s: want one of %s", []any{control, c.Speed, joined(a.Speeds)}},
		{isShorter(control, a.Shortest), "clock %s: want at least %s", []any{control, a.Shortest}},
		{isShorter(a.Longest, control), "clock %s: want at most %s", []any{control, a.Longest}},
		{c.Rated && !a.Rated, "rated: want casual games", nil},
		{!c.Rated && !a.Casual, "casual: want rated games", nil},
		{fromBot && !a.Bots, "%s is a bot: want people", []any{from.Name}},
		{!fromBot && !a.People, "%s is not a bot: want bots", []any{from.Name}},
		{!a.allowsRating(from.Rating), "rating %d: want %d to %d", []any{from.Rating, a.Lowest, a.Highest}},
		{c.Powers == setup.ByDrafted, "drafted powers: want powers that are not drafted", nil},
	} {
		if rule.violated {
			return fmt.Sprintf(rule.format, rule.args...)
		}
	}
	return ""
}

// joined lists speeds for a message.
func joined(speeds []play.Speed) string {
	texts := make([]string, len(speeds))
	for i, s := range speeds {
		texts[i] = string(s)
	}
	return strings.Join(texts, ", ")
}

// allows reports whether a list contains a value, or is empty.
func allows[T comparable](list []T, value T) bool {
	return len(list) == 0 || slices.Contains(list, value)
}

// isShorter reports whether a clock of minutes has less initial time or a smaller
// increment than another. Other clocks, and no clock, are not compared.
func isShorter(a, b play.Control) bool {
	return a.Initial > 0 && b.Initial > 0 && (a.Initial < b.Initial || a.Increment < b.Increment)
}

func (a Accept) allowsRating(rating int) bool {
	return rating <= 0 || rating >= a.Lowest && (a.Highest == 0 || rating <= a.Highest)
}

var errTerms = errors.New(`want GAME/VARIANT CLOCK and rated or casual, as in "amazons/6x6 5+3 rated"`)

// ParseTerms reads what a bot offers: a game, optionally with a variant, a clock, and
// rated or casual, as in "amazons/6x6 5+3 rated". The default is casual.
func ParseTerms(text string) (lobby.Terms, error) {
	wrong := func(err error) (lobby.Terms, error) {
		return lobby.Terms{}, fmt.Errorf("%w: %w", err, errTerms)
	}
	words := strings.Fields(text)
	if len(words) < 2 || len(words) > 3 {
		return lobby.Terms{}, errTerms
	}
	name, variant, _ := strings.Cut(words[0], "/")
	entry, err := catalog.Find(name)
	if err != nil {
		return wrong(err)
	}
	if variant == "" {
		variant = entry.Game.Variants()[0]
	}
	if _, err := entry.Game.Start(variant); err != nil {
		return wrong(err)
	}
	t := lobby.Terms{Game: name, Variant: variant}
	if t.Control, err = play.ParseControl(words[1]); err != nil {
		return wrong(err)
	}
	if len(words) == 3 {
		if t.Rated = words[2] == "rated"; !t.Rated && words[2] != "casual" {
			return wrong(fmt.Errorf("word %q", words[2]))
		}
	}
	return t, nil
}

type opener struct {
	*Config
	known map[string]error // results of try, by game, variant and start
}

func start(entry catalog.Entry, variant, position string) (game.Position, error) {
	if position != "" {
		return entry.Game.Parse(position)
	}
	return entry.Game.Start(variant)
}

func (o opener) open(ctx context.Context, entry catalog.Entry, variant string, start game.Position, seed uint64) (match.Player, error) {
	spec := o.Player
	if o.Level > 0 {
		spec = match.Spec{
			Text: fmt.Sprintf("level %d", o.Level), Kind: entry.Engines[0].Name, Control: o.Player.Control,
			Settings: []ugi.Setting{{Name: "level", Value: strconv.Itoa(o.Level)}},
		}
	}
	if spec.Kind == "text" && entry.TextVariant != variant {
		return nil, fmt.Errorf("game %s %s: a text program can't play it", entry.Game.Name(), variant)
	}
	return (&match.Match{Entry: entry, Variant: variant}).Open(ctx, spec, start, seed)
}

// tryAny starts the program for the boards of a game until it can play one. If it can play
// none, it returns why it can't play the first.
func (o opener) tryAny(ctx context.Context, name string, boards []string) (first error) {
	for _, board := range boards {
		err := o.try(ctx, name, board, "")
		if err == nil {
			return nil
		}
		first = cmp.Or(first, err)
	}
	return first
}

// try starts the program once for a kind of game, and returns why it can't play it, or
// nil. Positions that are not a variant's start are tried every time.
func (o opener) try(ctx context.Context, name, variant, position string) error {
	entry, err := catalog.Find(name)
	if err != nil {
		return err
	}
	if variant == "" {
		variant = entry.Game.Variants()[0]
	}
	// Options of a variant other than the board make no difference to a program.
	board, _, _ := strings.Cut(variant, ":")
	key := name + " " + board
	if err, tried := o.known[key]; tried && position == "" {
		return err
	}
	pos, err := start(entry, variant, position)
	if err != nil {
		return err
	}
	player, err := o.open(ctx, entry, variant, pos, 1)
	if err == nil {
		player.Close()
	}
	if position == "" && ctx.Err() == nil {
		o.known[key] = err
	}
	return err
}
