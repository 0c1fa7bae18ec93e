package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
)

// docs runs commands of the documentation.
type docs struct{ *testing.T }

// page returns the text of a page of docs.
func (d docs) page(name string) string {
	d.Helper()
	text := gametest.Must(d, os.ReadFile, "../../docs/"+name)
	return string(text)
}

// section returns the part of a text under a heading.
func (d docs) section(text, heading string) string {
	d.Helper()
	_, section, ok := strings.Cut(text, "\n"+heading+"\n")
	if !ok {
		d.Fatalf("no heading %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n#")
	return section
}

// rows returns the cells of the rows of tables that begin with what a pattern matches.
func (d docs) rows(text string, first *regexp.Regexp) (rows [][]string) {
	d.Helper()
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if first.MatchString(cells[0]) {
			rows = append(rows, cells)
		}
	}
	if len(rows) == 0 {
		d.Fatalf("no rows that begin like %s", first)
	}
	return rows
}

// run returns what a command prints to standard output.
func (d docs) run(args ...string) string {
	d.Helper()
	var out, errs bytes.Buffer
	p := program{stdin: strings.NewReader(""), stdout: &out, stderr: &errs}
	if status := p.run(d.Context(), args); status != 0 {
		d.Fatalf("thera %s: status %d\n%s", strings.Join(args, " "), status, errs.String())
	}
	return out.String()
}

