package class_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"thera/game/gametest"
	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/class"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// service is a school behind a server.
type service struct {
	*accounttest.Site
	t       *testing.T
	classes *class.Classes
}

// each runs a test on each kind of store.
func each(t *testing.T, test func(t *testing.T, s *service)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, address string) { test(t, serve(t, address)) })
}

func serve(t *testing.T, address string) *service {
	t.Helper()
	site := accounttest.Open(t, address, "hermit")
	classes := class.New(class.Config{Store: site.Store, Accounts: site.Accounts})
	site.Accounts.OnClose(account.Departing{Plan: classes.PlanClosing, Finish: []func(context.Context, string) error{classes.Depart}})
	(&class.API{Classes: classes, Cookie: site.Identity.Cookie, Online: func(context.Context, ...string) []string { return nil }, Joins: accounttest.Wide}).Register(site.Kit)
	for _, name := range []string{"teacher", "rival", "stranger"} {
		site.Join(name, "the-"+name)
	}
	site.Must("guest", "POST", "account/guest", "")
	return &service{site, t, classes}
}

// answer is what comes back, all kinds in one.
type answer struct {
	ID, Invitation, Code, Token, Role string
	Player                            play.Player
	Members                           []class.Pupil
}

// must asks for what has to succeed.
func (s *service) must(who, method, path, body string) (a answer) {
	s.t.Helper()
	_ = json.Unmarshal([]byte(s.Must(who, method, path, body)), &a) // lists are looked at as text
	return a
}

// class makes a class of a teacher with two pupils, and the program of the first.
func (s *service) class(teacher, name, first, second string) (id string, pupils [2]answer) {
	s.t.Helper()
	made := s.must(teacher, "POST", "classes", `{"name":"`+name+`"}`)
	for i, pupil := range []string{first, second} {
		pupils[i] = s.must(pupil, "POST", "invitation/"+made.Invitation, `{"name":"`+pupil+`"}`)
	}
	s.Tokens[first+"’s program"] = s.must(first, "POST", "class/program", "").Token
	return made.ID, pupils
}

// play stores a game of players of a class that one of them has won.
func (s *service) play(id string, players ...play.Player) {
	s.t.Helper()
	s.playIn("", id, players...)
}

// playIn stores a game of a contest.
func (s *service) playIn(contest, id string, players ...play.Player) {
	s.t.Helper()
	c := gametest.Must(s.t, play.ParseControl, "5+3")
	created := play.Event{Number: 1, At: s.Accounts.Now(), Kind: play.Created, Setup: &play.Setup{Game: "hermit", Variant: "3x3", Control: c, Players: players, Tournament: contest}}
	ended := play.Event{Number: 2, At: created.At + 1, Kind: play.Ended, Winners: []int{1}, Reason: "stuck"}
	if err := s.Store.Append(s.t.Context(), play.Batch{Game: id, Events: []play.Event{created, ended}, Position: "... 1", Turn: 1}); err != nil {
		s.t.Fatal(err)
	}
}

// who are those who ask, in the order of a row below.
var who = []string{"nobody", "guest", "stranger", "rival", "Otto", "Zoë", "Joël", "Zoë’s program", "teacher"}

// table says what each gets from each route of the class of Zoë and Joël, when it is
// not public, and 2 is for any success. rival teaches another class, of Otto.
var table = []struct{ method, path, body, want string }{
	{"GET", "class/{id}", "", "404 404 404 404 404 2 2 2 2"},
	{"GET", "class/{id}/games", "", "404 404 404 404 404 2 2 2 2"},
	{"GET", "class/{id}/table.csv", "", "404 404 404 404 404 2 2 2 2"},
	{"GET", "class/{id}/games.csv", "", "404 404 404 404 404 2 2 2 2"},
	{"PUT", "class/{id}", `{"name":"C","open":true,"public":false}`, "401 403 404 404 403 403 403 403 2"},
	{"POST", "class/{id}/invitation", "", "401 403 404 404 403 403 403 403 2"},
	{"POST", "class/{id}/handover", `{"to":"the-stranger"}`, "401 403 404 404 403 403 403 403 409"},
	{"POST", "class/{id}/member/x/code", "", "401 404 404 404 404 403 403 403 404"},
	{"POST", "class/program", "", "401 403 403 403 2 2 2 403 403"},
	{"DELETE", "class/{id}", `{"name":"x"}`, "401 403 404 404 403 403 403 403 403"}, // the teacher has it wrong
	{"DELETE", "class/{id}/member/x", "", "401 404 404 404 404 403 403 403 404"},
	{"POST", "classes", `{"name":""}`, "401 403 422 422 403 403 403 403 422"},
	{"GET", "classes", "", "2 2 2 2 2 2 2 2 2"},
	{"POST", "class/entry", `{"code":"x"}`, "403 403 403 403 403 403 403 403 403"},
	{"POST", "invitation/x", `{"name":"x"}`, "404 404 404 404 404 404 404 404 404"},
	{"POST", "class/{id}/member/{program}/code", "", "401 404 404 404 404 403 403 404 404"},
	{"POST", "class/{other}/member/{zoë}/code", "", "401 404 404 404 403 404 404 404 404"},
	{"DELETE", "class/{other}/member/{zoë}", "", "401 404 404 404 403 404 404 404 404"},
	{"POST", "class/{id}/member/{zoë}/code", "", "401 404 404 404 404 2 403 403 2"}, // the last, as the teacher signs Zoë out
}

