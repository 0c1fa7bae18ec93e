package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"thera/internal/site/httpkit"
)

// logLevel is the name of the flag; flagError knows it.
const logLevel = "log-level"

// logFlags say what services log, and how.
type logFlags struct {
	level  levelFlag
	format logFormat
}

func (f *logFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().TextVar(&f.level, logLevel, levelFlag{}, "log messages of this `LEVEL` and above: debug, which has all requests, info, warn or error")
	cmd.Flags().TextVar(&f.format, "log-format", textLog, "log in this `FORMAT`: text, lines of key=value, or json, one object per line")
	completeFlag(cmd, logLevel, "debug", "info", "warn", "error")
	completeFlag(cmd, "log-format", string(textLog), string(jsonLog))
}

func (f *logFlags) open(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: f.level.Level}
	var handler slog.Handler = slog.NewTextHandler(w, options)
	if f.format == jsonLog {
		handler = slog.NewJSONHandler(w, options)
	}
	return slog.New(httpkit.LogHandler{Handler: repeatHandler{handler, &repeats{lines: map[string]*repeated{}}}})
}

// repeatInterval is how long a failure that continues is logged only once.
const repeatInterval = time.Minute

// repeatHandler leaves out warnings and errors that were logged less than a minute ago with
// the same message, and the same cause or status: an outage is noticed by each loop and each
// request, and would fill the disk. The next line says how many were left out.
type repeatHandler struct {
	slog.Handler
	repeats *repeats
}

type repeats struct {
	mu    sync.Mutex
	lines map[string]*repeated
}

type repeated struct {
	logged  time.Time
	leftOut int
}

// maxRepeats bounds the lines that are remembered. Without one of them, more is logged.
const maxRepeats = 1000

// Handle implements [slog.Handler].
func (h repeatHandler) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelWarn {
		leftOut, isNew := h.repeats.add(r)
		if !isNew {
			return nil
		}
		if leftOut > 0 {
			r.AddAttrs(slog.Int("left_out", leftOut))
		}
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements [slog.Handler].
func (h repeatHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return repeatHandler{h.Handler.WithAttrs(attrs), h.repeats}
}

// WithGroup implements [slog.Handler].
func (h repeatHandler) WithGroup(name string) slog.Handler {
	return repeatHandler{h.Handler.WithGroup(name), h.repeats}
}

// add reports whether a line is to be logged, and how many like it were left out before it.
func (p *repeats) add(r slog.Record) (leftOut int, isNew bool) {
	why := ""
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "cause" || a.Key == "status" {
			why += "\x00" + a.Value.String()
		}
		return true
	})
	if why == "" {
		return 0, true // it says nothing that could repeat
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	line := p.lines[r.Message+why]
	if line == nil {
		if len(p.lines) >= maxRepeats {
			clear(p.lines)
		}
		line = &repeated{}
		p.lines[r.Message+why] = line
	} else if r.Time.Sub(line.logged) < repeatInterval {
		line.leftOut++
		return 0, false
	}
	leftOut = line.leftOut
	*line = repeated{logged: r.Time}
	return leftOut, true
}

// levelFlag is a log level, which users read and write in lowercase. Its zero value is info.
type levelFlag struct{ slog.Level }

func (f levelFlag) MarshalText() ([]byte, error) { return []byte(strings.ToLower(f.String())), nil }

type logFormat string

const (
	textLog logFormat = "text"
	jsonLog logFormat = "json"
)

func (f logFormat) MarshalText() ([]byte, error) { return []byte(f), nil }

func (f *logFormat) UnmarshalText(text []byte) error {
	if *f = logFormat(text); *f != textLog && *f != jsonLog {
		return errors.New("want text or json")
	}
	return nil
}
