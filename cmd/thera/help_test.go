package main

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"thera/game/gametest"
)

// TestHelp pins the help of every command in one file, which `make prose` reads.
func TestHelp(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // some defaults are the number of cores
	var out bytes.Buffer
	p := &program{stdin: strings.NewReader(""), stdout: &out, stderr: &out}
	var write func(cmd *cobra.Command)
	write = func(cmd *cobra.Command) {
		if cmd.Hidden || cmd.Name() == "completion" {
			return
		}
		out.WriteString("=== " + cmd.CommandPath() + "\n")
		cmd.InitDefaultHelpFlag()
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		for _, sub := range cmd.Commands() {
			write(sub)
		}
	}
	write(p.rootCommand())
	gametest.Golden(t, "testdata/help.txt", out.String())
}
