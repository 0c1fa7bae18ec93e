package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"thera/internal/site/store/database"
)

// settings are the flags of a service that can also be given as variables of the
// environment and in a file. A flag counts before a variable, a variable before the
// file. The flag --log-level is THERA_LOG_LEVEL in the environment and log-level in the
// file, and has the same values everywhere.
type settings struct {
	cmd       *cobra.Command
	sources   map[string]string // of values that are not defaults, by the flag's name
	effective map[string]func() (string, error)
}

const (
	configFlag = "config"
	printFlag  = "print-config"
	// isService marks commands with settings.
	isService = "service"
)

// addSettings lets a command read its flags from the environment and a file before it
// checks and uses them. It must be called after all flags and RunE are set. effective
// returns the values of flags whose default depends on the machine or on other flags.
func (p *program) addSettings(cmd *cobra.Command, check func() error, effective map[string]func() (string, error)) {
	cmd.Annotations = map[string]string{isService: ""}
	cmd.Flags().String(configFlag, "", "read settings from this YAML `FILE`, such as log-level: warn (default the variable THERA_CONFIG)")
	isPrinting := cmd.Flags().Bool(printFlag, false, "print all settings and where each comes from, without secrets, and end")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s := &settings{cmd: cmd, sources: map[string]string{}, effective: effective}
		if err := s.read(os.Environ()); err != nil {
			return err
		}
		if err := s.explain(check()); err != nil {
			return err
		}
		if *isPrinting {
			return s.print(p)
		}
		return run(cmd, args)
	}
}

// read sets the flags that are missing on the command line from the environment, then
// from the file.
func (s *settings) read(environment []string) error {
	s.cmd.Flags().Visit(func(f *pflag.Flag) { s.sources[f.Name] = "--" + f.Name })
	file, _ := s.cmd.Flags().GetString(configFlag)
	services := settingsOf(s.cmd.Root())
	for _, entry := range environment {
		name, value, _ := strings.Cut(entry, "=")
		switch {
		case !strings.HasPrefix(name, "THERA_") || notSettings.MatchString(name) || value == "":
		case name == variable(configFlag):
			if file == "" {
				file = value
			}
		case !slices.ContainsFunc(services, func(setting string) bool { return variable(setting) == name }):
			return unknownSetting(name, "", mapped(services, variable))
		default:
			if err := s.set(settingOf(name), value, name); err != nil {
				return err
			}
		}
	}
	if file == "" {
		return nil
	}
	return s.readFile(file)
}

// notSettings are variables for the project's tests, those of thera bot and of the package
// for Python, and those that Kubernetes sets in the containers beside a service called
// thera. Variables without a value don't count: compose files have them for what is not
// set.
var notSettings = regexp.MustCompile(`^THERA_(TEST_.*|TOKEN|LIBRARY|PROGRAM|PORT(_.*)?|SERVICE_(HOST|PORT.*))$`)

func variable(setting string) string {
	return "THERA_" + strings.ToUpper(strings.ReplaceAll(setting, "-", "_"))
}

func settingOf(variable string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(variable, "THERA_"), "_", "-"))
}

// settingsOf lists the settings of a command and of its subcommands that are services.
// They share the environment, so a variable of another service is not a mistake.
func settingsOf(cmd *cobra.Command) []string {
	names := map[string]bool{}
	for _, c := range append(cmd.Commands(), cmd) {
		if _, ok := c.Annotations[isService]; !ok {
			continue
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !slices.Contains([]string{configFlag, printFlag, "help", "json"}, f.Name) {
				names[f.Name] = true
			}
		})
	}
	return slices.Sorted(maps.Keys(names))
}

func unknownSetting(name, where string, names []string) error {
	if near := meant(name, names); near != "" {
		return usagef("%sunknown setting %s: did you mean %s?", where, name, near)
	}
	return usagef("%sunknown setting %s: want one of %s", where, name, strings.Join(names, ", "))
}

// set gives a setting a value unless it has one from a place that counts before.
func (s *settings) set(name, value, source string) error {
	flags := s.cmd.Flags()
	if flags.Lookup(name) == nil || s.sources[name] != "" {
		return nil
	}
	err := flags.Set(name, value)
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		want := invalid.Unwrap().Error()
		if known := wanted(invalid.GetFlag()); known != "" {
			want = "want " + known
		}
		return usagef("%s: %s %q: %s", source, name, value, want)
	}
	s.sources[name] = source
	return err
}

