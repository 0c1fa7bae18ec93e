package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/engine/ugi"
	"thera/internal/catalog"
	"thera/internal/child"
	"thera/internal/lab/match"
	"thera/internal/site/bot"
	"thera/internal/site/play"
)

const tokenVariable = "THERA_TOKEN"

func (p *program) botCommand() *cobra.Command {
	f := botFlags{accept: bot.Anything(), atOnce: 1, restarts: bot.DefaultRestarts}
	cmd := &cobra.Command{
		Use:   "bot [-- COMMAND...]",
		Short: "Play on a server with any program, as a bot account",
		Long: `Play on a server with a program, as the bot account of a token: accept challenges,
offer games and play them, until the command is interrupted. docs/programs/bots.md
explains how to get an account and a token.

COMMAND is the program with its arguments:

  -- ./engine             a program that speaks UGI; ugi:./engine is the same
  -- uci:./engine         one that speaks UCI; uci,Hash=64:./engine sets an option
  -- text:java -ea amazons.Main
                          a program like "thera amazons", the CS 61B project
  -- alphabeta:level=3    an engine of thera; --level 3 uses the default one of each game

In one argument, quotes keep spaces, as in -- "uci:'./my engine' --quiet".

The token is read from --token-file or from the variable ` + tokenVariable + `. Use --token for
experiments only, since other users of the machine can see it.

The bot accepts the challenges that the flags allow, up to --games at a time, and
declines the others. It runs one program per game and checks each of its turns by
the rules: after an illegal turn it resigns, and the report quotes the program's
last output. It reconnects when a connection breaks, starts the program again if
that ends, and continues its games when you restart it.

With --json, print {"at", "event", …} for each event; docs/programs/bots.md lists
them.`,
		Example: `  THERA_TOKEN=thera_… thera bot --server https://thera.example --level 4
  thera bot --token-file token --games 4 --clock 1+0..10+10 -- ./engine --hash 64
  thera bot --token-file token --seek "amazons 5+3 rated" -- text:java -ea amazons.Main`,
		RunE: func(cmd *cobra.Command, args []string) error { return p.bot(cmd.Context(), f, args) },
	}
	f.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

func (f *botFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.server, "server", "http://127.0.0.1:8080", "play on the server at this `URL`")
	flags.StringVar(&f.token, "token", "", "use this `TOKEN` of the bot, which other users of the machine can see")
	flags.StringVar(&f.tokenFile, "token-file", "", "read the token from `FILE`")
	flags.StringSliceVar(&f.games, "game", nil, "play this `GAME`; repeatable (default all for engines of thera, else amazons)")
	flags.StringSliceVar(&f.accept.Variants, "variant", nil, "accept challenges only on the board of this `VARIANT`; repeatable")
	flags.StringSliceVar(&f.speeds, "speed", []string{"fast", "slow"}, "accept challenges at these `SPEEDS`: fast, slow, correspondence, unlimited")
	flags.StringVar(&f.clock, "clock", "", "accept only clocks from `SHORTEST..LONGEST`, as in 1+0..15+10 (minutes+seconds)")
	flags.StringVar(&f.mode, "mode", "", "accept only games of this `MODE`: rated or casual")
	flags.StringVar(&f.from, "from", "", "accept challenges only from this `KIND` of player: people or bots")
	flags.StringVar(&f.rating, "rating", "", "accept challenges only from players rated `LOWEST..HIGHEST`, as in 1200..1800")
	wholeNumber(cmd, "games", "play up to `NUMBER` games at a time, each with its own process (default 1)", 1, &f.atOnce)
	flags.StringArrayVar(&f.seeks, "seek", nil, "while below --games, offer a game to anyone on these `TERMS`, as in \"amazons/6x6 5+3 rated\"; repeatable")
	flags.StringArrayVar(&f.challenges, "challenge", nil, "when idle, challenge a player by `NAME_AND_TERMS`, as in \"amazons-3 amazons 5+3\"; repeatable")
	flags.BoolVar(&f.ladder, "ladder", false, "play on the ladders of the games; these games count toward --games")
	f.confine.addTo(cmd)
	flags.DurationVar(&f.idle, "idle", bot.DefaultIdle, "send a challenge after being idle for this `DURATION`")
	numberUpTo(cmd, "level", "play with thera's own engine at this `LEVEL`, 1 to 8, instead of a COMMAND", 1, uint64(catalog.MaxLevel), &f.level)
	flags.DurationVar(&f.lag, "lag", bot.DefaultLag, "reserve at least this `DURATION` of the clock in each turn for network lag")
	flags.DurationVar(&f.think, "movetime", bot.DefaultThink, "think up to this `DURATION` in games without a clock in minutes")
	flags.DurationVar(&f.patience, "patience", bot.DefaultPatience, "wait up to this `DURATION` for a turn in games without a clock in minutes")
	wholeNumber(cmd, "restarts", "restart a program that ends up to `NUMBER` times in a game (default 3)", 0, &f.restarts)
	flags.BoolVar(&f.finish, "finish", false, "when interrupted, finish the games with a clock in minutes and accept no new ones")
}

type botFlags struct {
	server, token, tokenFile string
	games, speeds            []string
	clock, mode, from        string
	rating                   string
	seeks, challenges        []string
	accept                   bot.Accept
	atOnce, level, restarts  int
	idle, lag                time.Duration
	think, patience          time.Duration
	finish, ladder           bool
	confine                  confineFlag
}

