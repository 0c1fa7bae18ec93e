package tournament

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
	"thera/internal/site/stream"
)

// byName takes the header Authorization as the ID of an account.
func byName(r *http.Request) (account.Who, error) {
	name := r.Header.Get("Authorization")
	kind := play.Person
	if strings.HasPrefix(name, "guest") {
		kind = play.Guest
	}
	return account.Who{Player: play.Player{ID: name, Name: name, Kind: kind}, Scopes: account.Scopes{account.Play}}, nil
}

// noClasses has no class.
type noClasses struct{}

func (noClasses) Sees(context.Context, account.Who, string) (bool, error)    { return false, nil }
func (noClasses) Teaches(context.Context, account.Who, string) (bool, error) { return false, nil }

func (noClasses) Outsiders(context.Context, string, []string) ([]string, error) { return nil, nil }

// service is an API on a server of its own.
type service struct {
	*API
	t     *testing.T
	url   string
	house *room.House
}

// start starts a service.
func start(t *testing.T, limits Limits) *service {
	t.Helper()
	s, err := store.Open(t.Context(), storetest.SQLite(t))
	if err != nil {
		t.Fatal(err)
	}
	ctx, run, _ := storetest.Serve(t, s)
	for _, name := range []string{"ann", "bob"} {
		if err := s.AddAccount(ctx, store.Account{ID: name, Name: name, Folded: name, Kind: play.Person}, nil); err != nil {
			t.Fatal(err)
		}
	}
	house := storetest.House(t, s)
	meeting, err := lobby.New(ctx, lobby.Config{Store: s, House: house, Rules: catalog.Rules})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	contests := NewDirector(DirectorConfig{Store: s, House: house, Lobby: meeting, Classes: noClasses{}, Residents: func(string) []play.Player { return nil }, Log: log})
	hall := NewAPI(APIConfig{Director: contests, Limits: limits})
	kit := httpkit.New(httpkit.Config[account.Who]{Identify: byName, Limits: httpkit.DefaultLimits().WithoutRates()})
	hall.Register(kit)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kit.ServeHTTP(w, r.WithContext(httpkit.WithRequest(r.Context(), &httpkit.Request{Client: "somewhere"})))
	}))
	t.Cleanup(web.Close)
	run(house.Run, meeting.Run, contests.Run)
	return &service{hall, t, web.URL + "/api/v1/contests", house}
}

// ask sends a request as an account and checks the status of the response.
func (s *service) ask(who, method, path, body string, want int) string {
	s.t.Helper()
	res, text := accounttest.Send(s.t, http.DefaultClient, method, s.url+path, body, http.Header{"Authorization": {who}})
	if res.StatusCode != want {
		s.t.Fatalf("%s %s as %q: %d, want %d: %s", method, path, who, res.StatusCode, want, text)
	}
	return text
}

func (s *service) view(text string) (v Contest) {
	s.t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		s.t.Fatal(err)
	}
	return v
}

const openCup = `{"kind":"round-robin","name":"Cup","game":"hermit","variant":"3x3","clock":"5+3","players":"all"}`

