package main

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"

	"github.com/spf13/cobra"

	"thera/internal/cluster/queue"
	"thera/internal/lab/match"
	"thera/internal/site/jobs"
)

func (p *program) tournamentCommand() *cobra.Command {
	var flags matchFlags
	var crew crewFlags
	games, gauntlet := uint64(20), false
	cmd := &cobra.Command{
		Use:   "tournament FILE",
		Short: "Have many players play each other",
		Long: `Have all players in FILE, one a line, play each other, or with --gauntlet the
first one all others, and print the cross table with the ratings that fit all
results best, about a mean of 0, with their 95 % errors. Empty lines and those
that begin with # don't count. The openings of a round are the same for all.
With --workers the games are played by workers: by engines of thera alone, with
--nodes or --depth and no time, so that they are the same games.

` + playersHelp + `

On a terminal the table is kept up to date, else each game is a line. With
--json, a game is {"game", "players", "winner", "reason", "detail", "plies"} and
the table at the end {"games", "players"}, where a player is {"name", "elo",
"error", "games", "won", "faults", "effort", "against", "first"}; effort is as in
thera match --help, against has the pairs of games with each player, by points:
0, 1/2, 1, 3/2, 2, and first the games in which it moved before that one, where two
play, as {"won", "games"}.`,
		Example: `  thera tournament players.txt --game hermit --games 50 --nodes 1000
  thera tournament players.txt --gauntlet --out cup.jsonl --resume`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			players, err := readFile(args[0], match.ReadPlayers)
			if err != nil {
				return err
			}
			m, err := flags.match(cmd, players)
			if err != nil {
				return err
			}
			if err := checkEven(games); err != nil {
				return err
			}
			m.Games, m.Gauntlet = int(min(games, math.MaxInt32)), gauntlet
			if crew.url != "" {
				return p.tournamentByWorkers(cmd.Context(), crew, m, flags)
			}
			return p.match(cmd.Context(), m, flags, newCross)
		},
	}
	wholeNumber(cmd, "games", "have each two play this `NUMBER` of games (default 20)", 1, &games)
	cmd.Flags().BoolVar(&gauntlet, "gauntlet", false, "the first player plays all others, who don't play each other")
	flags.addTo(cmd)
	crew.addWorkers(cmd)
	p.jsonFlag(cmd)
	return cmd
}

// tournamentByWorkers has workers play the games that are not yet in the file of --out.
// Results are printed when all games are played and it is certain that no worker was
// wrong; until then a file beside it keeps them.
func (p *program) tournamentByWorkers(ctx context.Context, crew crewFlags, m *match.Match, f matchFlags) error {
	if err := m.Check(); err != nil {
		return usageError{err}
	}
	return p.withDesk(ctx, crew, func(desk *queue.Dispatcher) error {
		log, journal := match.NewLog(), ""
		if f.out != "" {
			var err error
			if log, err = match.OpenLog(f.out, m, f.resume); err != nil {
				return err
			}
			if err := log.Close(); err != nil {
				return err
			}
			journal, f.resume = f.out+".work", true
		}
		err := jobs.Games(ctx, desk, m, log, journal, p.crewProgress("games"))
		if errors.Is(err, context.Canceled) && journal != "" {
			return errors.New("interrupted; the same command with --resume goes on")
		}
		if err != nil {
			return err
		}
		p.clear()
		if err := p.match(ctx, m, f, newCross); err != nil || journal == "" {
			return err
		}
		if err := os.Remove(journal); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}
