package study_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/httpkit"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
	"thera/internal/site/study"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// service is studies behind a server.
type service struct {
	*accounttest.Site
	t *testing.T
}

func serve(t *testing.T, address string, puts httpkit.Rate) *service {
	t.Helper()
	site := accounttest.Open(t, address, "hermit")
	study.New(study.Config{
		Store: site.Store, Games: []game.Game{amazons.Rules(), hermit.Rules()}, Puts: puts,
	}).Register(site.Kit)
	site.Join("ada", "ada")
	site.Join("bob", "bob")
	site.Must("guest", "POST", "account/guest", "")
	return &service{site, t}
}

// sent returns a body as it is sent: text as it stands, all else as JSON.
func (s *service) sent(body any) string {
	s.t.Helper()
	if text, ok := body.(string); ok {
		return text
	}
	data, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

func (s *service) ask(who, method, path string, body any) (status int, text string) {
	s.t.Helper()
	return s.Ask(who, method, path, s.sent(body))
}

// must asks for what has to succeed.
func (s *service) must(who, method, path string, body any) (one study.Study) {
	s.t.Helper()
	_ = json.Unmarshal([]byte(s.Must(who, method, path, s.sent(body))), &one) // lists are looked at by ids
	return one
}

// refused asks for what has to be refused with a status.
func (s *service) refused(want int, who, method, path string, body any) string {
	s.t.Helper()
	return s.Refused(want, who, method, path, s.sent(body))
}

// copies stores n copies of a study, whose IDs end in -1 to -n.
func (s *service) copies(id string, n int) {
	s.t.Helper()
	const columns = `owner, title, audience, games, chapters, version, created_at, updated_at, words, body, listed`
	err := s.Store.DB().Exec(s.t.Context(), `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < $1)
		INSERT INTO studies (id, `+columns+`) SELECT id || '-' || n, `+columns+` FROM studies, counted WHERE id = $2`, n, id)
	if err != nil {
		s.t.Fatal(err)
	}
}

// ids lists studies.
func (s *service) ids(who, query string) string {
	s.t.Helper()
	status, text := s.ask(who, "GET", "studies?"+query, "")
	var all []study.Info
	if err := json.Unmarshal([]byte(text), &all); status != http.StatusOK || err != nil {
		s.t.Fatalf("studies?%s: %d %s", query, status, text)
	}
	var ids []string
	for _, one := range all {
		ids = append(ids, one.ID[:1])
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

const (
	amazonsText = "[Game \"amazons\"]\n[Variant \"6x6\"]\n[Chapter \"Corners\"]\n\n1. b1-b3(d3) {glyph=!?}\n  ( 1. b1-b2(c2) {\"100% sure_ly\"} )\n\n"
	hermitText  = "[Game \"hermit\"]\n[Variant \"3x3\"]\n[Player1 \"Zoë\"]\n\n1. Ya3\n\n"
)

type draft struct {
	Title    string `json:"title"`
	Audience string `json:"audience"`
	Version  int    `json:"version"`
	Text     string `json:"text"`
}

// However many come at once, an account has as many studies as are allowed.
func TestAsManyStudiesAsAllowed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := serve(t, address, wide)
		s.must("ada", "PUT", "study/aaaaaaaa", draft{"First", "private", 0, hermitText})
		s.copies("aaaaaaaa", 498)
		var all sync.WaitGroup
		var made atomic.Int32
		for i := range 40 {
			all.Go(func() {
				switch status, text := s.ask("ada", "PUT", fmt.Sprintf("study/bbbbbbbb-%d", i), draft{"Last", "private", 0, hermitText}); status {
				case 200:
					made.Add(1)
				case 409:
				default:
					t.Errorf("%d %s", status, text)
				}
			})
		}
		all.Wait()
		if n := made.Load(); n != 1 {
			t.Errorf("499 studies and %d of 40 more, want 1", n)
		}
	})
}

// longText returns a valid text of a number of bytes.
func longText(bytes int) string {
	const begin, end = "[Game \"hermit\"]\n[Variant \"3x3\"]\n\n1. Ya3 {\"", "\"}\n\n"
	return begin + strings.Repeat("x", bytes-len(begin+end)) + end
}

