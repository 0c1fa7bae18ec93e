package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/ui/textgame"
	"thera/internal/ui/textpage"
)

// The player of the text program is limited by nodes, so that the same opposing
// moves give the same game on every machine. Late in the game, when wins come within
// reach, it searches further. The time limit is only a guard against very slow machines.
const (
	amazonsNodes     = 300_000
	amazonsLateNodes = 1_000_000
	amazonsLateMoves = 150 // the late game has fewer legal moves
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
		Short: "Play Amazons in plain text",
		Long: `Play Amazons in plain text: read moves and commands from INPUT or standard input,
and write the moves of automated sides, the board and the winner to OUTPUT or
standard output. Type help for a list of commands. White starts as manual and Black
as automated.

With --display, the game also appears on a web page, where you can play it too; only
this machine can reach the page. What you do there is echoed as commands.

The exit status is 0 after quit or the end of input, and 1 for an internal error,
wrong usage, a file that can't be opened, or a line rejected with --strict.`,
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
	cmd.Flags().BoolVar(&display, "display", false, "show the game in the browser as well, and play it there")
	cmd.Flags().StringVar(&logFile, "log", "", "write all lines read and all automated moves to `FILE`")
	cmd.Flags().BoolVar(&strict, "strict", false, "exit with status 1 at the first line that is rejected")
	return cmd
}

func amazonsUsage(cmd *cobra.Command, _ error) error {
	return exitError{1, "Usage: " + cmd.UseLine()}
}

// amazons runs the text program. files has up to two names, INPUT and OUTPUT; an
// empty logFile means no log.
func (p *program) amazons(ctx context.Context, files []string, logFile string, show, strict bool) error {
	entry := catalog.Amazons()
	text := textgame.Program{
		Game:      entry.Game,
		NewEngine: func() engine.Engine { return entry.NewEngine(engine.Config{}) },
		Limits:    amazonsLimits,
		In:        newText("standard input", p.stdin),
		Out:       p.stdout,
		Err:       p.stderr,
		Strict:    strict,
	}
	if len(files) > 0 {
		f, err := openInput(ctx, files[0])
		if err != nil {
			return err
		}
		defer f.Close()
		text.In = newText(files[0], f)
	}
	transcripts, err := openTranscripts(files, logFile, &text)
	for _, f := range transcripts {
		defer f.Close()
	}
	if err != nil {
		return couldNotOpen(err)
	}
	if show {
		page, err := textpage.Start(entry.Game.Name(), builtPage())
		if err != nil {
			return exitError{1, "Internal error: " + err.Error()}
		}
		defer func() { _ = page.Close() }() // an error means that a browser is slow
		p.openPage(ctx, page.URL())
		text.Display = page
	}
	for _, f := range transcripts {
		if err := clearTranscript(f); err != nil {
			return couldNotOpen(err)
		}
	}
	err = text.Run(ctx)
	switch {
	case errors.Is(err, textgame.ErrRefused):
		return exitError{status: 1} // the reason is on stderr
	case errors.Is(err, errNotUTF8):
		return couldNotOpen(err)
	case err != nil:
		return exitError{1, "Internal error: " + err.Error()}
	}
	return nil
}

func openInput(ctx context.Context, name string) (*os.File, error) {
	f, err := waitOpen(ctx, name)
	if errors.Is(err, context.Canceled) {
		return nil, err
	}
	if err != nil {
		return nil, couldNotOpen(err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, couldNotOpen(fmt.Errorf("%s is a directory", name))
	}
	return f, nil
}

// openPage opens a page in the browser, and prints its address in case that is the
// wrong browser.
func (p *program) openPage(ctx context.Context, url string) {
	fmt.Fprintf(p.stderr, "The board is at %s\n", url)
	if err := openBrowser(ctx, url); err != nil {
		fmt.Fprintf(p.stderr, "No browser to show it in (%v): the game continues in text.\n", err)
	}
}

// openTranscripts opens OUTPUT and the file of --log, as far as they are given, for a program.
// They are written while the game is played: graders read them as they grow, also after they
// have killed the program. What is in them stays until all files are open.
func openTranscripts(files []string, logFile string, text *textgame.Program) (opened []*os.File, err error) {
	open := func(name string) (f *os.File) {
		if f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666); err == nil {
			opened = append(opened, f)
		}
		return f
	}
	if len(files) > 1 {
		if isSameFile(files[0], files[1]) {
			return opened, fmt.Errorf("%s is the input: want another file to write to", files[1])
		}
		if text.Out = open(files[1]); err != nil {
			return opened, err
		}
	}
	if logFile != "" {
		if slices.ContainsFunc(files, func(other string) bool { return isSameFile(logFile, other) }) {
			return opened, fmt.Errorf("%s is the input or output: want another file for --log", logFile)
		}
		text.Log = open(logFile)
	}
	return opened, err
}

// clearTranscript empties a file, unless it is a device or a pipe.
func clearTranscript(f *os.File) error {
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return err
	}
	return f.Truncate(0)
}

func isSameFile(a, b string) bool {
	first, errA := os.Stat(a)
	second, errB := os.Stat(b)
	return errA == nil && errB == nil && first.Mode().IsRegular() && os.SameFile(first, second)
}

func couldNotOpen(err error) error {
	return exitError{1, "Could not open file: " + err.Error()}
}

// openBrowser opens an address in the browser named by the variable BROWSER, or else
// the desktop's, without waiting for it. It fails if there is no browser.
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

// browserCommand returns the command that starts the browser, nil if there is none.
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
