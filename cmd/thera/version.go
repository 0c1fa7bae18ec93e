package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// Set by the linker in a release: -ldflags '-X main.version=v1.0.0'. The date is
// that of the commit, not of the build, so that builds are reproducible.
var version, commit, date string

func (p *program) versionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Print the version of the program, the commit it was built from with its date, the
Go version and the platform.

With --json, print {"version", "commit", "date", "go", "platform"}; commit and
date are absent if the program was built outside its repository.`,
		Example: "  thera version --json",
		Args:    namedArgs,
		RunE:    func(*cobra.Command, []string) error { return p.print(buildVersion()) },
	}
	p.jsonFlag(cmd)
	return cmd
}

type versionResult struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Date     string `json:"date,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (r versionResult) String() string {
	text := fmt.Sprintf("thera %s %s %s", r.Version, r.Go, r.Platform)
	if r.Commit != "" {
		text += fmt.Sprintf(", commit %.12s of %s", r.Commit, r.Date)
	}
	return text
}

// buildVersion takes the version from the linker, or else from the build
// information that the go command embeds.
func buildVersion() versionResult {
	result := versionResult{version, commit, date, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok && result.Version == "" {
		result.Version = info.Main.Version
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				result.Commit = s.Value
			case "vcs.time":
				result.Date = s.Value
			}
		}
	}
	if result.Version == "" {
		result.Version = "unknown"
	}
	return result
}