// However many are put at once, an account's studies have as many bytes as are allowed
// together. Studies of an account that has more can shrink.
func TestAsManyBytesAsAllowed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := serve(t, address, wide)
		const full, fullOnes = 160 << 10, 64 // 10 MiB
		s.must("ada", "PUT", "study/aaaaaaaa", draft{"Full", "private", 0, longText(full)})
		s.copies("aaaaaaaa", fullOnes-2)
		for i := range 4 {
			s.must("ada", "PUT", fmt.Sprintf("study/bbbbbbbb-%d", i), draft{"Short", "private", 0, longText(1 << 10)})
		}
		var all sync.WaitGroup
		var grown atomic.Int32
		for i := range 4 {
			all.Go(func() {
				switch status, text := s.ask("ada", "PUT", fmt.Sprintf("study/bbbbbbbb-%d", i), draft{"Longer", "private", 1, longText(full / 2)}); status {
				case 200:
					grown.Add(1)
				case 409:
					if !strings.Contains(text, `"too-many"`) {
						t.Error(text)
					}
				default:
					t.Errorf("%d %s", status, text)
				}
			})
		}
		all.Wait()
		if n := grown.Load(); n != 1 {
			t.Errorf("%d studies have grown beyond what is allowed, want 1", n)
		}
		s.refused(409, "ada", "PUT", "study/cccccccc", draft{"New", "private", 0, longText(full)})
		s.refused(409, "ada", "POST", "study/aaaaaaaa/clone", "{}")

		if err := s.Store.DB().Exec(t.Context(), `UPDATE studies SET body = body || $1 WHERE id = $2`, strings.Repeat("\n", full), "aaaaaaaa"); err != nil {
			t.Fatal(err)
		}
		s.must("ada", "PUT", "study/aaaaaaaa-1", draft{"Shorter", "private", 1, longText(full - 1)})
		s.must("bob", "PUT", "study/dddddddd", draft{"Of somebody else", "private", 0, longText(full)})
	})
}

// The accounts of an address make as many studies in a day as are allowed together.
// What is refused for another reason, or can't be stored, is not counted.
func TestStudiesOfAnAddress(t *testing.T) {
	s := serve(t, storetest.SQLite(t), wide)
	s.must("ada", "PUT", "study/aaaaaaaa", draft{"First", "link", 0, hermitText})
	for range study.MaxAddressStudies {
		s.refused(409, "ada", "PUT", "study/aaaaaaaa", draft{"First", "link", 0, hermitText})
	}
	exec := func(statement string) {
		if err := database.IgnoreNotFound(s.Store.DB().Exec(t.Context(), statement)); err != nil {
			t.Fatal(err)
		}
	}
	exec(`CREATE TRIGGER broken BEFORE INSERT ON study_words BEGIN SELECT RAISE(ABORT, 'broken'); END`)
	s.refused(500, "ada", "PUT", "study/bbbbbbbb", draft{"Not stored", "private", 0, hermitText})
	exec(`DROP TRIGGER broken`)
	for i := 1; i < study.MaxAddressStudies; i++ {
		s.must("ada", "PUT", fmt.Sprintf("study/aaaaaaaa-%d", i), draft{"More", "private", 0, hermitText})
	}
	if text := s.refused(409, "bob", "POST", "study/aaaaaaaa/clone", "{}"); !strings.Contains(text, `"too-many"`) {
		t.Error(text)
	}
	s.must("ada", "PUT", "study/aaaaaaaa", draft{"Changed", "link", 1, hermitText})
}