// Outsiders cannot even learn that a class exists; members cannot do what only the
// teacher may.
func TestWhoMayDoWhat(t *testing.T) {
	s := serve(t, storetest.SQLite(t))
	other, _ := s.class("rival", "Other", "Otto", "Ada")
	id, pupils := s.class("teacher", "C", "Zoë", "Joël")
	program := s.must("Zoë’s program", "GET", "account", "").Player
	for _, row := range table {
		path := strings.NewReplacer("{id}", id, "{other}", other, "{zoë}", pupils[0].Player.ID, "{program}", program.ID).Replace(row.path)
		for i, want := range strings.Fields(row.want) {
			status, text := s.Ask(who[i], row.method, path, row.body)
			if got := fmt.Sprint(status); got != want && (want != "2" || status/100 != 2) {
				t.Errorf("%s %s: %s gets %s, want %s: %s", row.method, row.path, who[i], got, want, text)
			}
			if row.path == "class/program" && who[i] == "Zoë" { // the program continues with its new token
				s.Tokens["Zoë’s program"] = s.must("Zoë", "POST", "class/program", "").Token
			}
		}
	}
	s.must("teacher", "PUT", "class/"+id, `{"name":"C","open":true,"public":true}`)
	for _, name := range who {
		if status, text := s.Ask(name, "GET", "class/"+id, ""); status != 200 || strings.Contains(text, `"seen"`) != (name == "teacher") ||
			strings.Contains(text, `"invitation"`) != (name == "teacher") {
			t.Errorf("the public class is for %s %d %s", name, status, text)
		}
		if status, _ := s.Ask(name, "POST", "class/"+id+"/invitation", ""); status/100 == 2 && name != "teacher" {
			t.Errorf("%s invites to the public class", name)
		}
	}
}

// A class is sorted as people sort names, whatever the database makes of them.
func TestSorted(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		made := s.must("teacher", "POST", "classes", `{"name":"C"}`)
		for _, pupil := range []string{"Zoe", "Émile", "ben", "Anna", "Ängström", "ändy"} {
			s.must(pupil, "POST", "invitation/"+made.Invitation, `{"name":"`+pupil+`"}`)
		}
		var names []string
		for _, pupil := range s.must("teacher", "GET", "class/"+made.ID, "").Members {
			names = append(names, pupil.Player.Name)
		}
		if got := strings.Join(names, " "); got != "ändy Ängström Anna ben Émile Zoe" {
			t.Errorf("sorted: %s", got)
		}
	})
}

// TestScopeOfTeacher has a teacher's tokens ask for what only the teacher may see.
func TestScopeOfTeacher(t *testing.T) {
	s := serve(t, storetest.SQLite(t))
	id, _ := s.class("teacher", "C", "Zoë", "Joël")
	for _, scope := range []string{"play", "admin"} {
		s.Tokens[scope] = s.must("teacher", "POST", "account/tokens", `{"label":"x","scopes":["`+scope+`"]}`).Token
	}
	for path, refused := range map[string]int{"classes": 403, "class/" + id: 404, "class/" + id + "/games": 404, "class/" + id + "/table.csv": 404} {
		s.Refused(refused, "play", "GET", path, "")
		s.must("admin", "GET", path, "")
	}
	s.must("admin", "PUT", "class/"+id, `{"name":"C","open":true,"public":true}`)
	if text := s.Must("play", "GET", "class/"+id, ""); strings.Contains(text, `"invitation"`) || !strings.Contains(text, `"visitor"`) {
		t.Errorf("of the public class a token to play sees %s", text)
	}
}

