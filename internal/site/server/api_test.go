package server

import (
	"encoding/json"
	"go/token"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/site/account"
	"thera/internal/site/analysis"
	"thera/internal/site/bot"
	"thera/internal/site/class"
	"thera/internal/site/council"
	"thera/internal/site/ladder"
	"thera/internal/site/live"
	"thera/internal/site/moderation"
	"thera/internal/site/practice"
	"thera/internal/site/push"
	"thera/internal/site/room"
	"thera/internal/site/study"
	"thera/internal/site/tournament"
	"thera/record"
)

// TestAnswers compares answers but for what the search took.
func TestAnswers(t *testing.T) {
	r := run(t, nil)
	for _, test := range []struct{ operation, body, want string }{
		{
			"moves", `{"game": "amazons", "position": "Q1q w"}`,
			`{"game": "amazons", "position": "Q1q w", "turn": 1, "winners": [],
			  "moves": [{"move": "a1-b1(a1)", "steps": ["a1", "b1", "a1"]}]}`,
		},
		{
			"moves", `{"game": "amazons", "position": "Q1q w", "moves": ["a1-b1(a1)"]}`,
			`{"game": "amazons", "position": "*Qq b", "turn": 2, "winners": [1], "ending": "stuck", "moves": []}`,
		},
		{
			"best", `{"game": "amazons", "position": "Q1q w"}`,
			`{"game": "amazons", "position": "Q1q w", "rank": 1, "move": "a1-b1(a1)",
			  "score": {"win_probability": 1, "proven": true, "plies": 1},
			  "depth": 1, "line": ["a1-b1(a1)"]}`,
		},
		{
			"best", `{"game": "amazons", "position": "*Qq b"}`,
			`{"game": "amazons", "position": "*Qq b", "rank": 1,
			  "score": {"win_probability": 0, "proven": true, "plies": 0},
			  "depth": 0, "line": [], "winners": [1]}`,
		},
		{
			"solve", `{"game": "amazons", "position": "Q1q w", "moves": ["a1-b1(a1)"]}`,
			`{"game": "amazons", "position": "*Qq b", "proven": true, "winners": [1], "plies": 0, "moves": []}`,
		},
		{
			"solve", `{"game": "amazons", "position": "Q1q w"}`,
			`{"game": "amazons", "position": "Q1q w", "proven": true, "winners": [1],
			  "moves": ["a1-b1(a1)"]}`,
		},
		{
			"solve", `{"game": "amazons", "nodes": 1}`,
			`{"game": "amazons", "position": "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
			  "proven": false, "winners": [], "moves": []}`,
		},
		{
			"convert", `{"to": "sgf", "text": "[Game \"amazons\"]\n[Variant \"6x6\"]\n\n1. b1-b3(d3)\n"}`,
			`{"from": "thera", "to": "sgf", "games": 1,
			  "text": "(;FF[4]GM[18]CA[UTF-8]SZ[6]\nAB[ae][fe][bf][ef]AW[ba][ea][ab][fb]PL[B]\n;B[bfbddd]\n)\n"}`,
		},
	} {
		res := r.ask(test.operation, test.body)
		var got, want map[string]any
		if err := json.Unmarshal([]byte(text(t, res)), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(test.want), &want); err != nil {
			t.Fatal(err)
		}
		delete(got, "seconds")
		delete(got, "nodes")
		if diff := cmp.Diff(want, got); res.StatusCode != http.StatusOK || diff != "" {
			t.Errorf("%s %s: status %d, -want +got:\n%s", test.operation, test.body, res.StatusCode, diff)
		}
	}
}

// TestSolveDeep asks for a result that is several plies away.
func TestSolveDeep(t *testing.T) {
	got := text(t, run(t, nil).ask("solve", `{"game": "hermit", "variant": "3x3", "nodes": 1000000}`))
	if !strings.Contains(got, `"proven":true,"winners":[1]`) || strings.Contains(got, `"moves":[]`) {
		t.Error(got)
	}
}

func TestLines(t *testing.T) {
	var found answer.Search
	body := text(t, run(t, nil).ask("best", `{"game": "santorini", "lines": 3, "depth": 3}`))
	if err := json.Unmarshal([]byte(body), &found); err != nil {
		t.Fatal(err)
	}
	if len(found.Others) != 2 || found.Others[0].Rank != 2 || found.Others[1].Rank != 3 ||
		found.Others[0].Move == found.Move || found.Others[0].Move == found.Others[1].Move ||
		found.Others[0].Score.WinProbability > found.Score.WinProbability {
		t.Error(body)
	}
}

func TestSeedAndLevel(t *testing.T) {
	r := run(t, nil)
	ask := func(more string) string {
		answer := text(t, r.ask("best", `{"game": "amazons", "nodes": 1000`+more+`}`))
		before, _, _ := strings.Cut(answer, `"seconds"`)
		return before
	}
	if a, b := ask(`, "seed": 7, "level": 1`), ask(`, "seed": 7, "level": 1`); a != b {
		t.Errorf("equal requests get %s and %s", a, b)
	}
	if ask(`, "level": 1`) == ask(``) {
		t.Error("level 1 plays like the highest")
	}
}

