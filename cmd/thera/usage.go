package main

import (
	"errors"
	"fmt"
	"net"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// refuseEmpty has all flags of a command and of its subcommands refuse to be
// empty: somebody who writes --position "$POSITION" has forgotten to set that.
func refuseEmpty(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if _, done := f.Value.(notEmpty); done || f.Value.Type() == "bool" {
			return
		}
		if f.DefValue == "[]" {
			f.DefValue = "" // pflag knows what is no default by the type of the value
		}
		f.Value = notEmpty{f.Value}
	})
	for _, sub := range cmd.Commands() {
		refuseEmpty(sub)
	}
}

// notEmpty is the value of a flag that can't be set to nothing.
type notEmpty struct{ pflag.Value }

// errEmpty is the error of a flag that is set to nothing.
var errEmpty = errors.New("want a value that is not empty, or no such flag")

func (v notEmpty) Set(text string) error {
	if strings.TrimSpace(text) == "" {
		return errEmpty
	}
	return v.Value.Set(text)
}

// flagError words what is wrong with a flag for who typed it.
func flagError(cmd *cobra.Command, err error) error {
	help := "; see " + cmd.CommandPath() + " --help"
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if name := meant(unknown.GetSpecifiedName(), names); name != "" {
			return usagef("unknown flag: --%s: did you mean --%s?", unknown.GetSpecifiedName(), name)
		}
	}
	if errors.Is(err, errEmpty) {
		return usagef("%w%s", err, help)
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if want := wanted(invalid.GetFlag()); want != "" {
			return usagef("invalid argument %q for \"--%s\" flag: want %s%s", invalid.GetValue(), invalid.GetFlag().Name, want, help)
		}
	}
	return usagef("%w%s", err, help)
}

// wanted says what a flag takes whose own errors are those of the library that
// reads it, or "" for all others.
func wanted(f *pflag.Flag) string {
	switch {
	case f.Value.Type() == "bool":
		return "true or false"
	case f.Value.Type() == "duration":
		return "a duration, such as 500ms or 2m"
	case f.Value.Type() == "float64":
		return "a number, such as 2.5"
	case f.Name == logLevel:
		return "debug, info, warn or error"
	}
	return ""
}

// quoted matches what a message quotes.
var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// shortened returns a message in which quotations longer than any good position
// or move are cut, with their lengths, and so is the message.
func shortened(text string) string {
	const longest, kept, whole = 200, 60, 4000
	text = quoted.ReplaceAllStringFunc(text, func(quote string) string {
		content, err := strconv.Unquote(quote)
		runes := []rune(content)
		if err != nil || len(runes) <= longest {
			return quote
		}
		return fmt.Sprintf("%q (%s characters)", string(runes[:kept])+"…", grouped(uint64(len(runes))))
	})
	if runes := []rune(text); len(runes) > whole {
		return fmt.Sprintf("%s… (%s characters)", string(runes[:whole]), grouped(uint64(len(runes))))
	}
	return text
}

// meant returns the name that was probably meant by another, or "" if no name
// is near.
func meant(name string, names []string) string {
	known := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, name := range names {
		known.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	if found := known.SuggestionsFor(name); len(found) == 1 {
		return found[0]
	}
	return ""
}

// checkListen refuses what is no address to listen on, and says how it would be
// one.
func checkListen(flag, address string) error {
	if _, port, err := net.SplitHostPort(address); err == nil {
		if _, err := net.LookupPort("tcp", port); err != nil {
			return usagef("--%s %q: want a port from 0 to 65535", flag, address)
		}
		return nil
	}
	example := "127.0.0.1:8080"
	if address != "" && strings.Trim(address, "0123456789") == "" {
		example = ":" + address
	}
	return usagef("--%s %q: want an address with a port, such as %s", flag, address, example)
}

// checkEven refuses an odd number of games.
func checkEven(games uint64) error {
	if games%2 != 0 {
		return usagef("--games %d: want an even number, for each opening is played with both colors", games)
	}
	return nil
}

// unknownCommand is the error for the name of a command that does not exist.
func unknownCommand(name string, names []string) error {
	text := fmt.Sprintf("unknown command %q", name)
	if near := meant(name, names); near != "" {
		return usagef("%s: did you mean %s?", text, near)
	}
	return usagef("%s: want one of %s", text, strings.Join(names, ", "))
}