// A token to play lets a teacher's program see the games that it plays in, and nobody else's.
func TestTokenSees(t *testing.T) {
	s := serve(t, storetest.SQLite(t))
	id, _ := s.class("teacher", "C", "Zoë", "Joël")
	for name, want := range map[string]bool{"teacher": true, "rival": false} {
		token := s.must(name, "POST", "account/tokens", `{"label":"x","scopes":["play"]}`).Token
		who, err := s.Accounts.ByToken(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		if sees, err := s.classes.Sees(t.Context(), who, id); err != nil || sees != want {
			t.Errorf("%s sees them: %t, %v, want %t", name, sees, err, want)
		}
	}
}

// Students learn who will see their names before they give them.
func TestInvitationSaysWhoSeesNames(t *testing.T) {
	s := serve(t, storetest.SQLite(t))
	id, _ := s.class("teacher", "C", "Zoë", "Joël")
	for _, public := range []bool{false, true} {
		s.must("teacher", "PUT", "class/"+id, fmt.Sprintf(`{"name":"C","open":true,"public":%t}`, public))
		text := s.Must("nobody", "GET", "invitation/"+s.invitation(id), "")
		if want := fmt.Sprintf(`{"class":"C","public":%t}`, public); strings.TrimSpace(text) != want {
			t.Errorf("the invitation is %s, want %s", text, want)
		}
	}
}

// However many ask at once, a teacher has as many classes as are allowed.
func TestAsManyClassesAsAllowed(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		var all sync.WaitGroup
		for range 60 {
			all.Go(func() {
				if status, text := s.Ask("teacher", "POST", "classes", `{"name":"C"}`); status != 201 && status != 409 {
					t.Errorf("%d %s", status, text)
				}
			})
		}
		all.Wait()
		if n := strings.Count(s.Must("teacher", "GET", "classes", ""), `"invitation"`); n != 30 {
			t.Errorf("the teacher has %d classes, want 30", n)
		}
		// Nor can another teacher give them one more.
		var taught []answer
		if err := json.Unmarshal([]byte(s.Must("teacher", "GET", "classes", "")), &taught); err != nil {
			t.Fatal(err)
		}
		empty := taught[0].Invitation
		s.must("teacher", "PUT", "class/"+taught[0].ID, `{"name":"Empty","open":false,"public":false}`)
		id, _ := s.class("rival", "Other", "Otto", "Ada")
		if status, text := s.Ask("rival", "POST", "class/"+id+"/handover", `{"to":"`+empty+`"}`); status != 409 || !strings.Contains(text, "too-many") {
			t.Errorf("another teacher hands over a class: %d %s", status, text)
		}
	})
}

// However many join at once, a class has as many members as are allowed. Those who came
// too late are not left as players of the class.
func TestAsManyMembersAsAllowed(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		ctx := t.Context()
		made := s.must("teacher", "POST", "classes", `{"name":"C"}`)
		const free = 1
		fill(t, s, made.ID, 500-free)
		var joined atomic.Int32
		var all sync.WaitGroup
		for i := range 40 {
			all.Go(func() {
				_, _, err := s.classes.Join(ctx, account.Who{}, made.Invitation, fmt.Sprint("Pupil ", i), "")
				refusal, refused := errors.AsType[*account.Refusal](err)
				switch {
				case err == nil:
					joined.Add(1)
				case !refused || refusal.Reason != account.TooMany:
					t.Error(err)
				}
			})
		}
		all.Wait()
		var members, players int
		if err := s.Store.DB().Row(ctx, []any{&members, &players}, `SELECT (SELECT count(*) FROM class_members WHERE class = $1),
			(SELECT count(*) FROM accounts WHERE class = $1 AND closed_at = 0)`, made.ID); err != nil {
			t.Fatal(err)
		}
		if joined.Load() != free || members != 500 || players != 500 {
			t.Errorf("%d of 40 joined, %d members, %d players: want %d, 500 and 500", joined.Load(), members, players, free)
		}
	})
}

