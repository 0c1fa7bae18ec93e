package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"thera/internal/site/store/database"
)

// Set by the linker in a release: -ldflags '-X main.version=v1.0.0'. The date is
// that of the commit, not of the build, so that builds are reproducible.
var version, commit, date string

func (p *program) versionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Print the version of the program, the commit it was built from with its date, the
Go version, the platform, and the versions of stores: the schema that the program
upgrades any older store to, and the schema of the oldest programs that can serve such
a store as well.

With --json, print {"version", "commit", "date", "go", "platform", "schema":
{"version", "oldest_program"}}; commit and date are absent if the program was built
outside its repository.`,
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

	Schema *database.Schema `json:"schema,omitempty"`
}

func (r versionResult) String() string {
	text := fmt.Sprintf("thera %s %s %s", r.Version, r.Go, r.Platform)
	if r.Commit != "" {
		text += fmt.Sprintf(", commit %.12s of %s", r.Commit, r.Date)
	}
	if r.Schema != nil {
		text += fmt.Sprintf(", store schema %d, also for programs with %d or later", r.Schema.Program, r.Schema.Oldest)
	}
	return text
}

// buildVersion takes the version from the linker, or else from the build
// information that the go command embeds.
func buildVersion() versionResult {
	result := versionResult{Version: version, Commit: commit, Date: date, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
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
	if schema, err := database.ProgramSchema(); err == nil { // always: it is in the program
		result.Schema = &schema
	}
	return result
}