// TestGrowth makes the worst studies, with as many long words as are listed, and multiplies
// what each adds to the file by how many an address can make in a day, whatever the number
// of its accounts.
func TestGrowth(t *testing.T) {
	const most, sample = 60_000_000, 8 // bytes a day, and of which the mean is taken
	s := serve(t, storetest.SQLite(t), wide)
	size := func() (bytes int) {
		if err := s.Store.DB().Row(t.Context(), []any{&bytes}, `SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size`); err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	before := size()
	for n := range sample {
		var words strings.Builder
		for i := range 500 {
			fmt.Fprintf(&words, "%d%023d ", n, i)
		}
		text := longText(160<<10 - words.Len())
		s.must("ada", "PUT", fmt.Sprintf("study/%040d", n), draft{"Title", "public", 0, strings.Replace(text, `{"`, `{"`+words.String(), 1)})
	}
	each := (size() - before) / sample
	t.Logf("%d studies a day of %d bytes", study.MaxAddressStudies, each)
	if sum := study.MaxAddressStudies * each; sum > most {
		t.Errorf("an address can add %d bytes a day, want at most %d", sum, most)
	}
}

var wide = httpkit.Rate{PerSecond: 1000, Burst: 1000}

func TestStudies(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := serve(t, address, wide)
		a, b := "aaaaaaaa-1", "bbbbbbbb-2"
		made := s.must("ada", "PUT", "study/"+a, draft{"  The   corner ", "private", 0, amazonsText + hermitText})
		if made.Title != "The corner" || made.Version != 1 || made.Chapters != 2 || strings.Join(made.Games, " ") != "amazons hermit" || made.Owner.Name != "ada" {
			t.Errorf("made %+v", made)
		}
		s.must("ada", "PUT", "study/"+b, draft{"Other", "link", 0, hermitText})

		// Two tabs have the first version: the second one to put is refused.
		changed := s.must("ada", "PUT", "study/"+a, draft{"The corner", "private", 1, amazonsText})
		if changed.Version != 2 || changed.Chapters != 1 {
			t.Errorf("changed %+v", changed)
		}
		for _, version := range []int{0, 1, 3} {
			s.refused(409, "ada", "PUT", "study/"+a, draft{"The corner", "private", version, hermitText})
		}
		if got := s.must("ada", "GET", "study/"+a, ""); got.Text != amazonsText {
			t.Errorf("got %q", got.Text)
		}

		// Only permitted users can see and change each study.
		for _, who := range []string{"nobody", "guest", "bob"} {
			s.refused(404, who, "GET", "study/"+a, "")
			s.must(who, "GET", "study/"+b, "")
		}
		for who, want := range map[string]int{"nobody": 401, "guest": 403, "bob": 403} {
			s.refused(want, who, "PUT", "study/"+b, draft{"Mine", "public", 1, hermitText})
			s.refused(want, who, "PUT", "study/"+b, draft{"Mine", "public", 0, hermitText})
			s.refused(want, who, "DELETE", "study/"+b, "")
		}
		s.refused(401, "nobody", "POST", "study/"+b+"/clone", "{}")
		s.refused(403, "guest", "POST", "study/"+b+"/clone", "{}")
		s.refused(404, "bob", "POST", "study/"+a+"/clone", "{}")
		s.refused(404, "bob", "PUT", "study/"+a, draft{"Mine", "public", 2, hermitText})
		s.refused(404, "bob", "PUT", "study/cccccccc", draft{"Mine", "public", 2, hermitText})
		s.refused(401, "nobody", "GET", "studies?mine=true", "")
		clone := s.must("bob", "POST", "study/"+b+"/clone", `{"title":"A copy"}`)
		if got := s.must("bob", "GET", "study/"+clone.ID, ""); got.Text != hermitText || got.Audience != study.Private || got.Title != "A copy" {
			t.Errorf("cloned %+v", got)
		}

		if got := s.ids("bob", ""); got != "" {
			t.Errorf("public are %q", got)
		}
		s.must("ada", "PUT", "study/"+a, draft{"The corner", "public", 2, amazonsText})
		s.must("ada", "DELETE", "study/"+b, "")
		s.refused(404, "ada", "GET", "study/"+b, "")
		s.refused(404, "ada", "DELETE", "study/"+b, "")
		if got := s.ids("nobody", ""); got != "a" {
			t.Errorf("public are %q", got)
		}
	})
}

// TestBannedOwner hides what a banned account has published, and deletes it for an operator.
func TestBannedOwner(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := serve(t, address, wide)
		const id = "11111111-public"
		s.must("ada", "PUT", "study/"+id, draft{"Buy this", "public", 0, hermitText})
		s.must("bob", "PUT", "study/22222222-public", draft{"Openings", "public", 0, hermitText})
		by := account.Act{Actor: "root", Reason: "advertising"}
		if err := s.Accounts.Ban(t.Context(), by, "ada"); err != nil {
			t.Fatal(err)
		}
		s.refused(404, "bob", "GET", "study/"+id, "")
		s.refused(404, "bob", "POST", "study/"+id+"/clone", struct{}{})
		if got := s.ids("nobody", ""); got != "2" {
			t.Errorf("public are %q, want 2", got)
		}
		s.must("ada", "GET", "study/"+id, "")
		act := s.Accounts.NewAct(by, account.ActRemoveStudy, id, "")
		if err := study.Delete(t.Context(), s.Store, act); err != nil {
			t.Fatal(err)
		}
		s.refused(404, "ada", "GET", "study/"+id, "")
		if err := study.Delete(t.Context(), s.Store, act); err == nil {
			t.Error("it is deleted twice")
		}
		acts, err := s.Store.Acts(t.Context(), 0, 10)
		if err != nil || len(acts) != 2 || !slices.ContainsFunc(acts, func(a store.Act) bool { return a.Object == id && a.Detail != "" }) {
			t.Errorf("acts %+v, %v", acts, err)
		}
	})
}

