package main

import (
	"errors"
	"io"
	"log/slog"
	"strings"

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
	return slog.New(httpkit.LogHandler{Handler: handler})
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