// Somebody whose browser gives up while they join or hand in a program is not left as half
// a member, whose name nobody could have any more.
func TestClientLeaves(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		made := s.must("teacher", "POST", "classes", `{"name":"C"}`)
		var leave atomic.Pointer[context.CancelFunc]
		s.Store.FollowNames(func(play.Player) { // when the account has been made
			if cancel := leave.Swap(nil); cancel != nil {
				(*cancel)()
			}
		})
		// leaving returns a context that ends when the next account has been made.
		leaving := func() context.Context {
			ctx, cancel := context.WithCancel(t.Context())
			t.Cleanup(cancel)
			leave.Store(&cancel)
			return ctx
		}
		ctx := leaving()
		in, _, err := s.classes.Join(ctx, account.Who{}, made.Invitation, "Zoë", "")
		if err != nil || ctx.Err() == nil {
			t.Fatalf("joining: %v; %v: want a member whose client has left", err, ctx.Err())
		}
		ctx = leaving()
		if _, _, err := s.classes.HandIn(ctx, in.Who); err != nil || ctx.Err() == nil {
			t.Errorf("handing in: %v; %v: want a program whose client has left", err, ctx.Err())
		}
	})
}

// A member or a program that can't be stored leaves no account behind, whose name nobody
// else could have.
func TestNoHalfMembers(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		ctx, made := t.Context(), s.must("teacher", "POST", "classes", `{"name":"C"}`)
		in, _, err := s.classes.Join(ctx, account.Who{}, made.Invitation, "Zoë", "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Store.DB().Writer().ExecContext(ctx, `ALTER TABLE class_members RENAME COLUMN joined_at TO broken`); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.classes.Join(ctx, account.Who{}, made.Invitation, "Joël", ""); err == nil {
			t.Error("somebody joins who can't be stored")
		}
		if _, _, err := s.classes.HandIn(ctx, in.Who); err == nil {
			t.Error("a program is handed in that can't be stored")
		}
		if names := column(t, s.Store, `SELECT name FROM accounts WHERE class <> ''`); !slices.Equal(names, []string{"Zoë"}) {
			t.Errorf("the accounts of the class are %q, want one", names)
		}
	})
}

// A member who hands in a first program twice at once gets one program, and two tokens, of
// which the later one works.
func TestHandInTwiceAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := serve(t, storetest.Patient(address))
		ctx, db, made := t.Context(), s.Store.DB(), s.must("teacher", "POST", "classes", `{"name":"C"}`)
		in, _, err := s.classes.Join(ctx, account.Who{}, made.Invitation, "Zoë", "")
		if err != nil {
			t.Fatal(err)
		}
		var programs, tokens [2]string
		var all sync.WaitGroup
		before := db.Writer().Stats().WaitCount
		err = db.Update(ctx, func(tx *sql.Tx) error { // while it lasts, nobody makes an account
			if db.Shared() {
				if _, err := tx.ExecContext(ctx, `LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE`); err != nil {
					return err
				}
			}
			for i := range programs {
				all.Go(func() {
					program, token, err := s.classes.HandIn(ctx, in.Who)
					if err != nil {
						t.Error(err)
					}
					programs[i], tokens[i] = program.ID, token
				})
			}
			if db.Shared() {
				storetest.AwaitLocks(t, db, 2, "INSERT INTO accounts%")
			} else {
				storetest.Until(t, "both wait for the connection", func() bool { return db.Writer().Stats().WaitCount-before >= 2 })
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		all.Wait()
		if programs[0] != programs[1] {
			t.Errorf("the programs are %q, want one", programs)
		}
		var work int
		for _, token := range tokens {
			if _, err := s.Accounts.ByToken(ctx, token); err == nil {
				work++
			}
		}
		if work != 1 {
			t.Errorf("%d tokens work, want one", work)
		}
	})
}