func TestProblems(t *testing.T) {
	r := run(t, nil)
	for _, test := range []struct {
		operation, body string
		status          int
		field, message  string // of the first error; in the message
	}{
		{"moves", `{"game": "chess"}`, 422, "body.game", `unknown game "chess": want one of amazons, santorini, hermit`},
		{"moves", `{}`, 422, "body", "expected required property game"},
		{"moves", `{"game": 7}`, 422, "body.game", "expected string"},
		{"moves", `{"game": "amazons", "variant": "7x7"}`, 422, "body.variant", `"7x7"`},
		{"moves", `{"game": "amazons", "position": "Q"}`, 422, "body.position", `"Q"`},
		{"moves", `{"game": "amazons", "position": "Q1q w", "variant": "6x6"}`, 422, "body.position", "only one"},
		{"moves", `{"game": "amazons", "moves": ["d1-d7(g7)", "a1"]}`, 422, "body.moves[1]", `"a1"`},
		{"moves", `{"game": "amazons", "moves": ["d1-e3(e4)"]}`, 422, "body.moves[0]", "illegal move"},
		{"solve", `{"game": "santorini", "variant": "3p"}`, 422, "body.position", "want one of two players"},
		{"moves", `{"game": "amazons", "place": "Q1q w"}`, 422, "body.place", "unexpected property"},
		{"moves", `{"game": `, 400, "body", "unexpected end"},
		{"moves", ``, 400, "", ""},
		{"moves", `[]`, 422, "body", "expected object"},
		{"best", `{"game": "amazons", "seconds": 0}`, 422, "body.seconds", "> 0"},
		{"best", `{"game": "amazons", "seconds": 11}`, 422, "body.seconds", "<= 10"},
		{"best", `{"game": "amazons", "nodes": 0}`, 422, "body.nodes", ">= 1"},
		{"best", `{"game": "amazons", "nodes": 10000001}`, 422, "body.nodes", "<= 10000000"},
		{"best", `{"game": "amazons", "depth": 0}`, 422, "body.depth", ">= 1"},
		{"best", `{"game": "amazons", "level": 9}`, 422, "body.level", "<= 8"},
		{"best", `{"game": "amazons", "lines": 21}`, 422, "body.lines", "<= 20"},
		{"best", `{"game": "amazons", "seed": -1}`, 422, "body.seed", ">= 0"},
		{"solve", `{"game": "hermit", "position": "*"}`, 422, "body.position", `"*"`},
		{"solve", `{"game": "hermit", "nodes": 10000001}`, 422, "body.nodes", "<= 10000000"},
		{"solve", `{"game": "hermit", "nodes": 0}`, 422, "body.nodes", ">= 1"},
		{"solve", `{"game": "hermit", "seconds": 11}`, 422, "body.seconds", "<= 10"},
		{"solve", `{"game": "hermit", "depth": 3}`, 422, "body.depth", "unexpected property"},
		{"convert", `{"to": "pgn", "text": "x"}`, 422, "body.to", "sgf"},
		{"convert", `{"to": "sgf"}`, 422, "body", "required property text"},
		{"convert", `{"to": "sgf", "text": ""}`, 422, "body.text", "length >= 1"},
		{"convert", `{"to": "sgf", "text": "x"}`, 422, "body.text", `begins with "x"`},
		{"convert", `{"to": "sgf", "from": "botzone", "text": " "}`, 422, "body.text", "no game"},
		{"convert", `{"to": "sgf", "text": "[Game \"amazons\"]\n\n1. d1-d1(d2)"}`, 422, "body.text", "line 3, column 4"},
		{"convert", `{"to": "sgf", "text": "[Game \"hermit\"]\n[Variant \"3x3\"]\n\n"}`, 422, "body.text", "sgf"},
	} {
		res := r.ask(test.operation, test.body)
		var problem struct {
			Title  string
			Status int
			Errors []struct{ Location, Message string }
		}
		body := text(t, res)
		if err := json.Unmarshal([]byte(body), &problem); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		name := test.operation + " " + test.body
		if got := res.Header.Get("Content-Type"); got != "application/problem+json" {
			t.Errorf("%s: content type %q", name, got)
		}
		if res.StatusCode != test.status || problem.Status != test.status || problem.Title == "" {
			t.Errorf("%s: status %d, want %d: %s", name, res.StatusCode, test.status, body)
		}
		if test.field == "" {
			continue
		}
		if len(problem.Errors) != 1 || problem.Errors[0].Location != test.field ||
			!strings.Contains(problem.Errors[0].Message, test.message) {
			t.Errorf("%s: want %s: …%s…: %s", name, test.field, test.message, body)
		}
	}
}

