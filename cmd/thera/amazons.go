package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/ui/textgame"
	"thera/internal/ui/textpage"
)

// The text program's player is bounded by nodes, so that equal seeds and
// opposing moves give equal games on every machine. Late in the game, when few
// moves are left and wins come into reach, it looks further: the hardest of
// wins in nine plies met so far took 200,000 nodes. The time is only a guard
// against a machine far too slow for that.
const (
	amazonsNodes     = 300_000
	amazonsLateNodes = 1_000_000
	amazonsLateMoves = 150 // fewer legal moves than this are late
	amazonsGuard     = 20 * time.Second
)

func amazonsLimits(pos game.Position) engine.Limits {
	limits := engine.Limits{Nodes: amazonsNodes, Time: amazonsGuard}
	if len(pos.Moves()) < amazonsLateMoves {
		limits.Nodes = amazonsLateNodes
	}
	return limits
}

func (p *program) amazonsCommand() *cobra.Command {
	var logFile string
	var display, strict bool
	cmd := &cobra.Command{
		Use:   "amazons [--display] [--log=FILE] [--strict] [INPUT [OUTPUT]]",
		Short: "Run the Amazons text program",
		Long: `Play Amazons in text: read moves and commands from INPUT or standard input, and
write to OUTPUT or standard output the moves of automated sides, dumps of the
board and who has won. The command help lists all others. White starts as
manual, Black as automated.

With --display the game is also seen and played on the web page, which only this
machine can reach. What is done there is echoed as commands.

The exit status is 0 after quit or the end of input and 1 for an internal
error, wrong usage, a file that can't be opened, or a line that --strict
refuses.`,
		Example: `  thera amazons
  echo 'auto white' | thera amazons
  thera amazons --display
  thera amazons --strict --log=game.log moves.txt`,
		DisableFlagsInUseLine: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 2 {
				return amazonsUsage(cmd, nil)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.amazons(cmd.Context(), args, logFile, display, strict)
		},
	}
	cmd.SetFlagErrorFunc(amazonsUsage)
	cmd.Flags().BoolVar(&display, "display", false, "show the game in the browser and play it there too")
	cmd.Flags().StringVar(&logFile, "log", "", "write all lines read and all automated moves to `FILE`")
	cmd.Flags().BoolVar(&strict, "strict", false, "end with status 1 at the first line that is refused")
	return cmd
}

// amazonsUsage is the answer to wrong options and arguments alike.
func amazonsUsage(cmd *cobra.Command, _ error) error {
	return exitError{1, "Usage: " + cmd.UseLine()}
}

// amazons runs the text program. files are INPUT and OUTPUT, as far as given;
// an empty logFile is no log.
func (p *program) amazons(ctx context.Context, files []string, logFile string, show, strict bool) error {
	entry := catalog.Amazons()
	text := textgame.Program{
		Game:      entry.Game,
		NewEngine: func() engine.Engine { return entry.NewEngine(engine.Config{}) },
		Limits:    amazonsLimits,
		In:        p.stdin,
		Out:       p.stdout,
		Err:       p.stderr,
		Strict:    strict,
	}
	if len(files) > 0 {
		f, err := os.Open(files[0])
		if err != nil {
			return couldNotOpen(err)
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return couldNotOpen(fmt.Errorf("%s is a directory", files[0]))
		}
		text.In = f
	}
	if len(files) > 1 {
		if isSameFile(files[0], files[1]) {
			return couldNotOpen(fmt.Errorf("%s is the input: want another file to write to", files[1]))
		}
		f, err := os.Create(files[1])
		if err != nil {
			return couldNotOpen(err)
		}
		defer f.Close()
		text.Out = f
	}
	if logFile != "" {
		f, err := os.Create(logFile)
		if err != nil {
			return couldNotOpen(err)
		}
		defer f.Close()
		text.Log = f
	}
	if show {
		page, err := textpage.Start(entry.Game.Name(), builtPage())
		if err != nil {
			return exitError{1, "Internal error: " + err.Error()}
		}
		defer func() { _ = page.Close() }() // whoever still looks at it may be slow
		p.openPage(ctx, page.URL())
		text.Display = page
	}
	err := text.Run(ctx)
	switch {
	case errors.Is(err, textgame.ErrRefused):
		return exitError{status: 1} // the reason is on stderr
	case err != nil:
		return exitError{1, "Internal error: " + err.Error()}
	}
	return nil
}

// openPage says where the page is, for the browser may be the wrong one, and
// opens it.
func (p *program) openPage(ctx context.Context, url string) {
	fmt.Fprintf(p.stderr, "The board is at %s\n", url)
	if err := openBrowser(ctx, url); err != nil {
		fmt.Fprintf(p.stderr, "No browser to show it in (%v): the game goes on in text.\n", err)
	}
}

// isSameFile reports whether two names lead to one regular file.
func isSameFile(a, b string) bool {
	first, errA := os.Stat(a)
	second, errB := os.Stat(b)
	return errA == nil && errB == nil && first.Mode().IsRegular() && os.SameFile(first, second)
}

func couldNotOpen(err error) error {
	return exitError{1, "Could not open file: " + err.Error()}
}

// openBrowser opens an address in the person's browser: the one that the
// variable BROWSER names, or else the desktop's. It does not wait for it; the
// error is that there is none.
func openBrowser(ctx context.Context, url string) error {
	argv := append(browserCommand(), url)
	if len(argv) == 1 {
		return errors.New("no desktop")
	}
	// The browser outlives the command that opened it.
	cmd := exec.CommandContext(context.WithoutCancel(ctx), argv[0], argv[1:]...)
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}

// browserCommand returns what starts the browser, nil where there is none.
func browserCommand() []string {
	switch {
	case os.Getenv("BROWSER") != "":
		return []string{os.Getenv("BROWSER")}
	case runtime.GOOS == "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	case runtime.GOOS == "darwin":
		return []string{"open"}
	case os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "":
		return []string{"xdg-open"}
	}
	return nil
}