// fill adds members to a class.
func fill(t *testing.T, s *service, class string, members int) {
	t.Helper()
	err := s.Store.DB().Update(t.Context(), func(tx *sql.Tx) error {
		for i := range members {
			id := fmt.Sprint("m", i)
			if _, err := tx.ExecContext(t.Context(), `INSERT INTO accounts (id, name, folded, kind, password, created_at, closed_at, banned_at, ban, class, named_at)
				VALUES ($1, $1, $1, 'guest', '', 1, 0, 0, '', $2, 1)`, id, class); err != nil {
				return err
			}
			if _, err := tx.ExecContext(t.Context(), `INSERT INTO class_members (account, class, owner, code, joined_at) VALUES ($1, $2, '', $1, 1)`, id, class); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A student joins, comes back from another browser, gets a new code, hands in a
// program, and leaves.
func TestPupil(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		unchanged := s.bystander(t, "teacher")
		id, pupils := s.class("teacher", "C", "Zoë", "Joël")
		zoe := pupils[0]
		if zoe.Player.Kind != play.Guest || zoe.Player.Class != id || zoe.Player.Name != "Zoë" {
			t.Errorf("Zoë is %+v", zoe.Player)
		}
		if a := s.must("elsewhere", "POST", "class/entry", `{"code":"`+strings.ToUpper(zoe.Code)+`"}`); a.Player != zoe.Player {
			t.Errorf("who comes back is %+v", a.Player)
		}
		fresh := s.must("teacher", "POST", "class/"+id+"/member/"+zoe.Player.ID+"/code", "")
		if status, _ := s.Ask("thief", "POST", "class/entry", `{"code":"`+zoe.Code+`"}`); status != 403 {
			t.Errorf("a code that was replaced: %d", status)
		}
		for _, browser := range []string{"elsewhere", "Zoë"} {
			s.must(browser, "POST", "class/entry", `{"code":"`+fresh.Code+`"}`)
		}
		for _, again := range []string{"zoë", " ZOË ", "Zoe\u0308"} {
			s.must("x", "DELETE", "session", "")
			if status, text := s.Ask("x", "POST", "invitation/"+s.invitation(id), `{"name":"`+again+`"}`); status != 409 {
				t.Errorf("%q beside Zoë: %d %s", again, status, text)
			}
		}
		for _, bad := range []string{"", "  ", "7", "-x", strings.Repeat("x", 31), "Zoë's program", "hermit-3", "<b>"} {
			if status, text := s.Ask("x", "POST", "invitation/"+s.invitation(id), `{"name":"`+bad+`"}`); status != 422 {
				t.Errorf("%q: %d %s", bad, status, text)
			}
		}
		for _, who := range []string{"teacher", "Zoë"} { // in a browser where somebody is signed in
			if status, text := s.Ask(who, "POST", "invitation/"+s.invitation(id), `{"name":"Eva"}`); status != 409 {
				t.Errorf("%s joins: %d %s", who, status, text)
			}
		}
		old := s.Tokens["Zoë’s program"]
		s.Tokens["old"] = old
		program := s.must("Zoë", "POST", "class/program", "")
		if program.Token == old || program.Player.Kind != play.Bot || program.Player.Class != id || program.Player.Name != "Zoë’s program" {
			t.Errorf("program %+v", program)
		}
		if status, _ := s.Ask("old", "GET", "account", ""); status != 401 {
			t.Errorf("a token that was replaced: %d", status)
		}
		s.play("g1", zoe.Player, pupils[1].Player)
		s.contest(t, "c1", id)
		s.playIn("c1", "g2", pupils[1].Player, program.Player)
		for statement, account := range map[string]string{`UPDATE sessions SET seen_at = 1 WHERE account = $1`: pupils[1].Player.ID, `UPDATE tokens SET used_at = 2 WHERE account = $1`: program.Player.ID} {
			if err := s.Store.DB().Exec(t.Context(), statement, account); err != nil {
				t.Fatal(err)
			}
		}
		got := s.must("teacher", "GET", "class/"+id, "").Members
		if len(got) != 2 || got[0].Player.Name != "Joël" || got[0].Score.Games != 2 || got[0].Score.Won != 1 ||
			got[1].Score.Won != 1 || got[1].Program.Score.Games != 1 || got[0].Seen != 1 || got[1].Seen <= 2 || got[1].Program.Seen != 2 {
			t.Errorf("members %+v", got)
		}
		if status, text := s.Ask("Zoë", "GET", "class/"+id+"/games?result=lost&player="+program.Player.ID, ""); status != 200 || !strings.Contains(text, "g2") || strings.Contains(text, "g1") {
			t.Errorf("games that her program has lost: %d %s", status, text)
		}
		for path, parts := range map[string][]string{
			"table.csv": {"Zoë,Zoë’s program,1,0,1,0,"},
			"games.csv": {"g2,hermit,3x3,5+3,Joël; Zoë’s program,Joël,stuck,", ",c1,Cup," + pupils[1].Player.ID + "; " + program.Player.ID + "\n"},
		} {
			_, text := s.Ask("teacher", "GET", "class/"+id+"/"+path, "")
			for _, want := range parts {
				if !strings.Contains(text, want) {
					t.Errorf("%s: %s, want %s", path, text, want)
				}
			}
		}
		s.must("Zoë", "DELETE", "class/"+id+"/member/"+zoe.Player.ID, "")
		if status, _ := s.Ask("Zoë", "GET", "class/"+id, ""); status != 404 {
			t.Errorf("who has left still sees the class: %d", status)
		}
		if left := s.left(t, "Zoë"); len(left) > 0 {
			t.Errorf("of who has left there is %q", left)
		}
		s.must("teacher", "PUT", "class/"+id, `{"name":"C","open":false,"public":false}`)
		shut := s.invitation(id)
		if status, _ := s.Ask("late", "POST", "invitation/"+shut, `{"name":"Late"}`); status != 403 {
			t.Errorf("a class that is shut: %d", status)
		}
		if again := s.must("teacher", "POST", "class/"+id+"/invitation", ""); again.Invitation == shut {
			t.Error("the invitation stays")
		}
		unchanged()
	})
}

// A new personal link signs out everybody who came in with the earlier one, except the
// member who asks for it.
func TestNewCodeEndsSessions(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		id, pupils := s.class("teacher", "C", "Zoë", "Joël")
		zoe := pupils[0]
		isIn := func(who string, want bool) {
			t.Helper()
			if status, text := s.Ask(who, "GET", "class/"+id, ""); (status == 200) != want {
				t.Errorf("%s sees the class: %d %s, want %t", who, status, text, want)
			}
		}
		code := "class/" + id + "/member/" + zoe.Player.ID + "/code"
		s.must("thief", "POST", "class/entry", `{"code":"`+zoe.Code+`"}`)
		isIn("thief", true)
		mine := s.must("Zoë", "POST", code, "")
		isIn("thief", false)
		isIn("Zoë", true)
		s.must("phone", "POST", "class/entry", `{"code":"`+mine.Code+`"}`)
		s.must("teacher", "POST", code, "")
		isIn("phone", false)
		isIn("Zoë", false)
		for _, who := range []string{"Zoë’s program", "Joël", "teacher"} {
			isIn(who, true)
		}
	})
}

