package main

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"thera/internal/cluster/queue"
	"thera/internal/lab/match"
	"thera/internal/site/jobs"
)

func (p *program) tournamentCommand() *cobra.Command {
	var flags matchFlags
	var crew crewFlags
	games, gauntlet := 20, false
	cmd := &cobra.Command{
		Use:   "tournament FILE",
		Short: "Have many players play each other",
		Long: `Have many players play each other, all against all or with --gauntlet the first one
against all others, and print a cross table with the ratings that best fit all
results. The ratings have a mean of 0 and come with their 95% errors. FILE lists
the players, one per line; empty lines and lines that begin with # are ignored. All
pairings of a round play the same openings. With --workers, workers play the games;
then only engines of thera can play, with --nodes or --depth and no time limits, so
that the games are the same as without workers.

` + playersHelp + `

On a terminal, the table is updated in place; elsewhere, each game is one line. With
--json, print {"game", "players", "winner", "reason", "detail", "plies"} for each
game and at the end the table, {"games", "players"}, where a player is {"name",
"elo", "error", "games", "won", "faults", "effort", "against", "first"}. An effort is
as in thera match --help; against counts the pairs of games with each opponent by
points, 0, 1/2, 1, 3/2 and 2; and first, in games for two, has {"won", "games"} of
the games against each opponent in which the player moved first.`,
		Example: `  thera tournament players.txt --game hermit --games 50 --nodes 1000
  thera tournament players.txt --gauntlet --out cup.jsonl --resume`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(cmd); err != nil {
				return err
			}
			players, err := readFile(cmd.Context(), args[0], match.ReadPlayers)
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
			m.Games, m.Gauntlet = games, gauntlet
			if crew.url != "" {
				return p.tournamentByWorkers(cmd.Context(), crew, m, flags)
			}
			return p.match(cmd.Context(), m, flags, newCross)
		},
	}
	wholeNumber(cmd, "games", "have each pair play `NUMBER` games (default 20)", 1, &games)
	cmd.Flags().BoolVar(&gauntlet, "gauntlet", false, "have the first player play all others, who don't play each other")
	flags.addTo(cmd)
	crew.addWorkers(cmd)
	p.jsonFlag(cmd)
	return cmd
}

// tournamentByWorkers has workers play the games that are not in the file of --out
// yet. It prints them once all are played and verified, since a worker may be wrong;
// until then a file next to --out keeps them.
func (p *program) tournamentByWorkers(ctx context.Context, crew crewFlags, m *match.Match, f matchFlags) error {
	if err := p.prepareMatch(ctx, m, f); err != nil {
		return err
	}
	if _, err := m.Order(1); err != nil {
		return err // before anybody is called
	}
	return p.withDesk(ctx, crew, func(desk *queue.Dispatcher) error {
		log, journal := match.NewLog(), ""
		if f.out != "" {
			var err error
			if log, err = match.OpenLog(f.out, m, f.resume); err != nil {
				return sayResume(err)
			}
			if err := log.Close(); err != nil {
				return err
			}
			journal, f.resume = f.out+".work", true
		}
		err := jobs.Games(ctx, desk, m, log, journal, p.crewProgress("games"))
		if errors.Is(err, context.Canceled) && journal != "" {
			return errors.New("interrupted; the same command with --resume continues")
		}
		if err != nil {
			return err
		}
		p.clear()
		if err := p.playMatch(ctx, m, f, newCross); err != nil || journal == "" {
			return err
		}
		if err := os.Remove(journal); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}
