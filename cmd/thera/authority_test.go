package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"thera/internal/lab/puzzle"
	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/httpkit"
	"thera/internal/site/server"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
	"thera/web"
)

// The roles in which TestAuthority asks for each operation. The object that the path
// names belongs to the owner, or to the owner's class.
const (
	nobody    = "nobody"    // a visitor
	guest     = "guest"     //
	other     = "other"     // an account that has nothing to do with it
	member    = "member"    // of another class
	banned    = "banned"    // the owner's opponent, who is banned
	revoked   = "revoked"   // a program of the owner's whose token was revoked
	scopeless = "scopeless" // a program of the owner's whose token is for something else
	owner     = "owner"
)

var roles = []string{nobody, guest, other, member, banned, revoked, scopeless, owner}

// TestAuthority asks for each operation in each role. What has to come of it follows
// from the operation's declaration; who gets through must be answered with success, or
// with 409 where the object is not in the right state.
func TestAuthority(t *testing.T) {
	t.Parallel()
	s := openAuthority(t)
	for _, op := range s.site.Operations() {
		t.Run(op.ID, func(t *testing.T) {
			s.T = t
			if op.Tag == "account" { // however long ago the owner signed in
				s.must(owner, "POST", "/session/confirm", `{"password":"correct horse battery"}`)
			}
			path, body := "", ""
			for _, role := range roles {
				want := expected(op, role)
				caller := s.caller(op, role)
				if path == "" || want == allowed { // which may have used the last one up
					path, body = s.object(op, role, caller)
				}
				status, text := s.ask(caller, op, path, body)
				if got := outcome(op, status); got != want && !excused(op, status) {
					t.Errorf("%s %s: %s gets %d, want %s: %.300s", op.Method, path, role, status, want, text)
				}
			}
		})
	}
}

// Outcomes.
const (
	allowed = "success"
	unknown = "401"
	denied  = "403, or 404 where others' objects are secret"
)

// expected returns what an operation's declaration says about a role.
func expected(op *httpkit.Operation, role string) string {
	isPlayers := op.Callers >= httpkit.Players
	switch {
	case op.Callers == httpkit.Unidentified:
		return allowed
	case role == revoked, role == nobody && isPlayers:
		return unknown
	case op.Callers == httpkit.Signed && (role == guest || role == scopeless):
		return denied
	case op.Callers == httpkit.Signed:
		return allowed
	case isPlayers && (role == banned || role == scopeless):
		return denied
	case op.Callers == httpkit.Accounts && (role == guest || role == member):
		return denied
	case op.Callers == httpkit.Members && (role == guest || role == other):
		return denied
	case op.Callers == httpkit.Moderators && role != owner:
		return denied
	case op.Scope == account.Bot && role != owner:
		return denied
	case role == scopeless && (op.ID == "study" || op.Tag == "class" && op.Object != httpkit.OfHolder):
		return denied // to play is not to see what is private
	case role == owner, role == scopeless:
		return allowed
	}
	switch op.Object {
	case httpkit.OfViewers, httpkit.OfPlayers, httpkit.OfMaker, httpkit.OfMembers, httpkit.OfTeacher:
		return denied
	case httpkit.OfCaller:
		if strings.Contains(op.Path, "{id}") {
			return denied
		}
	case httpkit.OfHolder:
		if role == member && strings.Contains(op.Path, "{id}") {
			return denied // it is outside the class
		}
	}
	return allowed
}

// outcome returns what a status means. A secret object may be denied by 404.
func outcome(op *httpkit.Operation, status int) string {
	isSecret := slices.Contains([]httpkit.Object{httpkit.OfViewers, httpkit.OfCaller, httpkit.OfMembers, httpkit.OfTeacher, httpkit.OfHolder}, op.Object)
	switch {
	case status < 400, status == http.StatusConflict:
		return allowed
	case status == http.StatusUnauthorized:
		return unknown
	case status == http.StatusForbidden, status == http.StatusNotFound && isSecret:
		return denied
	}
	return fmt.Sprint(status)
}

