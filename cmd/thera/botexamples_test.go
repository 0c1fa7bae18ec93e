package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"thera/internal/site/bot"
)

const examples = "../../examples/bots/"

// TestBotExamples has the bots of the documentation play a whole game each, against a
// bot that challenges them.
func TestBotExamples(t *testing.T) {
	t.Parallel()
	url := openServer(t)
	for _, test := range []struct{ name, file, tool, terms string }{
		{"golang", "bot.go", "go", "santorini 5+3 rated"},
		{"python", "bot.py", "python3", "amazons/6x6 5+3 rated"},
		{"script", "bot.mjs", "node", "hermit/5x5 5+3"},
	} {
		t.Run(test.file, func(t *testing.T) {
			t.Parallel()
			tool, err := exec.LookPath(test.tool)
			if err != nil {
				t.Skipf("no %s here", test.tool)
			}
			command := []string{tool, examples + test.file, url}
			if test.tool == "go" {
				program := filepath.Join(t.TempDir(), "bot")
				if out, err := exec.Command(tool, "build", "-o", program, examples+test.file).CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				command = []string{program, url}
			}
			cmd := exec.Command(command[0], command[1:]...)
			cmd.Env = append(os.Environ(), tokenVariable+"="+newBot(t, url, test.name))
			cmd.Stderr = os.Stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				_ = cmd.Process.Kill()
				_ = cmd.Wait()
			})
			other := test.name + "-other"
			p := playAs(t, url, other, newBot(t, url, other), offer(t, test.name, test.terms), "alphabeta:nodes=200")
			end := p.wait(bot.Ended, 1)
			if end.Result == bot.Aborted || end.Reason == "resigned" || end.Reason == "time" || end.Reason == "left" {
				t.Errorf("%s", p.text())
			}
		})
	}
}

// TestBotDocs wants the bots to have sixty lines at most apart from blank ones, and
// the one in Python to be in the documentation as it is.
func TestBotDocs(t *testing.T) {
	const most = 60
	docs, err := os.ReadFile("../../docs/programs/bots.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"bot.go", "bot.py", "bot.mjs"} {
		text, err := os.ReadFile(examples + file)
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		for line := range strings.Lines(string(text)) {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
		if lines > most {
			t.Errorf("%s has %d lines: want at most %d", file, lines, most)
		}
		if file == "bot.py" && !strings.Contains(string(docs), "```python\n"+string(text)+"```\n") {
			t.Errorf("docs/programs/bots.md does not have %s as it is", file)
		}
	}
}
