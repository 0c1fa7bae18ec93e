package main

import (
	"github.com/spf13/cobra"

	"thera/engine/ugi"
	"thera/internal/catalog"
)

func (p *program) engineCommand() *cobra.Command {
	var kind string
	cmd := &cobra.Command{
		Use:   "engine",
		Short: "Serve the engine protocol (UGI and UCI)",
		Long: `Read commands of the Universal Game Interface or of UCI from standard input and
answer on standard output, until quit, which stops a search, or the end of
input, which lets a search with a limit finish. The option UCI_Variant chooses
the game and board; docs/programs/protocol.md has transcripts.`,
		Example: `  thera engine
  printf 'ugi\nposition startpos\ngo movetime 1000\n' | thera engine`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			variants, err := served(kind)
			if err != nil {
				return err
			}
			server := ugi.Server{
				Name:       "thera " + buildVersion().Version,
				Author:     "The Thera Authors",
				Variants:   variants,
				Parameters: catalog.Parameters(),
			}
			err = server.Serve(cmd.Context(), p.stdin, p.stdout)
			if cmd.Context().Err() != nil {
				return nil
			}
			return err
		},
	}
	cmd.Flags().StringVar(&kind, "engine", "", "serve the engine of this `NAME`, such as random (default the strongest of each game)")
	return cmd
}

// served returns every board of every game that an engine of the given name
// plays, or of all games for "".
func served(kind string) ([]ugi.Variant, error) {
	entries, err := catalog.WithEngine(kind)
	if err != nil {
		return nil, usageError{err}
	}
	var variants []ugi.Variant
	for _, entry := range entries {
		for _, start := range entry.Game.Variants() {
			variants = append(variants, ugi.Variant{
				Name: entry.WireName(start), Game: entry.Game, Start: start, New: entry.NewEngine,
			})
		}
	}
	return variants, nil
}
