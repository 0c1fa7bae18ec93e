package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/moderation"
	"thera/internal/site/play"
)

// moderationTask completes a command that uses the moderation service.
func (p *program) moderationTask(cmd *cobra.Command, do func(ctx context.Context, m *moderation.Service, by account.Act, args []string) error) *cobra.Command {
	return p.adminTask(cmd, func(ctx context.Context, a *admin, args []string) error {
		m, err := moderation.New(ctx, moderation.Config{Store: a.store, Accounts: a.accounts})
		if err != nil {
			return err
		}
		return do(ctx, m, a.by, args)
	})
}

// simpleAct returns a command that does something with its one argument. text says
// what is done then, with %s for the argument.
func (p *program) simpleAct(cmd *cobra.Command, text string, do func(*moderation.Service, context.Context, account.Act, string) error) *cobra.Command {
	return needsReason(p.moderationTask(cmd, func(ctx context.Context, m *moderation.Service, by account.Act, args []string) error {
		return p.report(done{cmd.Name(), args[0], fmt.Sprintf(text, args[0])}, do(m, ctx, by, args[0]))
	}))
}

// lastingAct is simpleAct for something that lasts for --days, or for good.
func (p *program) lastingAct(cmd *cobra.Command, text string, do func(m *moderation.Service, ctx context.Context, by account.Act, what string, until play.Instant) error) *cobra.Command {
	var days int
	cmd = needsReason(p.moderationTask(cmd, func(ctx context.Context, m *moderation.Service, by account.Act, args []string) error {
		until := m.Until(days)
		return p.report(done{cmd.Name(), args[0], fmt.Sprintf(text, args[0]) + " " + endText(until)}, do(m, ctx, by, args[0], until))
	}))
	wholeNumber(cmd, "days", "end it after `NUMBER` days (default never)", 1, &days)
	return cmd
}

// endText says until when something lasts, 0 for good.
func endText(until play.Instant) string {
	if until == 0 {
		return "for good"
	}
	return "until " + instantText(until)
}

func (p *program) adminModeratorCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "moderator",
		Short: "Say which accounts are moderators",
		Long: `Say which accounts are moderators. On their page, moderators see reports and suspects;
they warn, mute and ban players and void games. They can't act on each other.
docs/run/moderation.md is their guide.`,
		Args: knownCommand,
		RunE: showHelp,
	}
	role := func(use, short, text string, is bool) *cobra.Command {
		return mayHaveReason(p.moderationTask(&cobra.Command{Use: use + " NAME", Short: short}, func(ctx context.Context, m *moderation.Service, by account.Act, args []string) error {
			return p.report(done{"moderator-" + use, args[0], args[0] + text}, m.SetModerator(ctx, by, args[0], is))
		}))
	}
	list := p.moderationTask(&cobra.Command{Use: "list", Short: "List the moderators"}, func(ctx context.Context, m *moderation.Service, _ account.Act, _ []string) error {
		names, err := m.Moderators(ctx)
		if err != nil {
			return err
		}
		return printAll(p, names, func(name string) moderatorResult { return moderatorResult{name} })
	})
	cmd.AddCommand(role("add", "Make an account a moderator", " is a moderator", true), list, role("remove", "Take the role away", " is no longer a moderator", false))
	return cmd
}

type moderatorResult struct {
	Name string `json:"name"`
}

func (r moderatorResult) String() string { return r.Name }

func (p *program) adminWarnCommand() *cobra.Command {
	return p.simpleAct(&cobra.Command{
		Use:   "warn NAME",
		Short: "Show a player the --reason, until they confirm it",
	}, "%s is warned", (*moderation.Service).Warn)
}

func (p *program) adminMuteCommand() *cobra.Command {
	return p.lastingAct(&cobra.Command{Use: "mute NAME", Short: "Keep a player from sending phrases and reports"}, "%s is muted", (*moderation.Service).Mute)
}