// number reads one such as 2,550.
func number(cell string) uint64 {
	n, err := strconv.ParseUint(strings.ReplaceAll(cell, ",", ""), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// maxSequences is how many sequences a test of a table counts at most.
const maxSequences = 5_000_000

// maxNodes is how many nodes a test of a table searches at most; others take too long.
func maxNodes() uint64 {
	if gametest.Long() {
		return 6_000_000
	}
	return 10_000
}

// solve runs thera solve. Few nodes need no large table, which would take longer to clear
// than they take to search, and are as many with a small one.
func (d docs) solve(args ...string) string {
	d.Helper()
	args = append([]string{"solve"}, args...)
	if !gametest.Long() {
		args = append(args, "--memory", "16MiB")
	}
	return d.run(args...)
}

// TestDocumentedSolves holds the node counts, winners and moves of
// docs/research/solving.md against the solvers.
func TestDocumentedSolves(t *testing.T) {
	t.Parallel()
	d := docs{t}
	text := d.page("research/solving.md")
	seats := map[string]string{"first": "seat 1", "second": "seat 2"}
	for _, row := range d.rows(d.section(text, "### Solved boards of Amazons"), regexp.MustCompile(`^\d+×\d+$`)) {
		if number(row[4]) > maxNodes() {
			continue
		}
		want := seats[row[2]] + " wins"
		if row[3] != "" {
			want += ", by " + row[3]
		}
		d.begins(d.solve("amazons", "--position", strings.Trim(row[1], "`")), want+"  "+row[4]+" nodes, ")
	}
	boards := regexp.MustCompile(`\d×\d`)
	for _, row := range d.rows(d.section(text, "### Winner only"), boards) {
		if number(row[2]) > maxNodes() {
			continue
		}
		winner, nodes := "seat 1 wins, by ", "  "+counted(number(row[2]), "node", "nodes")+", "
		if strings.HasSuffix(row[0], "nimber 0") {
			winner = "seat 2 wins, nimber 0" + nodes
		}
		for _, board := range boards.FindAllString(row[0], -1) {
			printed := d.solve("hermit", strings.ReplaceAll(board, "×", "x"), "--outcome")
			if !strings.HasPrefix(printed, winner) || !strings.Contains(printed, nodes) {
				t.Errorf("%s: printed %q, but the documentation has %s", board, printed, row[2])
			}
		}
	}
}

// TestHermitBoards holds the table of boards against the solver, and the nimbers in the
// text against the table.
func TestHermitBoards(t *testing.T) {
	t.Parallel()
	d := docs{t}
	table := d.table("research/hermit-boards.tsv", "board", "squares", "nimber", "move", "nodes")
	listed := d.rows(d.section(d.page("research/solving.md"), "### Solved boards"), regexp.MustCompile(`^\d+$`))
	for files := 1; files <= game.MaxFiles; files++ {
		for ranks := files; ranks <= game.MaxRanks && files*ranks <= 32; ranks++ {
			if len(table) == 0 {
				t.Fatalf("the table ends before %dx%d", files, ranks)
			}
			row := table[0]
			table = table[1:]
			board, squares, nimber, move, nodes := row[0], row[1], row[2], row[3], row[4]
			if board != fmt.Sprintf("%dx%d", files, ranks) || squares != strconv.Itoa(files*ranks) {
				t.Fatalf("got a row %q, want %dx%d", row, files, ranks)
			}
			if cell := listed[files-1][ranks]; cell != nimber {
				t.Errorf("%s has the nimber %s, but %s in the text", board, nimber, cell)
			}
			if number(nodes) > maxNodes() {
				continue
			}
			want := "seat 2 wins, nimber 0"
			if move != "-" {
				want = fmt.Sprintf("seat 1 wins, nimber %s, by %s", nimber, move)
			}
			d.begins(d.solve("hermit", board), want+"  "+counted(number(nodes), "node", "nodes")+", ")
		}
	}
	if len(table) > 0 {
		t.Errorf("the table has more rows than expected: %q", table)
	}
}

// TestHermitParts holds the counts of small parts against the command that makes them.
func TestHermitParts(t *testing.T) {
	t.Parallel()
	d := docs{t}
	most := "4"
	if gametest.Long() {
		most = "6"
	}
	table := d.table("research/hermit-parts.tsv", "squares", "nimber", "parts", "example")
	for line := range strings.Lines(d.run("solve", "hermit", "--parts", most, "--json")) {
		var got catalog.Tally
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		if len(table) == 0 {
			t.Fatalf("the table ends before %+v", got)
		}
		want := table[0]
		table = table[1:]
		row := []string{strconv.Itoa(got.Squares), strconv.Itoa(got.Nimber), strconv.FormatUint(got.Parts, 10), got.Example}
		if !slices.Equal(row, want) {
			t.Errorf("got %q, but the table has %q", row, want)
		}
	}
}

// table returns the rows of a file of tab-separated values with the given header.
func (d docs) table(name string, header ...string) (rows [][]string) {
	d.Helper()
	for line := range strings.Lines(d.page(name)) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	if !slices.Equal(rows[0], header) {
		d.Fatalf("%s begins with %q, want %q", name, rows[0], header)
	}
	return rows[1:]
}

// begins wants a beginning of what was printed.
func (d docs) begins(printed, want string) {
	d.Helper()
	if !strings.HasPrefix(printed, want) {
		d.Errorf("printed %q, but the documentation has %q", printed, want)
	}
}

// TestDocumentedCertificates holds the sizes of certificates in
// docs/research/solving.md against those that are written.
func TestDocumentedCertificates(t *testing.T) {
	t.Parallel()
	d := docs{t}
	text := d.section(d.page("research/solving.md"), "## Certificates")
	sizes := regexp.MustCompile("`(\\dx\\d)`(?: takes)?\\s(?:takes\\s)?([\\d,]*\\d)").FindAllStringSubmatch(text, -1)
	if len(sizes) < 3 {
		t.Fatalf("sizes of %d certificates, want three and more", len(sizes))
	}
	for _, m := range sizes {
		if number(m[2]) > maxNodes() {
			continue
		}
		file := t.TempDir() + "/proof"
		d.solve("hermit", m[1], "--certificate", file)
		if printed := d.run("solve", "--verify", file); !strings.HasSuffix(printed, fmt.Sprintf("proven in %s positions\n", m[2])) {
			t.Errorf("%s: printed %q, but the documentation has %s positions", m[1], printed, m[2])
		}
	}
}

// TestDocumentedPerft holds the small counts of docs/research/perft.md against the rules.
func TestDocumentedPerft(t *testing.T) {
	t.Parallel()
	d := docs{t}
	rows := d.rows(d.section(d.page("research/perft.md"), "## Reference counts"), regexp.MustCompile(`^(Amazons|Santorini|Hermit) ?`))
	counted := 0
	for _, row := range rows {
		name, board, _ := strings.Cut(row[0], " ")
		args := []string{"perft", strings.ToLower(name), ""}
		if board = strings.ReplaceAll(strings.TrimPrefix(board, ","), "×", "x"); strings.Contains(board, "x") && name != "Santorini," {
			args = append(args, "--variant", board)
		}
		args[1] = strings.Trim(args[1], ",")
		for depth, cell := range row[1:7] {
			if number(cell) == 0 || number(cell) > maxSequences {
				continue
			}
			counted++
			args[2] = fmt.Sprint(depth + 1)
			if printed := strings.TrimSpace(d.run(args...)); printed != strings.ReplaceAll(cell, ",", "") {
				t.Errorf("thera %s is %s, but the documentation has %s", strings.Join(args, " "), printed, cell)
			}
		}
	}
	if counted < 20 {
		t.Errorf("only %d counts can be read", counted)
	}
}

// TestDocumentedPictures holds the pictures of docs/play/rules against the commands
// below them.
func TestDocumentedPictures(t *testing.T) {
	d := docs{t}
	command := regexp.MustCompile(`thera show (\w+) (--\w+) '(.*)' --image --size 320 --out (\S+)`)
	for _, name := range []string{"amazons", "hermit", "santorini"} {
		found := command.FindStringSubmatch(d.page("play/rules/" + name + ".md"))
		if found == nil {
			t.Fatalf("%s: no command for its picture", name)
		}
		svg := d.run("show", found[1], found[2], found[3], "--image", "--size", "320", "--format", "svg")
		gametest.Golden(t, "../../docs/play/rules/"+found[4], svg)
	}
}

// TestDocumentedBench holds the signature in docs/programs/library.md against thera bench.
func TestDocumentedBench(t *testing.T) {
	t.Parallel()
	d := docs{t}
	m := regexp.MustCompile("([\\d,]+) nodes, [^|]*\\| `thera bench`").FindStringSubmatch(d.page("programs/library.md"))
	if m == nil {
		t.Fatal("no row of thera bench")
	}
	if printed := d.run("bench"); !regexp.MustCompile(`(?m)^total +` + strings.ReplaceAll(m[1], ",", "") + ` nodes`).MatchString(printed) {
		t.Errorf("thera bench prints\n%s\nbut the documentation has %s nodes", printed, m[1])
	}
}

// TestDocumentedMatches plays the match and the tournament of docs/programs/matches.md, with -long.
func TestDocumentedMatches(t *testing.T) {
	if !gametest.Long() {
		t.Skip("takes minutes: -long plays them")
	}
	d := docs{t}
	text := d.section(d.page("programs/matches.md"), "## Measuring strength")
	printed := d.run("match", "alphabeta:nodes=4000", "alphabeta:nodes=2000", "--variant", "6x6", "--games", "400", "--concurrency", "2")
	for _, line := range regexp.MustCompile(`(?m)^    ((?:alphabeta:nodes=4000|Elo|pairs) .*)$`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(printed, line[1]+"\n") {
			t.Errorf("no line %q in\n%s", line[1], printed)
		}
	}
	players := t.TempDir() + "/players.txt"
	_, list, _ := strings.Cut(text, "$ cat players.txt\n")
	list, _, _ = strings.Cut(list, "    $")
	if err := os.WriteFile(players, []byte(list), 0o666); err != nil {
		t.Fatal(err)
	}
	printed = d.run("tournament", players, "--variant", "6x6", "--games", "40", "--concurrency", "2")
	for _, line := range regexp.MustCompile(`(?m)^     ( *\d [a-z].*)$`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(printed, strings.TrimSpace(line[1])) {
			t.Errorf("no line %q in\n%s", line[1], printed)
		}
	}
}