// TestScopeOfOwner has an owner's tokens ask for a private study.
func TestScopeOfOwner(t *testing.T) {
	s := serve(t, storetest.SQLite(t), wide)
	const id = "11111111-private"
	s.must("ada", "PUT", "study/"+id, draft{"Mine", "private", 0, longText(100)})
	for _, scope := range []string{"play", "admin"} {
		var made struct{ Token string }
		if err := json.Unmarshal([]byte(s.Must("ada", "POST", "account/tokens", `{"label":"x","scopes":["`+scope+`"]}`)), &made); err != nil {
			t.Fatal(err)
		}
		s.Tokens[scope] = made.Token
	}
	s.refused(404, "play", "GET", "study/"+id, "")
	s.refused(403, "play", "GET", "studies?mine=true", "")
	s.must("admin", "GET", "study/"+id, "")
	if got := s.ids("admin", "mine=true"); got != "1" {
		t.Errorf("a token with the scope admin lists %q", got)
	}
}

func TestSearch(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := serve(t, address, wide)
		s.must("ada", "PUT", "study/aaaaaaaa", draft{"First", "public", 0, amazonsText})
		s.must("ada", "PUT", "study/bbbbbbbb", draft{"Second", "public", 0, hermitText})
		s.must("ada", "PUT", "study/cccccccc", draft{"Third", "link", 0, hermitText})
		for query, want := range map[string]string{
			"":                                 "a b",
			"mine=true":                        "a b c",
			"search=CORNERS":                   "a",
			"search=first+corners":             "a",
			"search=second+corners":            "",
			"search=zo%C3%AB":                  "b",
			"search=100%25":                    "a",
			"search=%25":                       "",
			"search=e_l":                       "",
			"search=corn+fir":                  "a",
			"search=orners":                    "",
			"search=a+b+c+d+e+f+g+h":           "",
			"before=99999999999999&beforeId=x": "a b",
			"search=s_re":                      "",
			"mine=true&game=hermit":            "b c",
			"game=herm":                        "",
			"mine=true&search=f&game=amazons":  "a",
			"limit=1&search=first":             "a",
			"before=1":                         "",
			"mine=true&before=99999999999999":  "a b c",
			"search=%27%3B+DROP+TABLE+studies": "",
		} {
			if got := s.ids("ada", query); got != want {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		if got := s.ids("bob", "mine=true"); got != "" {
			t.Errorf("bob has %q", got)
		}
		for _, query := range []string{"limit=0", "limit=101", "before=-1", "mine=perhaps", "search=%00", "search=a+b+c+d+e+f+g+h+i", "search=" + strings.Repeat("x", 201)} {
			s.refused(422, "ada", "GET", "studies?"+query, "")
		}
	})
}

// However many words others have, in studies that one may not even see, one's own and the
// public studies are found.
func TestSearchAmongMany(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := serve(t, address, wide)
		var words strings.Builder
		for i := range 30 {
			fmt.Fprintf(&words, "s%d ", i)
		}
		text := strings.Replace(longText(100), `{"`, `{"`+words.String(), 1)
		for i := range 70 {
			s.must("ada", "PUT", fmt.Sprintf("study/00000000-%d", i), draft{"Many", "private", 0, text})
		}
		s.must("bob", "PUT", "study/xxxxxxxx", draft{"Szz", "public", 0, hermitText})
		s.must("bob", "PUT", "study/yyyyyyyy", draft{"Szz", "private", 0, hermitText})
		for query, want := range map[string]string{"mine=true&search=s": "x y", "search=s": "x"} {
			if got := s.ids("bob", query); got != want {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
	})
}

// Studies that were stored before words were listed are found once they are.
func TestListWords(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := serve(t, address, wide)
		for n := range 23 {
			s.must("ada", "PUT", fmt.Sprintf("study/%08d", n), draft{"First", "public", 0, hermitText})
		}
		db := s.Store.DB()
		for _, statement := range []string{`DELETE FROM study_words`, `UPDATE studies SET listed = FALSE`} {
			if err := db.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.ids("bob", "search=first"); got != "" {
			t.Errorf("before they are listed: %q", got)
		}
		if err := study.New(study.Config{Store: s.Store, Puts: wide}).ListWords(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := strings.Fields(s.ids("bob", "search=first")); len(got) != 23 {
			t.Errorf("%d are found, want 23", len(got))
		}
	})
}