func (p *program) adminMutesCommand() *cobra.Command {
	return p.moderationTask(&cobra.Command{
		Use:   "mutes",
		Short: "List the muted players, the latest first",
	}, func(ctx context.Context, m *moderation.Service, _ account.Act, _ []string) error {
		all, err := m.Mutes(ctx)
		if err != nil {
			return err
		}
		return printAll(p, all, func(m moderation.MutedPlayer) muteResult { return muteResult(m) })
	})
}

type muteResult moderation.MutedPlayer

func (r muteResult) String() string {
	return fmt.Sprintf("%-20s  %s, %s: %s", r.Player, instantText(r.At), endText(r.Expires), r.Reason)
}

func (p *program) adminUnmuteCommand() *cobra.Command {
	return p.simpleAct(&cobra.Command{Use: "unmute NAME", Short: "Lift a mute"}, "%s is no longer muted", (*moderation.Service).Unmute)
}

func (p *program) adminVoidCommand() *cobra.Command {
	return p.simpleAct(&cobra.Command{
		Use:   "void GAME",
		Short: "Void a rated game: all ratings become as if it had not counted",
	}, "%s is void", (*moderation.Service).Void)
}

func (p *program) adminUnvoidCommand() *cobra.Command {
	return p.simpleAct(&cobra.Command{Use: "unvoid GAME", Short: "Let a voided game count again"}, "%s counts again", (*moderation.Service).Unvoid)
}

func (p *program) adminBanCommand() *cobra.Command {
	return p.lastingAct(&cobra.Command{
		Use:   "ban NAME_OR_NETWORK",
		Short: "Ban an account, or a network from signing up and in",
		Long: `Ban an account: it can't sign in or play, and sees the reason. Or ban an address or a
network, such as 203.0.113.0/24 or 2001:db8::/48: from there nobody can sign up, sign
in or become a guest. Sessions that exist stay signed in.`,
		Example: `  thera admin ban ann --reason "uses an engine"
  thera admin ban 203.0.113.0/24 --days 7 --reason "hundreds of accounts"`,
	}, "%s is banned", func(m *moderation.Service, ctx context.Context, by account.Act, what string, until play.Instant) error {
		if !isNetwork(what) {
			return m.Ban(ctx, by, what, until)
		}
		network, err := moderation.ParseNetwork(what)
		if err != nil {
			return err
		}
		return m.BanNetwork(ctx, by, network, until)
	})
}

func (p *program) adminUnbanCommand() *cobra.Command {
	return mayHaveReason(p.adminTask(&cobra.Command{
		Use:   "unban NAME_OR_NETWORK",
		Short: "Lift the ban of an account or a network",
	}, func(ctx context.Context, a *admin, args []string) error {
		d := done{"unban", args[0], args[0] + " is no longer banned"}
		if !isNetwork(args[0]) {
			return p.report(d, a.accounts.Unban(ctx, a.by, args[0]))
		}
		network, err := moderation.ParseNetwork(args[0])
		if err != nil {
			return err
		}
		m, err := moderation.New(ctx, moderation.Config{Store: a.store, Accounts: a.accounts})
		if err != nil {
			return err
		}
		a.by.Reason = cmp.Or(a.by.Reason, "lifted")
		return p.report(d, m.LiftNetwork(ctx, a.by, network))
	}))
}

// isNetwork reports whether a text is meant as an address or a network: names have
// neither dots nor colons nor slashes.
func isNetwork(text string) bool { return strings.ContainsAny(text, ".:/") }

func (p *program) adminNetworksCommand() *cobra.Command {
	return p.moderationTask(&cobra.Command{
		Use:   "networks",
		Short: "List the banned networks, the latest first",
	}, func(ctx context.Context, m *moderation.Service, _ account.Act, _ []string) error {
		all, err := m.Networks(ctx)
		if err != nil {
			return err
		}
		return printAll(p, all, func(n moderation.NetworkBan) networkResult { return networkResult(n) })
	})
}

type networkResult moderation.NetworkBan

