package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/site/load"
)

func (p *program) capacityCommand() *cobra.Command {
	players, seed := 1_000_000, uint64(1)
	cmd := &cobra.Command{
		Use:   "capacity",
		Short: "Estimate the machines that a number of players needs",
		Long: `Estimate how many machines a service needs and what limits it first: simulate a
day with a number of people connected at its peak, and apply the measured costs of
turns, connections and the rest. It contacts no server. docs/contributing/scale.md
explains the figures.

With --json, print {"hour", "online", "watching", "games", "turns", "bot_turns",
"letters", "shown", "seeks", "begun"} for each hour, from "turns" on as rates per
second; then {"visitors", "games", "turns", "need", "costs"}: the totals of the
day, the needs of its peak, and the cost assumed for each thing, with the command
that measures it.`,
		Example: `  thera capacity
  thera capacity --players 20000
  thera capacity --players 1000000 --json`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.capacity(cmd.Context(), float64(players), seed)
		},
	}
	wholeNumber(cmd, "players", "assume `NUMBER` players connected at the peak (default 1000000)", 1, &players)
	wholeNumber(cmd, "seed", "simulate the day with this random `SEED` (default 1)", 0, &seed)
	p.jsonFlag(cmd)
	return cmd
}

func (p *program) capacity(ctx context.Context, players float64, seed uint64) error {
	simulated, err := load.Simulate(ctx, load.People(), seed)
	if err != nil {
		return err
	}
	day := simulated.Scale(players)
	total := day.Total()
	result := capacityResult{
		Visitors: math.Round(day.Visitors), Games: math.Round(total.Begun), Turns: math.Round(total.Turns + total.BotTurns + total.Letters),
		Need: load.Estimate(day, load.Measured()), Costs: load.Measured(),
	}
	if !p.json {
		fmt.Fprintln(p.stdout, "hour     online  watching     games   turns/s    bots/s   seeks/s")
	}
	for hour := range 24 {
		if err := p.print(hourResult{hour, day.Hour(hour)}); err != nil {
			return err
		}
	}
	return p.print(result)
}

type hourResult struct {
	Hour int `json:"hour"`
	load.Minute
}

func (r hourResult) String() string {
	return fmt.Sprintf("%4d %10s %9s %9s %9.1f %9.1f %9.1f", r.Hour, rounded(r.Online), rounded(r.Watching), rounded(r.Games), r.Turns, r.BotTurns, r.Seeks)
}

type capacityResult struct {
	Visitors float64    `json:"visitors"`
	Games    float64    `json:"games"`
	Turns    float64    `json:"turns"`
	Need     load.Need  `json:"need"`
	Costs    load.Costs `json:"costs"`
}

func (r capacityResult) String() string {
	n := r.Need
	var b strings.Builder
	fmt.Fprintf(&b, "%s connected at the peak, %s of them in %s games with %s turns a second\n",
		rounded(n.Players), rounded(2*n.Peak.Games), rounded(n.Peak.Games), rounded(n.Peak.Turns+n.Peak.BotTurns))
	fmt.Fprintf(&b, "in the day %s visitors, %s games, %s turns\n\n", rounded(r.Visitors), rounded(r.Games), rounded(r.Turns))
	row := func(what string, machines int, format string, args ...any) {
		fmt.Fprintf(&b, "%-9s %5d  %s\n", what, machines, fmt.Sprintf(format, args...))
	}
	b.WriteString("machines of 8 processors, half of each in use\n")
	row("nodes", n.Nodes, "%.1f processors, %.1f GiB, %s sockets", n.NodeProcessors, n.NodeMemory/(1<<30), rounded(n.Sockets))
	row("Postgres", n.Databases, "%.1f processors, %.1f of them for reads by other nodes; %.1f MB/s of write-ahead log; %s rows, %.1f GB a day",
		n.DatabaseProcs, n.LookProcessors, n.WrittenPerSecond/1e6, rounded(n.RowsPerDay), n.BytesPerDay/1e9)
	row("NATS", n.BusServers, "%.1f processors, %.1f MB/s", n.BusProcessors, n.BusBytesPerSecond/1e6)
	row("workers", n.Workers, "%.1f processors, %s jobs a second", n.WorkerProcessors, rounded(n.JobsPerSecond))
	fmt.Fprintf(&b, "%.1f Mbit/s to players; the lobby: %s notices a second, %.1f processors\n", n.BitsOut/1e6, rounded(n.LobbyNotices), n.LobbyProcessors)
	b.WriteString("\nlimits, by the number of players")
	for _, limit := range n.Limits {
		fmt.Fprintf(&b, "\n%11s  %s", rounded(limit.Players), limit.What)
	}
	return b.String()
}

func rounded(x float64) string { return grouped(uint64(math.Round(x))) }
