package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is set for a release by the linker: -ldflags '-X main.version=v1.0.0'.
var version string

func (p *program) versionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Print the program's version, that of Go and the platform it was built for.

With --json: {"version", "go", "platform"}.`,
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
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (r versionResult) String() string {
	return fmt.Sprintf("thera %s %s %s", r.Version, r.Go, r.Platform)
}

// buildVersion takes the version from the linker, or else from what the go
// command has written down about the module and its commit.
func buildVersion() versionResult {
	result := versionResult{version, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok && result.Version == "" {
		result.Version = info.Main.Version
	}
	if result.Version == "" {
		result.Version = "unknown"
	}
	return result
}