// readFile reads a YAML file with one setting a line. Values are taken as they stand
// there, whatever their type is in YAML; a list is one value with commas.
func (s *settings) readFile(file string) error {
	r, err := openFile(s.cmd.Context(), file)
	if errors.Is(err, context.Canceled) {
		return err
	}
	if err != nil {
		return usagef("--%s: %w", configFlag, err)
	}
	defer func() { _ = r.Close() }() // only read
	d := yaml.NewDecoder(r)
	var document yaml.Node
	switch err := d.Decode(&document); {
	case s.cmd.Context().Err() != nil:
		return s.cmd.Context().Err()
	case errors.Is(err, io.EOF):
		return nil // only comments
	case err != nil:
		return usagef("%s: %w", file, err)
	}
	root := document.Content[0]
	if root.Kind != yaml.MappingNode || !errors.Is(d.Decode(new(yaml.Node)), io.EOF) {
		return usagef("%s: want lines such as %q", file, "log-level: warn")
	}
	names, lines := settingsOf(s.cmd), map[string]int{}
	for i := 0; i < len(root.Content); i += 2 {
		key, node := root.Content[i], root.Content[i+1]
		where := fmt.Sprintf("%s:%d", file, key.Line)
		if !slices.Contains(names, key.Value) {
			return unknownSetting(key.Value, where+": ", names)
		}
		if lines[key.Value] > 0 {
			return usagef("%s: %s again: it is in line %d", where, key.Value, lines[key.Value])
		}
		lines[key.Value] = key.Line
		value, err := plain(node)
		if err != nil {
			return usagef("%s: %s: %w", where, key.Value, err)
		}
		if err := s.set(key.Value, value, where); err != nil {
			return err
		}
	}
	return nil
}

// plain returns the text of a value, or of the values of a list.
func plain(node *yaml.Node) (string, error) {
	if node.Kind == yaml.SequenceNode {
		var values []string
		for _, item := range node.Content {
			if item.Kind != yaml.ScalarNode || strings.Contains(item.Value, ",") {
				return "", errors.New("want a list of values without commas")
			}
			values = append(values, item.Value)
		}
		return strings.Join(values, ","), nil
	}
	if node.Kind != yaml.ScalarNode || node.Tag == "!!null" {
		return "", errors.New("want a value, or the line left out")
	}
	return node.Value, nil
}

var flagAtStart = regexp.MustCompile(`^--([a-z-]+)`)

// explain adds to an error that is about a flag where its value comes from.
func (s *settings) explain(err error) error {
	if wrong, ok := errors.AsType[usageError](err); ok {
		if m := flagAtStart.FindStringSubmatch(wrong.Error()); m != nil {
			if source := s.sources[m[1]]; source != "" && source != m[0] {
				return usagef("%s: %w", source, err)
			}
		}
	}
	return err
}

type settingResult struct {
	Setting string `json:"setting"`
	Value   string `json:"value"`
	Source  string `json:"source"`
}

func (r settingResult) String() string {
	if r.Value == "" {
		return fmt.Sprintf("# %s: not set", r.Setting)
	}
	value, err := yaml.Marshal(&yaml.Node{Kind: yaml.ScalarNode, Value: r.Value})
	if err != nil {
		value = []byte(r.Value) // never: it is a text
	}
	return fmt.Sprintf("%-46s # %s", r.Setting+": "+strings.TrimSpace(string(value)), r.Source)
}

// print prints all settings as lines of a file for --config, without secrets.
func (s *settings) print(p *program) error {
	for _, name := range settingsOf(s.cmd) {
		r := settingResult{Setting: name, Value: valueOf(s.cmd.Flags().Lookup(name)), Source: s.sources[name]}
		if r.Source == "" {
			r.Source = "default"
			if effective := s.effective[name]; effective != nil {
				var err error
				if r.Value, err = effective(); err != nil {
					return err
				}
			}
		}
		r.Value = database.Redacted(r.Value)
		if err := p.print(r); err != nil {
			return err
		}
	}
	return nil
}

// valueOf returns the value of a flag as it would be given.
func valueOf(f *pflag.Flag) string {
	value := f.Value
	if wrapper, ok := value.(notEmpty); ok {
		value = wrapper.Value
	}
	if list, ok := value.(pflag.SliceValue); ok {
		return strings.Join(list.GetSlice(), ",")
	}
	return value.String()
}

func mapped(names []string, f func(string) string) (all []string) {
	for _, name := range names {
		all = append(all, f(name))
	}
	return all
}
