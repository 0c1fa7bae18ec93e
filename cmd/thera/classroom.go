package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"thera/classroom"
)

func (p *program) classroomCommand() *cobra.Command {
	var language string
	cmd := &cobra.Command{
		Use:   "classroom FILE",
		Short: "Check an example session of a programming exercise",
		Long: `Check an example session of a programming exercise on Dodona (dodona.be): run it on
thera's own boards and report the first difference. A session consists of statements
at the prompt of Python (>>>) or JavaScript (>), each followed by its output. FILE
may have other text around it; - reads the session from standard input.

The exercises are Amazons, Hermit and Santorini in Python, and Amazones in
JavaScript. Boards of Hermit have at most 40 rows here. Sets and dictionaries match
in any order; boards must match exactly.

The exit status is 1 if there is a difference, or a statement that the checker
does not understand. With --json, print {"file", "language", "statements", "ok",
"line", "statement", "expected", "got"}; the last four are absent if ok is true.
For a statement that is not understood, "error" replaces expected and got.`,
		Example: `  thera classroom amazons.txt
  thera classroom --language javascript amazones.txt
  thera classroom - --json < session.txt`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return p.classroom(cmd.Context(), args[0], language) },
	}
	cmd.Flags().StringVar(&language, "language", "", "read a session in this `LANGUAGE`: python or javascript (default by the file's extension, or by the first prompt)")
	completeFlag(cmd, "language", "python", "javascript")
	p.jsonFlag(cmd)
	return cmd
}

type classroomResult struct {
	File       string `json:"file"`
	Language   string `json:"language"`
	Statements int    `json:"statements"`
	OK         bool   `json:"ok"`
	*classroomDifference
}

type classroomError struct {
	classroomResult

	Line      int    `json:"line"`
	Statement string `json:"statement"`
	Error     string `json:"error"`
}

type classroomDifference struct {
	Line      int    `json:"line"`
	Statement string `json:"statement"`
	Expected  string `json:"expected"`
	Got       string `json:"got"`
}

func (r classroomResult) String() string {
	if r.OK {
		return fmt.Sprintf("%s: %s, no difference", r.File, counted(r.Statements, "statement", "statements"))
	}
	return fmt.Sprintf("%s:%d: %s\nexpected:\n%s\ngot:\n%s", r.File, r.Line, r.Statement, indented(r.Expected), indented(r.Got))
}

// indented returns the lines of an output, indented, or "(nothing)".
func indented(text string) string {
	if text == "" {
		text = "(nothing)"
	}
	return "  " + strings.ReplaceAll(text, "\n", "\n  ")
}

func (p *program) classroom(ctx context.Context, name, language string) error {
	file, err := p.open(ctx, name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // only read
	const most = 1 << 20
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return err
	}
	if len(text) > most {
		return fmt.Errorf("%s: too long: want a session of at most 1 MiB", name)
	}
	dialect, err := dialectOf(name, language, string(text))
	if err != nil {
		return err
	}
	statements, difference, err := classroom.CheckSession(string(text), dialect)
	result := classroomResult{File: name, Language: dialect.String(), Statements: statements, OK: err == nil && difference == nil}
	if e, ok := errors.AsType[*classroom.StatementError](err); ok && p.json {
		if err := p.print(classroomError{result, e.Line, e.Statement, e.Err.Error()}); err != nil {
			return err
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if difference != nil {
		result.classroomDifference = (*classroomDifference)(difference)
	}
	if err := p.print(result); err != nil || difference == nil {
		return err
	}
	return fmt.Errorf("%s: line %d differs", name, difference.Line)
}

// dialectOf returns the language of a session: the flag's, or by the extension of
// the file, or by the first prompt.
func dialectOf(name, language, text string) (classroom.Dialect, error) {
	if language == "" {
		language = map[string]string{".py": "python", ".pycon": "python", ".js": "javascript", ".mjs": "javascript"}[filepath.Ext(name)]
	}
	for _, d := range []classroom.Dialect{classroom.Python, classroom.JavaScript} {
		if language == d.String() {
			return d, nil
		}
	}
	if language != "" {
		return classroom.Dialect{}, usagef("--language %q: want python or javascript", language)
	}
	if d, ok := classroom.Detect(text); ok {
		return d, nil
	}
	return classroom.Dialect{}, fmt.Errorf("%s: no session: want lines that begin with the prompt of Python, \">>> \", or of JavaScript, \"> \"", name)
}