func (s *service) invitation(id string) string {
	return s.must("teacher", "GET", "class/"+id, "").Invitation
}

// Lists that everybody sees tell nothing of a class, unless it is public.
func TestNothingIsPublished(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		bot, err := s.Accounts.HouseBot(t.Context(), "hermit-3")
		if err != nil {
			t.Fatal(err)
		}
		id, pupils := s.class("teacher", "C", "Zoë", "Joël")
		s.play("g1", pupils[0].Player, bot)
		lists := func() string {
			games, err1 := s.Store.Games(t.Context(), store.Search{Player: bot.ID})
			others, err2 := s.Store.ByOpponent(t.Context(), bot.ID, "", 10)
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			return fmt.Sprint(games, others)
		}
		if text := lists(); strings.Contains(text, "Zoë") || strings.Contains(text, "g1") {
			t.Errorf("a bot's games: %s", text)
		}
		for _, name := range []string{"Zoë", "Zoe", "Joël", "Joël@" + id, "jan@" + id} {
			if p, err := s.Accounts.Find(t.Context(), name); err == nil {
				t.Errorf("%q finds %+v", name, p)
			}
			if p, err := s.Accounts.FindIn(t.Context(), "another", name); err == nil {
				t.Errorf("%q finds %+v in another class", name, p)
			}
		}
		for name, want := range map[string]string{"zoë": pupils[0].Player.ID, "Zoë's program": "", "hermit-3": bot.ID} {
			if p, err := s.Accounts.FindIn(t.Context(), id, name); err != nil || want != "" && p.ID != want {
				t.Errorf("%q finds %+v, %v in the class", name, p, err)
			}
		}
		s.must("teacher", "PUT", "class/"+id, `{"name":"C","open":true,"public":true}`)
		if text := lists(); strings.Contains(text, "g1") {
			t.Errorf("a bot's games, with those of a public class, which has lists of its own: %s", text)
		}
	})
}