// TestContest follows a tournament from its start to its export, as a watcher
// sees it.
func TestContest(t *testing.T) {
	s := start(t, DefaultLimits())
	made := s.view(s.ask("ann", "POST", "", openCup, 201))
	path := "/" + made.ID
	if made.You == nil || !made.You.Runs || made.You.In || made.Stage != Open || made.Terms.Name != "Cup" {
		t.Errorf("made %+v", made)
	}
	woken := make(chan struct{}, 1)
	feed, err := new(account.Connections).Guard(account.Who{}, func() {
		select {
		case woken <- struct{}{}:
		default:
		}
	}, func(k *account.Connection) (stream.Feed, error) {
		return s.Follow(t.Context(), account.Who{}, k, made.ID, func() {
			select {
			case woken <- struct{}{}:
			default:
			}
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	next := func() Contest {
		t.Helper()
		for {
			text, err := feed.Next()
			if err != nil {
				t.Fatal(err)
			}
			if text != nil {
				var frame Changed
				if err := json.Unmarshal(text, &frame); err != nil {
					t.Fatal(err)
				}
				return frame.Contest
			}
			select {
			case <-woken:
			case <-time.After(time.Minute):
				t.Fatal("nothing happens")
			}
		}
	}
	if v := next(); v.Number != made.Number {
		t.Errorf("first it is %+v", v)
	}
	s.ask("ann", "POST", path+"/join", "", 200)
	if v := next(); v.Players != 1 || v.You != nil {
		t.Errorf("who watches sees %+v", v)
	}
	s.ask("guest1", "POST", path+"/join", "", 200)
	s.ask("guest2", "POST", path+"/join", "", 200)
	s.ask("guest2", "POST", path+"/withdraw", "", 200)
	s.ask("guest1", "POST", path+"/start", "", 403)
	s.ask("guest1", "POST", path+"/remove", `{"player":"ann"}`, 403)
	started := s.view(s.ask("ann", "POST", path+"/start", "", 200))
	if started.You.Game == "" || started.Round != 1 || len(started.Boards) != 1 {
		t.Errorf("started %+v", started)
	}
	s.ask("guest2", "POST", path+"/join", "", 409)
	r, leave, err := s.house.Enter(t.Context(), started.You.Game)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Do(t.Context(), play.Resign{Seat: r.State().Position().Turn()}); err != nil {
		t.Fatal(err)
	}
	leave()
	v := next()
	for v.Stage != Done {
		v = next()
	}
	if v.Standings[0].Points != 1 || v.Standings[0].Rank != 1 || v.Standings[1].Rank != 2 {
		t.Errorf("standings %+v", v.Standings)
	}
	rows, err := csv.NewReader(strings.NewReader(s.ask("", "GET", path+"/export", "", 200))).ReadAll()
	if err != nil || len(rows) != 3 || rows[1][5] != "1" || rows[1][10] != " +1" && rows[1][10] != " +2" {
		t.Errorf("as CSV %q, %v", rows, err)
	}
	var all Export
	if err := json.Unmarshal([]byte(s.ask("", "GET", path+"/export?format=json", "", 200)), &all); err != nil || len(all.Events) != v.Number {
		t.Errorf("as JSON %+v, %v", all, err)
	}
	var list []Brief
	if err := json.Unmarshal([]byte(s.ask("", "GET", "", "", 200)), &list); err != nil || len(list) != 1 || list[0].First == nil {
		t.Errorf("the list is %+v, %v", list, err)
	}
}

func TestRefusals(t *testing.T) {
	limits := DefaultLimits()
	limits.Made.Burst = 3
	s := start(t, limits)
	s.ask("", "POST", "", openCup, 401)
	s.ask("guest1", "POST", "", openCup, 403)
	s.ask("ann", "POST", "", strings.Replace(openCup, "5+3", "none", 1), 422)
	path := "/" + s.view(s.ask("ann", "POST", "", strings.Replace(openCup, "all", "bots", 1), 201)).ID
	s.ask("bob", "POST", path+"/join", "", 403)
	s.ask("bob", "DELETE", path, "", 403)
	s.ask("ann", "POST", path+"/house", `{"level":1}`, 422) // there are none here
	s.ask("ann", "POST", path+"/house", `{"level":9}`, 422)
	s.ask("bob", "POST", path+"/withdraw", "", 409)
	s.ask("ann", "POST", path+"/start", "", 409)
	s.ask("ann", "DELETE", path, "", 200)
	s.ask("ann", "POST", path+"/start", "", 409)
	s.ask("ann", "POST", "/none/join", "", 404)
	s.ask("", "GET", "/none", "", 404)
	s.ask("", "GET", "?class=c", "", 200)
	s.ask("ann", "POST", "", openCup, 201)
	s.ask("ann", "POST", "", openCup, 429)
	s.ask("", "GET", path+"?after=99", "", 410) // a client that would wait
}

// A list begins with what has not ended, by start, and ends with the others, the latest
// first.
func TestListOrder(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := storetest.Open(t, address)
		for _, c := range []struct {
			id, class     string
			starts, ended int
		}{{"next", "", 5, 0}, {"early", "", 1, 11}, {"later", "", 6, 0}, {"late", "", 2, 12}, {"first", "", 3, 10}, {"other", "c", 4, 0}} {
			err := s.DB().Exec(t.Context(), `INSERT INTO contests (id, organizer, class, created_at, starts_at, ended_at, number, due_at, summary) VALUES `+database.Values(9),
				c.id, "ann", c.class, 1, c.starts, c.ended, 1, 0, "{}")
			if err != nil {
				t.Fatal(err)
			}
		}
		for limit, want := range map[int]string{1: "next", 3: "next later late", 9: "next later late early first"} {
			rows, err := storage{s}.byClass(t.Context(), "", limit)
			var ids []string
			for _, r := range rows {
				ids = append(ids, r.id)
			}
			if got := strings.Join(ids, " "); err != nil || got != want {
				t.Errorf("the first %d are %s, %v, want %s", limit, got, err, want)
			}
		}
	})
}

// A list costs the same however many tournaments there have been: each part of it follows
// an index, and only the result is sorted.
func TestListFollowsIndexes(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	steps, err := database.List(t.Context(), s.DB().Reader(), func(step *[4]string) []any { return []any{&step[0], &step[1], &step[2], &step[3]} },
		`EXPLAIN QUERY PLAN `+listStatement, "", 60)
	if err != nil {
		t.Fatal(err)
	}
	plan := fmt.Sprint(steps)
	if strings.Contains(plan, "SCAN contests") || !strings.Contains(plan, "INDEX contests_open") || !strings.Contains(plan, "INDEX contests_ended") || strings.Count(plan, "TEMP B-TREE") > 1 {
		t.Error(plan)
	}
}

// Tournaments that ended before their start fill no list. Their organizer has them, and
// others can look up with the link what has become of them.
func TestNeverStarted(t *testing.T) {
	s := start(t, DefaultLimits())
	path := "/" + s.view(s.ask("ann", "POST", "", openCup, 201)).ID
	listed := func(query string, want int) {
		t.Helper()
		var list []Brief
		if err := json.Unmarshal([]byte(s.ask("ann", "GET", query, "", 200)), &list); err != nil || len(list) != want {
			t.Errorf("%q lists %+v, %v", query, list, err)
		}
	}
	listed("", 1)
	s.ask("ann", "DELETE", path, "", 200)
	listed("", 0)
	listed("?mine=true", 1)
	if v := s.view(s.ask("bob", "GET", path, "", 200)); v.Reason != ByCancel {
		t.Errorf("it is %+v", v)
	}
}

// The accounts of an address make as many tournaments in a day as are allowed. Those that
// can't be played are not counted.
func TestContestsOfAnAddress(t *testing.T) {
	limits := DefaultLimits()
	limits.Made.Burst, limits.Orders.Burst = 3*MaxAddressContests, 3*MaxAddressContests
	s := start(t, limits)
	for range MaxAddressContests {
		s.ask("ann", "POST", "", strings.Replace(openCup, "5+3", "none", 1), 422)
		s.ask("ann", "DELETE", "/"+s.view(s.ask("ann", "POST", "", openCup, 201)).ID, "", 200)
	}
	if text := s.ask("ann", "POST", "", openCup, 409); !strings.Contains(text, `"too-many"`) {
		t.Error(text)
	}
}

// Whatever guests order by the buttons of a tournament counts toward what they may in a day,
// also what only its organizer may.
func TestOrdersOfGuests(t *testing.T) {
	limits := DefaultLimits()
	limits.Orders.Burst = 2 * MaxGuestOrders
	s := start(t, limits)
	path := "/" + s.view(s.ask("ann", "POST", "", openCup, 201)).ID
	for range MaxGuestOrders / 4 {
		s.ask("guest1", "POST", path+"/join", "", 200)
		s.ask("guest1", "POST", path+"/start", "", 403)
		s.ask("guest1", "DELETE", path, "", 403)
		s.ask("guest1", "POST", path+"/join", "", 200)
	}
	for _, order := range [][2]string{{"POST", path + "/join"}, {"POST", path + "/withdraw"}, {"POST", path + "/start"}, {"DELETE", path}} {
		s.ask("guest1", order[0], order[1], "", 429)
	}
	s.ask("guest2", "POST", path+"/join", "", 200)
}

// A school class of thirty can join as guests from its address, and those of its members who
// have accounts can join in any case.
func TestGuestsOfAnAddress(t *testing.T) {
	s := start(t, DefaultLimits())
	id := s.view(s.ask("ann", "POST", "", strings.Replace(openCup, `"round-robin"`, `"swiss","rounds":3`, 1), 201)).ID
	join := func(name, client string) error {
		who, err := byName(&http.Request{Header: http.Header{"Authorization": {name}}})
		if err == nil {
			_, err = s.Director.Join(httpkit.WithRequest(t.Context(), &httpkit.Request{Client: client}), who, id, 0)
		}
		return err
	}
	mustJoin := func(name, client string) {
		if err := join(name, client); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	const class = 30
	for n := range class {
		mustJoin(fmt.Sprint("guest", n), "school")
	}
	mustJoin("guest0", "school") // again
	for n := class; n < maxAddressGuests; n++ {
		mustJoin(fmt.Sprint("guest", n), "school")
	}
	if r, ok := errors.AsType[*play.Refusal](join("guest-more", "school")); !ok || r.Reason != account.NoGuest || r.Wait <= 0 {
		t.Errorf("one more guest: %v", r)
	}
	mustJoin("ann", "school")
	mustJoin("guest-more", "home")
	mustJoin("guest1", "school") // still in
}

// TestTeamsByHTTP makes a team match, whose captain orders the boards, and ends a game of it.
func TestTeamsByHTTP(t *testing.T) {
	s := start(t, DefaultLimits())
	of := strings.Replace(openCup, `"round-robin"`, `"teams","teams":["Red","Blue"],"boards":1`, 1)
	path := "/" + s.view(s.ask("ann", "POST", "", of, 201)).ID
	s.ask("bob", "POST", path+"/join", "", 422)
	for name, team := range map[string]string{"guest1": "1", "bob": "1", "guest2": "2"} {
		s.ask(name, "POST", path+"/join?team="+team, "", 200)
	}
	s.ask("bob", "POST", path+"/order", `{"team":1,"players":["bob"]}`, 403)
	s.ask("bob", "POST", path+"/captain", `{"player":"bob"}`, 403)
	s.ask("ann", "POST", path+"/captain", `{"player":"bob"}`, 200)
	s.ask("bob", "POST", path+"/order", `{"team":1,"players":["guest2"]}`, 409)
	s.ask("bob", "POST", path+"/order", `{"team":1,"players":["bob","guest1"]}`, 200)
	if you := s.view(s.ask("bob", "GET", path, "", 200)).You; you == nil || you.Captain != 1 {
		t.Errorf("the captain is %+v", you)
	}
	started := s.view(s.ask("ann", "POST", path+"/start", "", 200))
	if len(started.Boards) != 1 || started.Boards[0].First != "bob" || started.Boards[0].Board != 1 {
		t.Fatalf("the boards are %+v", started.Boards)
	}
	r, leave, err := s.house.Enter(t.Context(), started.Boards[0].Games[0])
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	if _, err := r.Do(t.Context(), play.Resign{Seat: 0}); err != nil {
		t.Fatal(err)
	}
	var v Contest
	storetest.Until(t, "the match ends", func() bool {
		v = s.view(s.ask("", "GET", path, "", 200))
		return v.Stage == Done
	})
	if first := v.Teams[0]; first.Name != "Blue" || first.Points != 2 || first.BoardPoints != 1 || !v.Encounters[0].Over {
		t.Errorf("the teams are %+v", v.Teams)
	}
	if text := s.ask("", "GET", path+"/export", "", 200); !strings.Contains(text, "left,team,round 1") || !strings.Contains(text, `1,false,Blue," +1"`) {
		t.Errorf("as CSV %s", text)
	}
	var list []Brief
	if err := json.Unmarshal([]byte(s.ask("", "GET", "", "", 200)), &list); err != nil || len(list) != 1 || list[0].Team != "Blue" || list[0].First != nil {
		t.Errorf("the list is %+v, %v", list, err)
	}
}