func TestWrongInput(t *testing.T) {
	s := serve(t, storetest.SQLite(t), wide)
	good := draft{"A title", "private", 0, hermitText}
	for name, test := range map[string]struct {
		body any
		want string
	}{
		"no title":      {draft{" ", "private", 0, hermitText}, "want 1 to 100 characters"},
		"long title":    {draft{strings.Repeat("ä", 101), "private", 0, hermitText}, "want 1 to 100 characters"},
		"control":       {draft{"a\u0007b", "private", 0, hermitText}, "all of them visible"},
		"turned around": {draft{"a\u202eb", "private", 0, hermitText}, "all of them visible"},
		"audience":      {draft{"A title", "friends", 0, hermitText}, "expected value to be one of"},
		"version":       {draft{"A title", "private", -1, hermitText}, "expected number >= 0"},
		"no text":       {draft{"A title", "private", 0, ""}, "text without a game"},
		"no record":     {draft{"A title", "private", 0, "hello"}, "want the tags of a game"},
		"illegal":       {draft{"A title", "private", 0, hermitText + "[Game \"hermit\"]\n\n1. Zz9\n"}, "line 9, column 4"},
		"illegal side":  {draft{"A title", "private", 0, strings.Replace(amazonsText, "c2", "a6", 1)}, "illegal move"},
		"unknown game":  {draft{"A title", "private", 0, "[Game \"go\"]\n"}, "want the name of a game"},
		"large text":    {draft{"A title", "private", 0, hermitText + strings.Repeat("\n", 160<<10)}, "want at most 163840"},
		"many chapters": {draft{"A title", "private", 0, strings.Repeat(hermitText, 65)}, "want at most 64 chapters"},
		"missing field": {`{"title":"A title"}`, "expected required property"},
		"surplus field": {`{"title":"A title","audience":"private","version":0,"text":"","owner":"bob"}`, "unexpected property"},
	} {
		if text := s.refused(422, "ada", "PUT", "study/aaaaaaaa", test.body); !strings.Contains(text, test.want) {
			t.Errorf("%s: %s, want %q", name, text, test.want)
		}
	}
	s.refused(400, "ada", "PUT", "study/aaaaaaaa", draft{"a\u0000b", "private", 0, hermitText})
	s.refused(400, "ada", "PUT", "study/aaaaaaaa", draft{"A title", "private", 0, hermitText + "\u0000"})
	for _, id := range []string{"short", "AAAAAAAA", strings.Repeat("a", 41), "a%20bbbbbbb", "%00aaaaaaaa"} {
		s.refused(422, "ada", "PUT", "study/"+id, good)
	}
	s.refused(404, "ada", "GET", "study/aaaaaaaa", "")
	s.must("ada", "PUT", "study/aaaaaaaa", good)
	// The refusal gives the place of the error.
	if text := s.refused(422, "ada", "PUT", "study/aaaaaaaa", draft{"A title", "private", 1, "[Game \"hermit\"]\n\n1. Zz9\n"}); !strings.Contains(text, "line 3, column 4") {
		t.Error(text)
	}
}

// Who puts without pause has to wait.
func TestRate(t *testing.T) {
	s := serve(t, storetest.SQLite(t), httpkit.Rate{PerSecond: 0.001, Burst: 2})
	for i := range 2 {
		s.must("ada", "PUT", fmt.Sprintf("study/aaaaaaa%d", i), draft{"A title", "private", 0, hermitText})
	}
	s.refused(429, "ada", "PUT", "study/bbbbbbbb", draft{"A title", "private", 0, hermitText})
	s.must("bob", "PUT", "study/bbbbbbbb", draft{"A title", "private", 0, hermitText})
}

// TestTypeScript compares the page's types with those of the answers here; -update
// rewrites them.
func TestTypeScript(t *testing.T) {
	var w httpkit.TypeScriptWriter
	for _, answer := range []any{study.Info{}, study.Study{}} {
		w.Name(reflect.TypeOf(answer))
	}
	gametest.Golden(t, "../../../web/src/generated/study.ts", `// What the server says of studies. Made from Go's types by
//
//   go test ./internal/site/study -run TypeScript -update
`+w.String())
}
