package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/record"
)

func (p *program) convertCommand() *cobra.Command {
	var from, to string
	cmd := &cobra.Command{
		Use:   "convert [--from FORMAT] --to FORMAT [INPUT [OUTPUT]]",
		Short: "Convert games between record formats",
		Long: `Convert games from one record format to another: read them from INPUT or standard
input (-), check every move against the rules, and write them to OUTPUT or standard
output. The formats are ` + record.FormatNames() + `; without --from, the input's format
is detected. Errors and illegal moves are reported with their line. By then the
games before the error are on standard output, but OUTPUT is only written if all
games could be converted.`,
		Example: `  thera convert --to sgf game.txt game.sgf
  thera convert --from ggf --to thera < games.ggf`,
		DisableFlagsInUseLine: true,
		Args:                  atMost(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			err := p.convert(cmd.Context(), from, to, args)
			if errors.Is(err, context.Canceled) {
				err = errors.New("interrupted: not all games were converted")
			}
			return err
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "read this `FORMAT`")
	cmd.Flags().StringVar(&to, "to", "", "write this `FORMAT`")
	formats := strings.Split(record.FormatNames(), ", ")
	completeFlag(cmd, "from", formats...)
	completeFlag(cmd, "to", formats...)
	return cmd
}

// convert reads all games from the first file, by default or as "-" standard input, and
// writes them to the second, by default standard output.
func (p *program) convert(ctx context.Context, from, to string, files []string) error {
	target, err := parseFormat("to", to)
	if err != nil {
		return err
	}
	input, name := "-", "standard input"
	if len(files) > 0 && files[0] != "-" {
		input, name = files[0], files[0]
	}
	f, err := p.open(ctx, input)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // only read
	in := bufio.NewReader(f)
	format, err := source(from, in)
	if errors.Is(err, errFormat) {
		err = fmt.Errorf("%w; --from says which", err)
	}
	if err != nil {
		return inFile(name, err)
	}
	games := record.Read(format, in, catalog.AllRules()...)
	all := func(out io.Writer) error { return convertAll(ctx, name, games, target, out) }
	if len(files) > 1 {
		return replaceKind(files[1], isRecords, all)
	}
	return all(p.stdout)
}

// convertAll writes the games of the file with that name.
func convertAll(ctx context.Context, name string, games iter.Seq2[record.Game, error], target record.Format, out io.Writer) error {
	for g, err := range games {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return inFile(name, err)
		}
		if err := record.Write(target, out, g); err != nil {
			return err
		}
	}
	return nil
}

// source returns the named format, or for "" the one detected in the beginning of in.
func source(name string, in *bufio.Reader) (record.Format, error) {
	if name != "" {
		return parseFormat("from", name)
	}
	beginning, err := record.Beginning(in)
	if err != nil {
		return "", err
	}
	f, err := record.Detect(beginning)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errFormat, err)
	}
	return f, nil
}

var errFormat = errors.New("unknown format")

func parseFormat(flag, name string) (record.Format, error) {
	if f := record.Format(name); slices.Contains(record.Formats(), f) {
		return f, nil
	}
	return "", usagef("--%s %q: want one of %s", flag, name, record.FormatNames())
}