// excused reports whether a status that is not expected has nothing to do with
// authority.
func excused(op *httpkit.Operation, status int) bool {
	switch op.ID {
	case "finishSignUp", "finishSignIn", "finishAddPasskey", "finishConfirm":
		return status == http.StatusUnprocessableEntity // it takes an authenticator
	case "explore", "explorerFile", "none":
		return status == http.StatusNotFound // there is no such file
	}
	return false
}

// authority is the whole site, with somebody in each role.
type authority struct {
	*testing.T
	site    *server.Site
	address string // of the store
	url     string
	headers map[string]http.Header // by role, and some more
	count   int                    // makes names unique
	class   string                 // the owner's
	pupil   string                 // the ID of a member
	banned  string                 // the ID of a game between the owner and who is banned
	puzzle  string                 // an ID
	// contestID is the ID of the last tournament, "" before the first.
	contestID string
}

func openAuthority(t *testing.T) *authority {
	t.Helper()
	address := storetest.SQLite(t)
	site, url := openSite(t, address)
	s := &authority{T: t, site: site, address: address, url: strings.Replace(url, "127.0.0.1", "localhost", 1), // passkeys belong to a name
		headers: map[string]http.Header{nobody: {}}}
	s.headers[guest] = s.cookie(nobody, "/account/guest", "")
	for _, name := range []string{other, banned, owner, "rival", "bot", "judge"} {
		s.headers[name] = s.cookie(nobody, "/account", `{"name":"the-`+name+`","password":"correct horse battery"}`)
	}
	s.must("bot", "POST", "/account/bot", "")
	s.store(`UPDATE accounts SET moderator = TRUE WHERE name = 'the-judge'`)
	s.headers["bot"] = s.token("bot", "bot")
	s.headers["player"], s.headers["clerk"] = s.token(owner, "play"), s.token(owner, "admin")
	s.headers[revoked] = s.token(owner, "play")
	for _, token := range s.list(owner, "/account/tokens") {
		if token["label"] == "token 4" {
			s.must(owner, "DELETE", fmt.Sprint("/account/tokens/", token["id"]), "")
		}
	}
	s.class, s.pupil = s.makeClass(owner, "pupil")
	s.makeClass("rival", member)
	s.cookie(nobody, "/invitation/"+s.invitation("rival"), `{"name":"mate"}`)
	s.banned = s.game(banned)
	if err := site.Accounts.Ban(t.Context(), account.Act{Actor: "test", Reason: "test"}, "the-banned"); err != nil {
		t.Fatal(err)
	}
	file, err := web.Puzzles().Open("hermit.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	puzzles, err := puzzle.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	s.puzzle = puzzles[0].ID
	return s
}

// caller returns whose headers a role has for an operation.
func (s *authority) caller(op *httpkit.Operation, role string) string {
	switch {
	case role == scopeless && op.Scope == account.Play:
		return "clerk"
	case role == scopeless:
		return "player"
	case role == owner && op.Scope == account.Bot:
		return "bot"
	case role == owner && op.ID == "handIn":
		return "pupil"
	case role == owner && op.Callers == httpkit.Moderators:
		return "judge"
	case slices.Contains([]string{"signUp", "signOut", "deleteAccount", "becomeBot", "setPassword", "newRecoveryCodes"}, op.ID):
		return s.twin(role)
	}
	return role
}

// twin returns somebody new in the same role, for what changes or ends the caller.
func (s *authority) twin(role string) string {
	s.count++
	name := fmt.Sprint("twin-", s.count)
	switch role {
	case guest:
		s.headers[name] = s.cookie(nobody, "/account/guest", "")
	case member:
		s.headers[name] = s.cookie(nobody, "/invitation/"+s.invitation("rival"), `{"name":"Twin `+fmt.Sprint(s.count)+`"}`)
	case owner, other, banned:
		s.headers[name] = s.cookie(nobody, "/account", `{"name":"`+name+`","password":"correct horse battery"}`)
	default:
		return role
	}
	if role == banned {
		if err := s.site.Accounts.Ban(s.Context(), account.Act{Actor: "test", Reason: "test"}, name); err != nil {
			s.Fatal(err)
		}
	}
	return name
}

// object makes an object of the owner's for an operation, and returns the path to it and
// the body of a request that the owner may make.
func (s *authority) object(op *httpkit.Operation, role, caller string) (path, body string) {
	s.count++
	id, pupil, opponent := "", s.pupil, "the-rival"
	if strings.Contains(op.Path, "{id}") {
		id = s.id(op, role)
	}
	switch {
	case op.ID == "closeClass", op.ID == "removeMember", op.ID == "memberCode", op.ID == "handOverClass":
		id, pupil = s.makeClass(owner, "short")
	case op.ID == "unsubscribe" && expected(op, role) == allowed:
		s.must(caller, "PUT", "/account/push", subscription)
	case role == member:
		opponent = "mate" // members only meet their own class
	}
	return strings.NewReplacer("{id}", id, "{name}", "the-owner", "{game}", "hermit", "{speed}", "fast", "{url}", s.url, "{member}", pupil,
		"{move}", s.turn(id), "{accept}", "yes", "{username}", opponent, "{code}", s.invitation(owner)).Replace(op.Path + queries[op.ID]), s.body(op, id, caller)
}

// queries are those that operations need.
var queries = map[string]string{
	"playerCurve": "?game=hermit&speed=fast", "house": "?game=hermit", "explore": "?game=hermit", "myExplorer": "?game=hermit",
	"playerExplorer": "?game=hermit", "preview": "?game=hermit",
	"imageGif": "?game=hermit", "imagePng": "?game=hermit", "imageSvg": "?game=hermit", "oembed": "?url={url}%2Fg%3Fgame=hermit",
}

// id makes the object with the ID in a path.
func (s *authority) id(op *httpkit.Operation, role string) string {
	place := strings.TrimPrefix(op.Path, "/api/v1")
	switch {
	case op.Object == httpkit.OfPlayers && strings.Contains(place, "/game/"):
		if role != owner {
			return s.banned
		}
		return s.game("rival")
	case op.ID == "cancelAnalysis":
		return s.analysis()
	case strings.Contains(place, "/game/") && op.Object == httpkit.OfViewers:
		return s.classGame()
	case strings.Contains(place, "/game/"), strings.HasPrefix(place, "/g/"):
		return s.game("rival")
	case strings.HasPrefix(place, "/class/"):
		return s.class
	case strings.HasPrefix(place, "/contests/"):
		return s.contest(op)
	case strings.HasPrefix(place, "/seeks/"):
		return s.made(owner, "/seeks", `{`+unlimited+`}`, "seek")
	case op.ID == "declineChallenge":
		return s.made("rival", "/challenges", `{`+unlimited+`,"to":"the-owner"}`, "challenge")
	case op.ID == "botChallengeDecline": // of another one: a sender can't challenge again after a decline
		return s.made("judge", "/challenges", `{`+unlimited+`,"to":"the-owner"}`, "challenge")
	case strings.HasPrefix(place, "/challenge"):
		return s.made(owner, "/challenges", `{`+unlimited+`}`, "challenge")
	case strings.HasPrefix(place, "/drafts/"):
		return s.draft()
	case strings.HasPrefix(place, "/study/"):
		id := fmt.Sprintf("study-%06d", s.count)
		s.must(owner, "PUT", "/study/"+id, studyOf("0"))
		return id
	case strings.HasPrefix(place, "/puzzle/"):
		return s.puzzle
	case strings.HasPrefix(place, "/account/tokens/"):
		return fmt.Sprint(s.must(owner, "POST", "/account/tokens", `{"label":"x","scopes":["play"]}`)["id"])
	case strings.HasPrefix(place, "/account/sessions/"):
		s.cookie(nobody, "/session", `{"name":"the-owner","password":"correct horse battery"}`)
		for _, session := range s.list(owner, "/account/sessions") {
			if session["current"] == false {
				return fmt.Sprint(session["id"])
			}
		}
	case strings.HasPrefix(place, "/account/passkeys/"):
		return s.passkey()
	case strings.HasPrefix(place, "/account/warnings/"):
		s.must("judge", "POST", "/moderation/player/the-owner", `{"do":"warn","reason":"x"}`)
		return fmt.Sprint(s.list(owner, "/account/warnings")[0]["id"])
	case strings.HasPrefix(place, "/moderation/reports/"):
		s.must(other, "POST", "/reports", `{"game":"`+s.game("rival")+`","kind":"engine"}`)
		return fmt.Sprint(s.list("judge", "/moderation/reports")[0]["id"])
	}
	s.Fatalf("%s: want an object for this operation here", op.Path)
	return ""
}

const unlimited = `"game":"hermit","variant":"3x3","clock":"3d","rated":false`

func studyOf(version string) string {
	return `{"title":"A study","audience":"private","version":` + version + `,"text":"[Game \"hermit\"]\n[Variant \"3x3\"]\n\n"}`
}

// body returns a body that the owner may send.
func (s *authority) body(op *httpkit.Operation, id, caller string) string {
	if op.Body == 0 {
		return ""
	}
	bodies := map[string]string{
		"signUp":            fmt.Sprintf(`{"name":"fresh-%d","password":"correct horse battery"}`, s.count),
		"beginSignUp":       fmt.Sprintf(`{"name":"fresh-%d"}`, s.count),
		"finishSignUp":      `{"id":"x"}`,
		"finishSignIn":      `{"id":"x"}`,
		"finishAddPasskey":  `{"id":"x"}`,
		"signIn":            `{"name":"the-owner","password":"correct horse battery"}`,
		"deleteAccount":     `{"name":"` + caller + `"}`,
		"setPassword":       `{"password":"correct horse battery"}`,
		"confirm":           `{"password":"correct horse battery"}`,
		"finishConfirm":     `{"id":"x"}`,
		"makeToken":         `{"label":"x","scopes":["play"]}`,
		"subscribe":         subscription,
		"unsubscribe":       `{"endpoint":"https://updates.push.services.mozilla.com/x"}`,
		"moves":             `{"game":"hermit","variant":"3x3"}`,
		"best":              `{"game":"hermit","variant":"3x3","nodes":10}`,
		"solve":             `{"game":"hermit","variant":"3x3","nodes":10}`,
		"convert":           `{"to":"thera","text":"[Game \"hermit\"]\n[Variant \"3x3\"]\n\n"}`,
		"gameTurn":          `{"ply":1,"turn":"` + s.turn(id) + `"}`,
		"gameClaim":         `{"against":2}`,
		"gameOffer":         `{"offer":"abort"}`,
		"gameAccept":        `{"offer":"abort"}`,
		"gameDecline":       `{"offer":"abort"}`,
		"gamePlan":          `{"ply":2,"lines":[]}`,
		"vote":              `{"ply":1,"turn":"` + s.turn(id) + `"}`,
		"gamePhrase":        `{"phrase":"hello"}`,
		"botChat":           `{"room":"player","text":"hello"}`,
		"seek":              `{` + unlimited + `}`,
		"play":              `{` + unlimited + `}`,
		"challenge":         `{` + unlimited + `}`,
		"botChallenge":      `{` + unlimited + `}`,
		"draft":             `{"number":1,"do":"offer","powers":["apollo","artemis"]}`,
		"createContest":     contest,
		"removeFromContest": `{"player":"` + s.pupil + `"}`,
		"seatHouseBot":      `{"level":1}`,
		"appointCaptain":    `{"player":"` + s.pupil + `"}`,
		"orderBoards":       `{"team":1,"players":[]}`,
		"makeClass":         `{"name":"Another class"}`,
		"changeClass":       `{"name":"A class","open":true,"public":false}`,
		"closeClass":        `{"name":"A class"}`,
		"join":              fmt.Sprintf(`{"name":"Zoë %d"}`, s.count),
		"putStudy":          studyOf("1"),
		"cloneStudy":        `{}`,
		"attemptPuzzle":     `{"turns":[]}`,
		"putMistakes":       `{"cards":[{"game":"hermit","puzzle":"one","added":1,"repetitions":[]}]}`,
		"ladderReady":       `{"games":1}`,
		"report":            `{"player":"the-rival","kind":"engine"}`,
		"closeReport":       `{"reason":"x"}`,
		"actOnPlayer":       `{"do":"warn","reason":"x"}`,
		"actOnGame":         `{"do":"void","reason":"x"}`,
		"actOnNetwork":      `{"do":"ban","network":"203.0.113.0/24","reason":"x"}`,
	}
	switch op.ID {
	case "signInByCode":
		codes, _ := s.must(owner, "POST", "/account/recovery", "")["recovery"].([]any)
		return fmt.Sprintf(`{"name":"the-owner","code":%q}`, codes[0])
	case "handOverClass":
		empty := s.must("rival", "POST", "/classes", `{"name":"Empty"}`)
		s.must("rival", "PUT", fmt.Sprint("/class/", empty["id"]), `{"name":"Empty","open":false,"public":false}`)
		return fmt.Sprintf(`{"to":%q}`, empty["invitation"])
	case "enterClass":
		return fmt.Sprintf(`{"code":%q}`, s.must(owner, "POST", "/class/"+s.class+"/member/"+s.pupil+"/code", "")["code"])
	}
	body, ok := bodies[op.ID]
	if !ok {
		s.Fatalf("%s: want a body for this operation here", op.ID)
	}
	return body
}

const subscription = `{"endpoint":"https://updates.push.services.mozilla.com/x","keys":{"p256dh":"BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM","auth":"tBHItJI5svbpez7KI4CCXg"}}`

const contest = `{"kind":"swiss","name":"Cup","game":"hermit","clock":"5+3","players":"all"}`

// contest makes a tournament of the owner's: of the class, where that decides who sees
// it.
func (s *authority) contest(op *httpkit.Operation) string {
	terms := contest
	if op.Object == httpkit.OfViewers {
		terms = strings.Replace(contest, `"players"`, `"class":"`+s.class+`","players"`, 1)
	}
	if op.ID == "orderBoards" {
		terms = strings.Replace(terms, `"swiss"`, `"teams","teams":["Red","Blue"],"boards":2`, 1)
	}
	if s.contestID != "" { // few can be open
		s.ask(owner, &httpkit.Operation{Method: "DELETE"}, "/api/v1/contests/"+s.contestID, "")
	}
	s.contestID = fmt.Sprint(s.must(owner, "POST", "/contests", terms)["id"])
	return s.contestID
}

// game makes a game of the owner's, who begins.
func (s *authority) game(opponent string) string {
	challenge := s.made(owner, "/challenges", `{`+unlimited+`,"to":"the-`+opponent+`","seat":1}`, "challenge")
	return fmt.Sprint(s.must(opponent, "POST", "/challenges/"+challenge+"/accept", "")["game"])
}

// classGame makes a game in the owner's class.
func (s *authority) classGame() string {
	s.headers["program"] = http.Header{"Authorization": {fmt.Sprint("Bearer ", s.must("pupil", "POST", "/class/program", "")["token"])}}
	challenge := s.made("pupil", "/challenges", `{`+unlimited+`,"seat":1}`, "challenge")
	return fmt.Sprint(s.must("program", "POST", "/challenges/"+challenge+"/accept", "")["game"])
}

// draft makes a draft between the owner, who begins, and another player.
func (s *authority) draft() string {
	for range 100 { // who begins is random
		challenge := s.made(owner, "/challenges", `{"game":"santorini","variant":"2p","powers":"draft","clock":"3d","rated":false,"to":"the-rival"}`, "challenge")
		draft, _ := s.must("rival", "POST", "/challenges/"+challenge+"/accept", "")["draft"].(map[string]any)
		players, _ := draft["players"].([]any)
		if first, _ := players[0].(map[string]any); first["name"] == "the-owner" {
			return fmt.Sprint(draft["id"])
		}
	}
	s.Fatal("the owner never begins")
	return ""
}

// turn returns a legal first turn of a game, "" for none.
func (s *authority) turn(game string) string {
	if game == "" {
		return ""
	}
	moves, _ := s.must(nobody, "POST", "/moves", `{"game":"hermit","variant":"3x3"}`)["moves"].([]any)
	first, _ := moves[0].(map[string]any)
	return fmt.Sprint(first["move"])
}

// analysis makes a game whose analysis the owner has asked for, and which continues.
func (s *authority) analysis() string {
	game := s.game("rival")
	who, _ := s.must(owner, "GET", "/account", "")["player"].(map[string]any)
	s.store(`INSERT INTO analyses (game, state, positions, nodes, judged, worker, owner, beat, version, asker)
		VALUES ($1, 'begun', 1, 1, '[]', '', 'another', 9000000000000, 1, $2)`, game, who["id"])
	return game
}

// store changes what is stored.
func (s *authority) store(statement string, args ...any) {
	s.Helper()
	db, err := database.Open(s.Context(), s.address)
	if err == nil {
		err = errors.Join(db.Exec(s.Context(), statement, args...), db.Close())
	}
	if err != nil {
		s.Fatal(err)
	}
}

// passkey stores a passkey of the owner's.
func (s *authority) passkey() string {
	who, _ := s.must(owner, "GET", "/account", "")["player"].(map[string]any)
	id := fmt.Sprint("passkey", s.count)
	s.store(`INSERT INTO passkeys (id, account, handle, credential, created_at, used_at) VALUES ($1, $2, 'x', '{}', 1, 0)`, id, who["id"])
	return id
}

func (s *authority) makeClass(teacher, pupil string) (id, member string) {
	s.Helper()
	made := s.must(teacher, "POST", "/classes", `{"name":"A class"}`)
	s.headers[pupil] = s.cookie(nobody, fmt.Sprint("/invitation/", made["invitation"]), `{"name":"`+pupil+`"}`)
	who, _ := s.must(pupil, "GET", "/account", "")["player"].(map[string]any)
	return fmt.Sprint(made["id"]), fmt.Sprint(who["id"])
}

// invitation returns the invitation of a teacher's class.
func (s *authority) invitation(teacher string) string {
	for _, class := range s.list(teacher, "/classes") {
		return fmt.Sprint(class["invitation"])
	}
	return ""
}

// made makes an object with an ID.
func (s *authority) made(role, path, body, what string) string {
	s.Helper()
	object, _ := s.must(role, "POST", path, body)[what].(map[string]any)
	return fmt.Sprint(object["id"])
}

// ask sends a request and returns the status and the beginning of the answer.
func (s *authority) ask(role string, op *httpkit.Operation, path, body string) (status int, text string) {
	s.Helper()
	r, err := http.NewRequestWithContext(s.Context(), cmp.Or(op.Method, "GET"), s.url+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	if headers := s.headers[role]; headers != nil {
		r.Header = headers.Clone()
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if strings.HasSuffix(path, "/socket") {
		r.Header.Set("Connection", "Upgrade")
		r.Header.Set("Upgrade", "websocket")
		r.Header.Set("Sec-WebSocket-Version", "13")
		r.Header.Set("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
	}
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		s.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if op.Lasts() && res.StatusCode < 400 {
		return res.StatusCode, ""
	}
	data, err := io.ReadAll(res.Body)
	if err != nil {
		s.Fatal(err)
	}
	return res.StatusCode, string(data)
}

// must sends a request that has to succeed.
func (s *authority) must(role, method, path, body string) (answer map[string]any) {
	s.Helper()
	status, text := s.ask(role, &httpkit.Operation{Method: method}, "/api/v1"+path, body)
	if status >= 300 {
		s.Fatalf("%s: %s %s: %d %s", role, method, path, status, text)
	}
	_ = json.Unmarshal([]byte(text), &answer) // some answers are empty
	return answer
}

// list returns the objects in a list.
func (s *authority) list(role, path string) (all []map[string]any) {
	s.Helper()
	_, text := s.ask(role, &httpkit.Operation{Method: "GET"}, "/api/v1"+path, "")
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		s.Fatalf("%s: %s", path, text)
	}
	return all
}

// cookie returns the headers of who has been made somebody by a request.
func (s *authority) cookie(role, path, body string) http.Header {
	s.Helper()
	res, text := accounttest.Send(s, http.DefaultClient, http.MethodPost, s.url+"/api/v1"+path, body, s.headers[role])
	for _, c := range res.Cookies() {
		if account.IsIdentity(c) {
			return http.Header{"Cookie": {c.Name + "=" + c.Value}}
		}
	}
	s.Fatalf("POST %s: %d %s", path, res.StatusCode, text)
	return nil
}

// token returns the headers of a program of somebody's.
func (s *authority) token(role, scope string) http.Header {
	s.Helper()
	s.count++
	answer := s.must(role, "POST", "/account/tokens", fmt.Sprintf(`{"label":"token %d","scopes":[%q]}`, s.count, scope))
	return http.Header{"Authorization": {fmt.Sprint("Bearer ", answer["token"])}}
}