func TestNoOperation(t *testing.T) {
	r := run(t, nil)
	for _, test := range []struct {
		method, path string
		status       int
		allow        string
	}{
		{"GET", "/api/v1/best", 405, "POST"},
		{"DELETE", "/api/v1/best", 405, "POST"},
		{"POST", "/api/v1/games", 405, "GET, HEAD"},
		{"GET", "/api/v1/", 404, ""},
		{"POST", "/api/v2/best", 404, ""},
	} {
		res := r.do(test.method, test.path, "")
		if res.StatusCode != test.status || res.Header.Get("Allow") != test.allow ||
			res.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%+v: status %d, %v", test, res.StatusCode, res.Header)
		}
	}
	res := r.do("POST", "/api/v1/moves", `game=amazons`, "Content-Type", "application/x-www-form-urlencoded")
	if res.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("a form: status %d, want 415", res.StatusCode)
	}
}

// TestProblemsAreShort sends a long wrong value.
func TestProblemsAreShort(t *testing.T) {
	r := run(t, nil)
	got := text(t, r.ask("convert", `{"to": "sgf", "from": 7, "text": "`+strings.Repeat("x", 100_000)+`", "what": 1}`))
	if len(got) > 1000 || !strings.Contains(got, "body.what") {
		t.Errorf("%d bytes: %.1000s", len(got), got)
	}
}

// TestOpenAPIDescribes wants a description of every field and parameter. Its file is compared
// with the server's document by TestOpenAPI.
func TestOpenAPIDescribes(t *testing.T) {
	text, err := os.ReadFile("testdata/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	type described struct{ Name, Description string }
	var document struct {
		Components struct {
			Schemas map[string]struct{ Properties map[string]described }
		}
		Paths map[string]map[string]struct{ Parameters []described }
	}
	if err := json.Unmarshal(text, &document); err != nil || len(document.Components.Schemas) == 0 {
		t.Fatalf("%d schemas, %v", len(document.Components.Schemas), err)
	}
	for schema, of := range document.Components.Schemas {
		for name, field := range of.Properties {
			if field.Description == "" {
				t.Errorf("%s.%s: want a description, as by the tag doc", schema, name)
			}
		}
	}
	for path, methods := range document.Paths {
		for method, op := range methods {
			for _, p := range op.Parameters {
				if p.Description == "" {
					t.Errorf("%s %s, %s: want a description, as by the tag doc", method, path, p.Name)
				}
			}
		}
	}
}

// TestOpenAPI pins the contract of the API; -update accepts a new one.
func TestOpenAPI(t *testing.T) {
	res := run(t, func(c *Config) {
		c.Games = []catalog.Entry{catalog.Amazons(), catalog.Santorini(), catalog.Hermit()}
		c.Parts = parts()
	}).do("GET", "/api/v1/openapi.json", "")
	got := text(t, res)
	if res.Header.Get("Content-Type") != "application/openapi+json" {
		t.Errorf("content type %q", res.Header.Get("Content-Type"))
	}
	gametest.Golden(t, "testdata/openapi.json", got)

	// Generators make functions of the IDs, and classes of the tags.
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string
			Tags        []string
		}
	}
	if err := json.Unmarshal([]byte(got), &document); err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`^[a-z][A-Za-z0-9]*$`)
	reserved := []string{"class", "public", "export", "move", "match", "new", "delete"} // besides Go's words
	for path, methods := range document.Paths {
		for _, op := range methods {
			if !name.MatchString(op.OperationID) || token.IsKeyword(op.OperationID) || slices.Contains(reserved, op.OperationID) || len(op.Tags) != 1 {
				t.Errorf("%s: operation %q with the tags %q: want a name in camelCase that is not reserved, and one tag", path, op.OperationID, op.Tags)
			}
		}
	}
}

// parts are those of `thera serve`, to be described and not asked.
func parts() []Part {
	played := live.New(live.Config{House: room.NewHouse(room.Config{}, nil), ContestFrames: tournament.Frames()})
	return []Part{
		account.NewAPI(account.APIConfig{}),
		&moderation.API{},
		&push.Push{},
		played,
		&bot.API{Live: played},
		&council.API{},
		&ladder.API{},
		analysis.New(analysis.Config{}),
		&class.API{},
		study.New(study.Config{}),
		practice.New(practice.Config{}),
		tournament.NewAPI(tournament.APIConfig{}),
		NewExplorer("", nil, nil),
		NewPlayerExplorer(PlayerExplorerConfig{}),
		&Previews{Games: catalog.Games()},
	}
}

// TestFormatsInTheContract compares a list that has to be a constant.
func TestFormatsInTheContract(t *testing.T) {
	document := text(t, run(t, nil).do("GET", "/api/v1/openapi.json", ""))
	var names []string
	for _, f := range record.Formats() {
		names = append(names, `"`+string(f)+`"`)
	}
	fields := strings.Fields(document)
	if !strings.Contains(strings.Join(fields, " "), strings.Join(names, ", ")) || !slices.Contains(fields, `"enum":`) {
		t.Errorf("the formats are %v", names)
	}
}

func TestRepeatedKeyIsRefused(t *testing.T) {
	res := run(t, nil).ask("moves", `{"game":"amazons","moves":[],"moves":["d1-d7(g7)"]}`)
	if got := text(t, res); res.StatusCode != http.StatusBadRequest || !strings.Contains(got, `the key \"moves\" twice`) {
		t.Errorf("%d %s", res.StatusCode, got)
	}
}