// Of a class that was closed nothing is left: no name, no token, no session.
func TestClosed(t *testing.T) {
	each(t, func(t *testing.T, s *service) {
		unchanged := s.bystander(t, "teacher")
		id, pupils := s.class("teacher", "Klas Zes", "Zoë", "Marie-Anne")
		s.play("g1", pupils[0].Player, pupils[1].Player)
		s.contest(t, "class-cup", id)
		before := strings.Join(s.rows(t), "\n")
		for _, name := range []string{"Zoë", "Marie-Anne", "marleanne", "Klas Zes", "class-cup"} {
			if !strings.Contains(before, name) {
				t.Fatalf("%q is nowhere before, so the test finds nothing", name)
			}
		}
		s.must("teacher", "DELETE", "class/"+id, `{"name":"Klas Zes"}`)
		unchanged()
		if left := s.left(t, "Zoë", "zoë", "Marie-Anne", "marleanne", "Klas", "class-cup"); len(left) > 0 {
			t.Errorf("left: %q", left)
		}
		for _, who := range []string{"Zoë", "Marie-Anne"} {
			if _, text := s.Ask(who, "GET", "account", ""); !strings.Contains(text, `"player":null`) {
				t.Errorf("%s is still %s", who, text)
			}
		}
		if status, _ := s.Ask("Zoë’s program", "GET", "account", ""); status != 401 {
			t.Errorf("the program's token: %d", status)
		}
		if status, _ := s.Ask("Zoë", "POST", "class/entry", `{"code":"`+pupils[0].Code+`"}`); status != 403 {
			t.Errorf("the code: %d", status)
		}
		if status, _ := s.Ask("teacher", "GET", "class/"+id, ""); status != 404 {
			t.Errorf("the class: %d", status)
		}
		if game, err := s.Store.Summary(t.Context(), "g1"); err != nil || game.Players[0].Name != play.Deleted {
			t.Errorf("the game: %+v, %v", game, err)
		}
	})
}

// bystander makes another class, with a tournament, before what a test does to its own, and
// takes a snapshot.
func (s *service) bystander(t *testing.T, teacher string) (unchanged func(except ...string)) {
	t.Helper()
	id, _ := s.class(teacher, "Other", "Otto", "Ada")
	s.contest(t, "other-cup", id)
	return s.snapshot(t)
}

// snapshot returns a function that fails the test if any row stored until now has changed
// or is gone, except those that some texts are in.
func (s *service) snapshot(t *testing.T) (unchanged func(except ...string)) {
	t.Helper()
	before := s.rows(t)
	return func(except ...string) {
		t.Helper()
		after := s.rows(t)
		for _, row := range before {
			if !slices.Contains(after, row) && !containsAny(row, except) {
				t.Errorf("changed or gone: %q", row)
			}
		}
	}
}

// contest stores a tournament of a class, with an event.
func (s *service) contest(t *testing.T, id, class string) {
	t.Helper()
	ctx, db := t.Context(), s.Store.DB()
	if err := errors.Join(
		db.Exec(ctx, `INSERT INTO contests (id, organizer, class, created_at, starts_at, ended_at, number, due_at, summary) VALUES ($1, 'x', $2, 1, 0, 0, 1, 0, '{"terms":{"name":"Cup"}}')`, id, class),
		db.Exec(ctx, `INSERT INTO contest_events (contest, number, event) VALUES ($1, 1, '{}')`, id),
	); err != nil {
		t.Fatal(err)
	}
}

// left returns the rows of the store in which one of some texts is, in whatever column. It
// must not be one that a random secret may contain.
func (s *service) left(t *testing.T, texts ...string) (found []string) {
	t.Helper()
	for _, row := range s.rows(t) {
		if containsAny(row, texts) {
			found = append(found, row)
		}
	}
	return found
}

func containsAny(row string, texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(row, text) })
}

// rows returns all rows of all tables, each as the table's name and the cells.
func (s *service) rows(t *testing.T) (all []string) {
	t.Helper()
	file := t.TempDir() + "/all.db"
	if err := s.Store.Backup(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	copied := storetest.Open(t, file)
	for _, table := range column(t, copied, `SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'goose_db_version'`) {
		rows, err := copied.DB().Reader().QueryContext(t.Context(), `SELECT * FROM "`+table+`"`)
		if err != nil {
			t.Fatal(err)
		}
		names, _ := rows.Columns()
		for rows.Next() {
			cells := make([]any, len(names))
			into := make([]any, len(names))
			for i := range cells {
				into[i] = &cells[i]
			}
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			all = append(all, table+" "+fmt.Sprint(cells...))
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func column(t *testing.T, s *store.Store, query string) (all []string) {
	t.Helper()
	rows, err := s.DB().Reader().QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // of no interest
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}