func (f botFlags) config(ctx context.Context, args []string) (c bot.Config, err error) {
	c = bot.Config{
		Level: f.level, Games: f.games, Accept: f.accept, AtOnce: f.atOnce, Idle: f.idle,
		Lag: f.lag, Think: f.think, Patience: f.patience, Restarts: f.restarts, Finish: f.finish, Ladder: f.ladder,
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
	if f.confine.limits != nil && c.Player.Command == nil {
		return c, usagef("--confine: want a program with it, since engines of thera are not confined")
	}
	if len(c.Games) == 0 {
		if c.Games = catalog.Names(); len(c.Player.Command) > 0 {
			c.Games = c.Games[:1]
		}
	}
	if f.ladder && c.Player.IsText() {
		return c, usagef("--ladder: its games begin from set positions, which a text program does not support")
	}
	if err := checkVariants(f.accept.Variants, c.Games); err != nil {
		return c, err
	}
	if err := f.limit(&c.Accept); err != nil {
		return c, err
	}
	if c.Offers, err = f.offers(c.Games); err != nil {
		return c, err
	}
	token, err := f.readToken(ctx)
	if err != nil {
		return c, err
	}
	if c.Client, err = bot.NewClient(f.server, token); err != nil {
		return c, usageError{err}
	}
	return c, nil
}

// checkVariants wants games that there are, and variants that each are one of theirs.
func checkVariants(variants, games []string) error {
	var entries []catalog.Entry
	var all []string
	for _, name := range games {
		entry, err := catalog.Find(name)
		if err != nil {
			return usageError{err}
		}
		entries = append(entries, entry)
		for _, variant := range entry.Game.Variants() {
			if !slices.Contains(all, variant) {
				all = append(all, variant)
			}
		}
	}
	for _, variant := range variants {
		starts := func(e catalog.Entry) bool {
			_, err := e.Game.Start(variant)
			return err == nil
		}
		if !slices.ContainsFunc(entries, starts) {
			return usagef("--variant %q: want one of %s", variant, strings.Join(all, ", "))
		}
	}
	return nil
}

// readToken returns the token, preferably from where other users can't see it.
func (f botFlags) readToken(ctx context.Context) (string, error) {
	token := cmp.Or(f.token, os.Getenv(tokenVariable))
	// Hide it from the programs that the bot starts, even if another token counts.
	if err := os.Unsetenv(tokenVariable); err != nil {
		return "", err
	}
	if f.tokenFile != "" {
		return readToken(ctx, f.tokenFile)
	}
	if token == "" {
		return "", usagef("missing token: want --token-file FILE, or the variable %s", tokenVariable)
	}
	return token, nil
}

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
		lowest, highest, _ := strings.Cut(f.rating, "..")
		var errLow, errHigh error
		a.Lowest, errLow = strconv.Atoi(lowest)
		a.Highest, errHigh = strconv.Atoi(highest)
		if errors.Join(errLow, errHigh) != nil || a.Lowest > a.Highest {
			return usagef("--rating %q: want LOWEST..HIGHEST, as in 1200..1800", f.rating)
		}
	}
	return nil
}

// offers returns the games of --seek and --challenge, which must be games that the
// bot plays.
func (f botFlags) offers(games []string) (offers []bot.Offer, err error) {
	for _, text := range f.seeks {
		offers = append(offers, bot.Offer{})
		if offers[len(offers)-1].Terms, err = bot.ParseTerms(text); err != nil {
			return nil, usagef("--seek %q: %w", text, err)
		}
	}
	for _, text := range f.challenges {
		name, terms, _ := strings.Cut(strings.TrimSpace(text), " ")
		offers = append(offers, bot.Offer{To: name})
		if offers[len(offers)-1].Terms, err = bot.ParseTerms(terms); err != nil {
			return nil, usagef("--challenge %q: %w, after the name of a player", text, err)
		}
	}
	for _, o := range offers {
		if !slices.Contains(games, o.Terms.Game) {
			return nil, usagef("offer of %q: want one of the games of --game, %s", o.Terms.Game, strings.Join(games, ", "))
		}
	}
	return offers, nil
}

// botPlayer returns the player of a command, which is parsed as in a match if it is one
// argument; several are the words of a program's command as they are.
func botPlayer(args []string) (match.Spec, error) {
	if len(args) == 0 {
		return match.Spec{}, errors.New("missing program: want -- COMMAND, or --level")
	}
	first, rest := args[0], args[1:]
	head, tail, colon := strings.Cut(first, ":")
	kind, _, _ := strings.Cut(head, ",")
	isProgram := colon && slices.Contains([]string{"ugi", "uci", "text"}, kind)
	if len(rest) > 0 {
		if !isProgram {
			head, tail = "ugi", first
		}
		if tail != "" {
			rest = append([]string{tail}, rest...)
		}
		return match.ParseSpec(head + ":" + child.Join(rest))
	}
	if _, err := catalog.WithEngine(head); err != nil && !isProgram {
		first = "ugi:" + first
	}
	return match.ParseSpec(first)
}

func (p *program) bot(ctx context.Context, f botFlags, args []string) error {
	c, err := f.config(ctx, args)
	if err != nil {
		return err
	}
	players := []match.Spec{c.Player}
	var private []string
	if f.tokenFile != "" {
		private = append(private, f.tokenFile)
	}
	if _, err := f.confine.apply(ctx, p, players, private...); err != nil {
		return err
	}
	c.Player = players[0]
	var broken error // of the output, after which nothing more is printed
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
		err = fmt.Errorf("%w; without --game a program plays %s: want --game with the game that this one plays", err, c.Games[0])
	}
	return errors.Join(err, broken)
}
