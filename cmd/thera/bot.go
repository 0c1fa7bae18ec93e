package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/engine/ugi"
	"thera/internal/catalog"
	"thera/internal/lab/match"
	"thera/internal/site/bot"
	"thera/internal/site/botapi"
	"thera/internal/site/play"
)

// tokenVariable is the environment variable that has the token of a bot.
const tokenVariable = "THERA_TOKEN"

func (p *program) botCommand() *cobra.Command {
	f := botFlags{accept: bot.Anything(), atOnce: 1, level: 0, restarts: bot.DefaultRestarts}
	cmd := &cobra.Command{
		Use:   "bot [-- COMMAND...]",
		Short: "Play on a server with any program, as a bot account",
		Long: `Play on a server with a program: take challenges, offer games, and play them, as the
bot account that the token is of, until the command is interrupted. docs/programs/bots.md
tells how to come by an account and a token.

COMMAND is a program and its arguments, which speaks UGI:

  -- ./engine             a program that speaks UGI; ugi:./engine is the same
  -- uci:./engine         one that speaks UCI; uci,Hash=64:./engine sets an option
  -- text:java -ea amazons.Main
                          a program like "thera amazons", the CS 61B project
  -- alphabeta:level=3    an engine of thera; --level 3 is each game's own one

The token is read from --token-file, or from the variable ` + tokenVariable + `; --token is for
tries, since others on the machine can see it.

Challenges that the flags allow are taken one after the other as there is place; the
others are declined. Each game has a program of its own. The bridge checks its
turns by the rules: for one that is not legal the game is given up, and the report
says so with the program's last words. Connections that break are made again. A
bot that is started again goes on with its games, and so it does when the program
has ended or the server was away.

With --json, each report is {"at", "event", …} on one line; docs/programs/bots.md lists them.`,
		Example: `  THERA_TOKEN=thera_… thera bot --server https://thera.example --level 4
  thera bot --token-file token --games 4 --clock 1+0..10+10 -- ./engine --hash 64
  thera bot --token-file token --seek "amazons 5+3 rated" -- text:java -ea amazons.Main`,
		RunE: func(cmd *cobra.Command, args []string) error { return p.bot(cmd.Context(), f, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.server, "server", "http://127.0.0.1:8080", "play on the server at this `URL`")
	flags.StringVar(&f.token, "token", "", "the bot's `TOKEN`; others on the machine can see it")
	flags.StringVar(&f.tokenFile, "token-file", "", "read the token from this `FILE`")
	flags.StringSliceVar(&f.games, "game", nil, "play this `GAME`; can be given again (default all for engines of thera, else amazons)")
	flags.StringSliceVar(&f.accept.Variants, "variant", nil, "take challenges on the board of this `VARIANT` alone; can be given again")
	flags.StringSliceVar(&f.speeds, "speed", []string{"fast", "slow"}, "take challenges of these `SPEEDS`: fast, slow, correspondence, unlimited")
	flags.StringVar(&f.clock, "clock", "", "take clocks of minutes from `SHORTEST..LONGEST`, as in 1+0..15+10")
	flags.StringVar(&f.mode, "mode", "", "take only `MODE` games, rated or casual")
	flags.StringVar(&f.from, "from", "", "take challenges only from `WHOM`, people or bots")
	flags.StringVar(&f.rating, "rating", "", "take challenges of players with a rating from `LOWEST..HIGHEST`")
	wholeNumber(cmd, "games", "play up to this `NUMBER` of games at a time, each with a program of its own (default 1)", 1, &f.atOnce)
	flags.StringArrayVar(&f.seeks, "seek", nil, "offer anyone a game by `TERMS` when there is place, as in \"amazons/6x6 5+3 rated\"; can be given again")
	flags.StringArrayVar(&f.challenges, "challenge", nil, "challenge a player when there is nothing to do, by `NAME_AND_TERMS` as in \"amazons-3 amazons 5+3\"; can be given again")
	flags.BoolVar(&f.ladder, "ladder", false, "play on the ladders of the games, which share the places of --games")
	f.confine.addTo(cmd)
	flags.DurationVar(&f.idle, "idle", bot.DefaultIdle, "challenge somebody when there was nothing to do for this `DURATION`")
	numberUpTo(cmd, "level", "play with thera's own engine at this `LEVEL`, 1 to 8, without COMMAND", 1, uint64(catalog.MaxLevel), &f.level)
	flags.DurationVar(&f.lag, "lag", bot.DefaultLag, "keep at least this `DURATION` of the clock back in each turn for the network")
	flags.DurationVar(&f.think, "movetime", bot.DefaultThink, "think up to this `DURATION` where there is no clock of minutes")
	flags.DurationVar(&f.patience, "patience", bot.DefaultPatience, "wait this `DURATION` for a turn where there is no clock of minutes")
	wholeNumber(cmd, "restarts", "start a program that has ended this `NUMBER` of times again in a game (default 3)", 0, &f.restarts)
	flags.BoolVar(&f.finish, "finish", false, "when interrupted, take no more games and finish those with a clock of minutes")
	p.jsonFlag(cmd)
	return cmd
}

type botFlags struct {
	server, token, tokenFile string
	games, speeds            []string
	clock, mode, from        string
	rating                   string
	seeks, challenges        []string
	accept                   bot.Accept
	atOnce, level, restarts  uint64
	idle, lag                time.Duration
	think, patience          time.Duration
	finish, ladder           bool
	confine                  confineFlag
}

// config reads the flags and the command.
func (f botFlags) config(args []string) (c bot.Config, err error) {
	c = bot.Config{
		Level: int(min(f.level, math.MaxInt32)), Games: f.games, Accept: f.accept, AtOnce: int(min(f.atOnce, math.MaxInt32)), Idle: f.idle,
		Lag: f.lag, Think: f.think, Patience: f.patience, Restarts: int(min(f.restarts, math.MaxInt32)), Finish: f.finish, Ladder: f.ladder,
	}
	for _, d := range []struct {
		flag  string
		value time.Duration
	}{{"idle", f.idle}, {"movetime", f.think}, {"patience", f.patience}} {
		if d.value <= 0 {
			return c, usagef("--%s %v: want more than 0", d.flag, d.value)
		}
	}
	if f.lag < 0 {
		return c, usagef("--lag %v: want 0 or more", f.lag)
	}
	switch {
	case f.level > 0 && len(args) > 0:
		return c, usagef("--level %d and %q: want only one of them", f.level, strings.Join(args, " "))
	case f.level == 0:
		if c.Player, err = botPlayer(args); err != nil {
			return c, usageError{err}
		}
	}
	if len(c.Games) == 0 {
		if c.Games = catalog.Names(); len(c.Player.Command) > 0 {
			c.Games = c.Games[:1]
		}
	}
	if f.ladder && c.Player.Kind == "text" {
		return c, usagef("--ladder: its games begin from positions, which a text program can't be told")
	}
	for _, game := range c.Games {
		if _, err := catalog.Find(game); err != nil {
			return c, usageError{err}
		}
	}
	if err := f.limit(&c.Accept); err != nil {
		return c, err
	}
	if c.Offers, err = f.offers(c.Games); err != nil {
		return c, err
	}
	token, err := f.readToken()
	if err != nil {
		return c, err
	}
	if c.Client, err = botapi.NewClient(f.server, token); err != nil {
		return c, usageError{err}
	}
	return c, nil
}

// readToken returns the token, from where others don't see it if there is one.
func (f botFlags) readToken() (string, error) {
	if f.tokenFile != "" {
		return readToken(f.tokenFile)
	}
	token := cmp.Or(f.token, os.Getenv(tokenVariable))
	// Programs that are started have the environment too.
	if err := os.Unsetenv(tokenVariable); err != nil {
		return "", err
	}
	if token == "" {
		return "", usagef("missing token: want --token-file FILE, or the variable %s", tokenVariable)
	}
	return token, nil
}

// limit reads which challenges are taken.
func (f botFlags) limit(a *bot.Accept) error {
	a.Speeds = nil
	for _, text := range f.speeds {
		speed := play.Speed(text)
		if !slices.Contains([]play.Speed{play.Fast, play.Slow, play.Correspondence, play.Unlimited}, speed) {
			return usagef("--speed %q: want fast, slow, correspondence or unlimited", text)
		}
		a.Speeds = append(a.Speeds, speed)
	}
	for _, choice := range []struct {
		flag, value, one, other string
		first, second           *bool
	}{
		{"mode", f.mode, "rated", "casual", &a.Rated, &a.Casual},
		{"from", f.from, "people", "bots", &a.People, &a.Bots},
	} {
		switch choice.value {
		case "":
		case choice.one:
			*choice.second = false
		case choice.other:
			*choice.first = false
		default:
			return usagef("--%s %q: want %s or %s", choice.flag, choice.value, choice.one, choice.other)
		}
	}
	if f.clock != "" {
		shortest, longest, both := strings.Cut(f.clock, "..")
		var errShort, errLong error
		a.Shortest, errShort = play.ParseControl(shortest)
		a.Longest, errLong = play.ParseControl(longest)
		if !both || errors.Join(errShort, errLong) != nil || a.Shortest.Initial == 0 || a.Longest.Initial == 0 {
			return usagef("--clock %q: want SHORTEST..LONGEST, as in 1+0..15+10", f.clock)
		}
		if a.Shortest.Initial > a.Longest.Initial || a.Shortest.Increment > a.Longest.Increment {
			return usagef("--clock %q: want the shorter clock first, as in 1+0..15+10", f.clock)
		}
	}
	if f.rating != "" {
		if n, err := fmt.Sscanf(f.rating, "%d..%d", &a.Lowest, &a.Highest); n != 2 || err != nil || a.Lowest > a.Highest {
			return usagef("--rating %q: want LOWEST..HIGHEST, as in 1200..1800", f.rating)
		}
	}
	return nil
}

// offers reads what is offered, which has to be what is played.
func (f botFlags) offers(games []string) (offers []bot.Offer, err error) {
	for _, text := range f.seeks {
		offers = append(offers, bot.Offer{})
		if offers[len(offers)-1].Terms, err = bot.ParseTerms(text); err != nil {
			return nil, usagef("--seek %w", err)
		}
	}
	for _, text := range f.challenges {
		name, terms, _ := strings.Cut(strings.TrimSpace(text), " ")
		offers = append(offers, bot.Offer{To: name})
		if offers[len(offers)-1].Terms, err = bot.ParseTerms(terms); err != nil {
			return nil, usagef("--challenge %q: %w", text, err)
		}
	}
	for _, o := range offers {
		if !slices.Contains(games, o.Terms.Game) {
			return nil, usagef("offer of %q: want one of the games that are played, %s", o.Terms.Game, strings.Join(games, ", "))
		}
	}
	return offers, nil
}

// botPlayer returns the player that a command means. Words of a program's own may
// have blanks in them; a command that is one word is read as matches do.
func botPlayer(args []string) (match.Spec, error) {
	if len(args) == 0 {
		return match.Spec{}, errors.New("no program: want -- COMMAND, or --level")
	}
	first, rest := args[0], args[1:]
	head, tail, colon := strings.Cut(first, ":")
	kind, _, _ := strings.Cut(head, ",")
	if colon && slices.Contains([]string{"ugi", "uci", "text"}, kind) {
		s, err := match.ParseSpec(head + ":" + cmp.Or(strings.TrimSpace(tail), strings.Join(rest, " ")))
		if err == nil && len(rest) > 0 {
			s.Command = rest
			if tail != "" {
				s.Command = append([]string{tail}, rest...)
			}
		}
		return s, err
	}
	if _, err := catalog.WithEngine(head); err == nil && len(rest) == 0 {
		return match.ParseSpec(first)
	}
	s, err := match.ParseSpec("ugi:" + first)
	if err == nil && len(rest) > 0 {
		s.Command = args
	}
	return s, err
}

// bot plays until ctx is done.
func (p *program) bot(ctx context.Context, f botFlags, args []string) error {
	c, err := f.config(args)
	if err != nil {
		return err
	}
	players := []match.Spec{c.Player}
	if err := f.confine.apply(ctx, p, players); err != nil {
		return err
	}
	c.Player = players[0]
	var broken error // of the output, after which nobody is told any more
	c.Report = func(r bot.Report) {
		if broken == nil {
			broken = p.print(r)
		}
	}
	err = bot.Run(ctx, c)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = nil
	}
	if err != nil && len(f.games) == 0 && strings.Contains(err.Error(), ugi.VariantOption) {
		err = fmt.Errorf("%w; without --game a program plays %s: want --game with the game of this one", err, c.Games[0])
	}
	return errors.Join(err, broken)
}