func (n networkResult) String() string {
	return fmt.Sprintf("%-20s  %s, %s: %s", n.Network, instantText(n.At), endText(n.Expires), n.Reason)
}

func (p *program) adminReportCommand() *cobra.Command {
	cmd := mayHaveReason(p.moderationTask(&cobra.Command{
		Use:   "report [ID]",
		Short: "List the open reports of players, or close the one with ID",
		Long: `List the open reports of players, the oldest first. With ID and --reason, close the
report with that ID.

With --json, print {"id", "at", "kind", "text", "reporter", "player", "game"} for each;
at is in milliseconds since 1970.`,
		Args: atMost(1),
	}, func(ctx context.Context, m *moderation.Service, by account.Act, args []string) error {
		if len(args) == 1 {
			return p.report(done{"close-report", args[0], args[0] + " is closed"}, m.CloseReport(ctx, by, args[0]))
		}
		all, err := m.Reports(ctx, moderation.Page{})
		if err != nil {
			return err
		}
		return printAll(p, all, func(r moderation.Report) reportResult { return reportResult(r) })
	}))
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			return wantReason(cmd)
		}
		if reasonOf(cmd) != "" {
			return usagef("--reason: want the ID of a report with it")
		}
		return nil
	}
	return cmd
}

type reportResult moderation.Report

func (r reportResult) String() string {
	text := fmt.Sprintf("%s  %s  %s by %s", r.ID, instantText(r.At), r.Kind, r.Reporter)
	if r.Player != "" {
		text += " about " + r.Player
	}
	if r.Game != "" {
		text += " in " + r.Game
	}
	if r.Text != "" {
		text += ": " + r.Text
	}
	return text
}

func (p *program) adminSuspectsCommand() *cobra.Command {
	search := moderation.DefaultSearch(catalog.Entry{})
	var name string
	var days int
	cmd := p.moderationTask(&cobra.Command{
		Use:   "suspects",
		Short: "List players whose rated games stand out, with the evidence",
		Long: `Look through the rated games of a game for engine help, sandbagging and several
accounts of one person, print who stands out most, and show them on the moderators'
page instead of those found before. Nobody is banned by this: read the evidence, and
docs/run/moderation.md on what it is worth.

The time it takes is bounded by the number of players, games and nodes: about ten
minutes on one processor by default.

With --json, print {"suspicion", "game", "player", "rating", "score", "evidence", "at"}
for each.`,
		Example: `  thera admin suspects --game amazons --days 90
  thera admin suspects --game hermit --players 50 --json`,
	}, func(ctx context.Context, m *moderation.Service, _ account.Act, _ []string) (err error) {
		if search.Entry, err = catalog.Find(name); err != nil {
			return usagef("--game %q: %w", name, err)
		}
		if days > 0 {
			search.Since = play.Instant(time.Now().AddDate(0, 0, -days).UnixMilli())
		}
		found, err := m.FindSuspects(ctx, search)
		if err != nil {
			return err
		}
		return printAll(p, found, func(s moderation.Suspect) suspectResult { return suspectResult(s) })
	})
	cmd.Flags().StringVar(&name, "game", catalog.Names()[0], "look at this `GAME`")
	completeFlag(cmd, "game", catalog.Names()...)
	wholeNumber(cmd, "players", fmt.Sprintf("look at the `NUMBER` of people who have played most (default %d)", search.Players), 1, &search.Players)
	wholeNumber(cmd, "games", fmt.Sprintf("look at the latest `NUMBER` of games of each (default %d)", search.Games), 1, &search.Games)
	wholeNumber(cmd, "nodes", fmt.Sprintf("search each position for `NUMBER` nodes (default %d)", search.Nodes), 1, &search.Nodes)
	wholeNumber(cmd, "days", "leave out games that ended more than `NUMBER` days ago (default none)", 1, &days)
	return cmd
}

type suspectResult moderation.Suspect

