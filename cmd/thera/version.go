package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// What a release is stamped with by the linker: -ldflags '-X main.version=v1.0.0'.
// The date is that of the commit, not of the build, so that two builds are equal.
var version, commit, date string

func (p *program) versionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Print the program's version, the commit that it was built from and when that
was made, the version of Go and the platform it was built for.

With --json: {"version", "commit", "date", "go", "platform"}; commit and date
are absent where the program was built outside of its repository.`,
		Example: "  thera version --json",
		Args:    namedArgs,
		RunE:    func(*cobra.Command, []string) error { return p.print(buildVersion()) },
	}
	p.jsonFlag(cmd)
	return cmd
}

// versionResult says how the program was built.
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

// buildVersion takes the version from the linker, or else from what the go
// command has written down about the module and its commit.
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