func (s suspectResult) String() string {
	text := fmt.Sprintf("%6.2f  %-11s  %-20s", s.Score, s.Suspicion, s.Player)
	switch e := s.Evidence; {
	case e.Engine != nil:
		a, r := e.Engine.Agreement, e.Engine.Regret
		text += fmt.Sprintf("  rated %.0f, %d turns: %.0f%% the engine's (peers %.0f%%), regret %.2f (%.2f); kept %.0f%% of won positions (%.0f%%); spread of times %.2f (%.2f), of the engine's turns %.2f (%.2f)",
			s.Rating, e.Engine.Turns, 100*a.Value, 100*a.Peers, r.Value, r.Peers, 100*e.Engine.Conversion.Value, 100*e.Engine.Conversion.Peers,
			e.Engine.Spread.Value, e.Engine.Spread.Peers, e.Engine.AgreeingSpread.Value, e.Engine.AgreeingSpread.Peers)
	case e.Sandbagging != nil:
		text += fmt.Sprintf("  rated %.0f, performance %.0f, %d of %d losses thrown (usual %.0f%%)",
			e.Sandbagging.Rating, e.Sandbagging.Performance, e.Sandbagging.Thrown, e.Sandbagging.Losses, 100*e.Sandbagging.ThrownRate.Peers)
	case e.Accounts != nil:
		text += fmt.Sprintf("  with %s: %d shared networks, %d of %d games won", e.Accounts.Other, e.Accounts.Networks, e.Accounts.Won, e.Accounts.Games)
	}
	return text
}

func (p *program) adminSimulateCommand() *cobra.Command {
	s := moderation.DefaultSimulation(catalog.Entry{})
	var name string
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "Measure on simulated players how well suspects are found",
		Long: `Simulate honest players and cheats, have them play and be rated like people, and print
how many of each the search for engine help flags: what thera admin suspects is worth,
and how many honest players it flags. The result depends on the flags alone.

With --json, print {"suspicion", "players", "from", "to", "games", "of", "flagged",
"first"} for each kind of players.`,
		Example: `  thera admin simulate --game amazons --variant 6x6`,
		Args:    namedArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if s.Entry, err = catalog.Find(name); err != nil {
				return usagef("--game %q: %w", name, err)
			}
			if _, err := s.Entry.Game.Start(s.Variant); err != nil {
				return usagef("--variant: %w", err)
			}
			all, err := moderation.Simulate(cmd.Context(), s)
			if err != nil {
				return err
			}
			return printAll(p, all, func(r moderation.Rate) rateResult { return rateResult(r) })
		},
	}
	cmd.Flags().StringVar(&name, "game", catalog.Names()[0], "play this `GAME`")
	completeFlag(cmd, "game", catalog.Names()...)
	cmd.Flags().StringVar(&s.Variant, "variant", "", "play this `VARIANT` of it (default the usual one)")
	wholeNumber(cmd, "honest", fmt.Sprintf("simulate `NUMBER` honest players of each level (default %d)", s.Honest), 1, &s.Honest)
	wholeNumber(cmd, "cheats", fmt.Sprintf("simulate `NUMBER` cheats of each level and kind (default %d)", s.Cheats), 0, &s.Cheats)
	wholeNumber(cmd, "rounds", fmt.Sprintf("have each play `NUMBER` games (default %d)", s.Rounds), 1, &s.Rounds)
	wholeNumber(cmd, "nodes", fmt.Sprintf("search each position for `NUMBER` nodes (default %d)", s.Nodes), 1, &s.Nodes)
	wholeNumber(cmd, "seed", "draw other players and games by this `NUMBER` (default 1)", 1, &s.Seed)
	p.jsonFlag(cmd)
	return cmd
}

type rateResult moderation.Rate

func (r rateResult) String() string {
	who := "cheats who " + r.Players
	if r.To > 0 {
		who = fmt.Sprintf("%s, rated %d to %d", r.Players, r.From, r.To)
	}
	return fmt.Sprintf("%-42s  %5d games  %3d of %3d flagged  %3d among the first", who, r.Games, r.Flagged, r.Of, r.First)
}
