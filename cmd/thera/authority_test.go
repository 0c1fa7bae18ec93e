package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"thera/internal/site/account"
	"thera/internal/site/server"
	"thera/web"
)

// roles are the callers in TestAuthority: a visitor without a session; a guest, an
// account and a bot without a seat in the game; the account with a seat, by its
// session, by a token that may only play and by one that may only change the account;
// and a banned account with a seat.
var roles = []string{"visitor", "guest", "other", "bot", "owner", "player", "clerk", "banned"}

// authority says which roles may perform each operation, in the order of roles: "+"
// is allowed, "?" must authenticate first (401), "-" is forbidden (403). Other errors
// of the request do not count.
var authority = map[string]struct{ who, body string }{
	"DELETE /account":                 {"?-------", `{"name":"wrong"}`},
	"DELETE /account/passkeys/{id}":   {owners, ``},
	"DELETE /account/push":            {owners, `{"endpoint":"https://example.com/x"}`},
	"DELETE /account/sessions/{id}":   {owners, ``},
	"DELETE /account/tokens/{id}":     {owners, ``},
	"DELETE /challenges/{id}":         {players, ``},
	"DELETE /contests/{id}":           {players, ``},
	"DELETE /drafts/{id}":             {players, ``},
	"DELETE /game/{id}/analysis":      {players, ``},
	"DELETE /ladder/{game}":           {programs, ``},
	"DELETE /seeks/{id}":              {players, ``},
	"DELETE /session":                 {anybody, ``},
	"GET /account":                    {anybody, ``},
	"GET /account/challenges":         {players, ``},
	"GET /account/games":              {players, ``},
	"GET /account/passkeys":           {owners, ``},
	"GET /account/sessions":           {owners, ``},
	"GET /account/tokens":             {owners, ``},
	"GET /challenges/{id}":            {anybody, ``},
	"GET /contests":                   {anybody, ``},
	"GET /contests/{id}":              {anybody, ``},
	"GET /contests/{id}/export":       {anybody, ``},
	"GET /drafts/{id}":                {anybody, ``},
	"GET /events":                     {anybody, ``},
	"GET /events/socket":              {anybody, ``},
	"GET /game/{id}":                  {anybody, ``},
	"GET /game/{id}/analysis":         {anybody, ``},
	"GET /game/{id}/analysis/stream":  {anybody, ``},
	"GET /game/{id}/record":           {anybody, ``},
	"GET /game/{id}/socket":           {anybody, ``},
	"GET /game/{id}/stream":           {anybody, ``},
	"GET /explorer":                   {anybody, ``},
	"GET /explorer/files":             {anybody, ``},
	"GET /explorer/files/{game}":      {anybody, ``},
	"GET /games":                      {anybody, ``},
	"GET /house":                      {anybody, ``},
	"GET /ladder/{game}":              {anybody, ``},
	"GET /ladder/{game}/games":        {anybody, ``},
	"GET /ladder/{game}/games.csv":    {anybody, ``},
	"GET /ladder/{game}/records":      {anybody, ``},
	"GET /ladder/{game}/table.csv":    {anybody, ``},
	"GET /leaderboard/{game}/{speed}": {anybody, ``},
	"GET /live":                       {anybody, ``},
	"GET /player/{name}":              {anybody, ``},
	"GET /player/{name}/curve":        {anybody, ``},
	"GET /player/{name}/games":        {anybody, ``},
	"GET /player/{name}/record":       {anybody, ``},
	"GET /push/key":                   {anybody, ``},
	"GET /puzzles/{game}":             {anybody, ``},
	"GET /seeks":                      {anybody, ``},
	"POST /account":                   {anybody, `{"name":"the-owner","password":"correct horse battery"}`},
	"POST /account/bot":               {owners, ``},
	"POST /account/guest":             {anybody, ``},
	"POST /account/passkey":           {anybody, `{"id":"x"}`},
	"POST /account/passkey/options":   {anybody, `{"name":"the-owner"}`},
	"POST /account/passkeys":          {owners, `{"id":"x"}`},
	"POST /account/passkeys/options":  {owners, ``},
	"POST /account/recovery":          {owners, ``},
	"POST /account/tokens":            {owners, `{"label":"","scopes":["fly"]}`},
	"POST /best":                      {anybody, `{"game":"hermit","variant":"3x3","nodes":10}`},
	"POST /challenges":                {players, `{"game":"hermit","variant":"3x3","clock":"3d","rated":false}`},
	"POST /challenges/{id}/accept":    {players, ``},
	"POST /challenges/{id}/decline":   {players, ``},
	"POST /contests":                  {makers, `{"kind":"swiss","name":"Cup","game":"hermit","clock":"5+3","players":"all"}`},
	"POST /contests/{id}/house":       {players, `{"level":1}`},
	"POST /contests/{id}/join":        {players, ``},
	"POST /contests/{id}/remove":      {players, `{"player":"x"}`},
	"POST /contests/{id}/start":       {players, ``},
	"POST /contests/{id}/withdraw":    {players, ``},
	"POST /convert":                   {anybody, `{"to":"sgf","text":"x"}`},
	"POST /drafts/{id}":               {players, `{"number":1,"do":"start","first":1}`},
	"POST /game/{id}/abort":           {seated, ``},
	"POST /game/{id}/accept":          {seated, `{"offer":"rematch"}`},
	"POST /game/{id}/analysis":        {players, ``},
	"POST /game/{id}/claim":           {seated, `{"against":2}`},
	"POST /game/{id}/decline":         {seated, `{"offer":"rematch"}`},
	"POST /game/{id}/more-time":       {seated, ``},
	"POST /game/{id}/offer":           {seated, `{"offer":"abort"}`},
	"POST /game/{id}/phrase":          {seated, `{"phrase":"hello"}`},
	"POST /game/{id}/plan":            {seated, `{"ply":1,"lines":[]}`},
	"POST /game/{id}/resign":          {seated, ``},
	"POST /game/{id}/turn":            {seated, `{"turn":"x","ply":1}`},
	"GET /account/warnings":           {makers, ``},
	"GET /moderation/acts":            {moderating, ``},
	"GET /moderation/networks":        {moderating, ``},
	"GET /moderation/player/{name}":   {moderating, ``},
	"GET /moderation/reports":         {moderating, ``},
	"GET /moderation/suspects":        {moderating, ``},
	"POST /account/warnings/{id}":     {makers, ``},
	"POST /moderation/game/{id}":      {moderating, `{"do":"void","reason":"x"}`},
	"POST /moderation/networks":       {moderating, `{"do":"ban","network":"203.0.113.0/24","reason":"x"}`},
	"POST /moderation/player/{name}":  {moderating, `{"do":"ban","reason":"x"}`},
	"POST /moderation/reports/{id}":   {moderating, `{"reason":"x"}`},
	"POST /reports":                   {makers, `{"player":"the-banned","kind":"engine"}`},
	"POST /moves":                     {anybody, `{"game":"hermit","variant":"3x3"}`},
	"POST /puzzle/{id}/attempt":       {owners, `{"turns":[]}`},
	"POST /play":                      {players, `{"game":"hermit","variant":"3x3","clock":"3d","rated":false}`},
	"POST /seeks":                     {players, `{"game":"hermit","variant":"3x3","clock":"3d","rated":false}`},
	"POST /seeks/{id}/accept":         {players, ``},
	"POST /session":                   {nobody, `{"name":"the-owner","password":"wrong"}`},
	"POST /session/passkey":           {anybody, `{"id":"x"}`},
	"POST /session/passkey/options":   {anybody, ``},
	"POST /session/recovery":          {nobody, `{"name":"the-owner","code":"wrong"}`},
	"POST /solve":                     {anybody, `{"game":"hermit","variant":"3x3","nodes":10}`},
	"PUT /account/password":           {owners, `{"old":"correct horse battery","new":"correct horse battery"}`},
	"PUT /account/push":               {owners, `{"endpoint":"https://example.com/x","keys":{"p256dh":"x","auth":"x"}}`},
	"PUT /ladder/{game}":              {programs, `{"games":1}`},

	// Pictures and previews are of what everybody may see.
	"GET /g":                   {anybody, ``},
	"GET /g/{id}":              {anybody, ``},
	"GET /game/{id}/image.gif": {anybody, ``},
	"GET /game/{id}/image.png": {anybody, ``},
	"GET /game/{id}/image.svg": {anybody, ``},
	"GET /image.gif":           {anybody, ``},
	"GET /image.png":           {anybody, ``},
	"GET /image.svg":           {anybody, ``},
	"GET /oembed":              {anybody, ``},

	// Of whose study it is, the tests of package study tell; there is none here.
	"DELETE /study/{id}":     {owners, ``},
	"GET /studies":           {anybody, ``},
	"GET /study/{id}":        {anybody, ``},
	"POST /study/{id}/clone": {owners, ``},
	"PUT /study/{id}":        {owners, ``},

	// Of the bot API.
	"GET /account/playing":                  {players, ``},
	"GET /bot/game/stream/{id}":             {anybody, ``},
	"GET /bot/online":                       {anybody, ``},
	"GET /challenge":                        {players, ``},
	"GET /stream/event":                     {players, ``},
	"POST /bot/game/{id}/abort":             {seated, ``},
	"POST /bot/game/{id}/chat":              {seated, `{"text":"hello"}`},
	"POST /bot/game/{id}/claim-victory":     {seated, ``},
	"POST /bot/game/{id}/move/{move}":       {seated, ``},
	"POST /bot/game/{id}/resign":            {seated, ``},
	"POST /bot/game/{id}/takeback/{accept}": {seated, ``},
	"POST /challenge/{id}/accept":           {players, ``},
	"POST /challenge/{id}/cancel":           {players, ``},
	"POST /challenge/{id}/decline":          {players, ``},
	"POST /challenge/{username}":            {players, `{"game":"hermit","variant":"3x3","clock":"3d","rated":false}`},

	// A table in the tests of package class says who sees which class.
	"DELETE /class/{id}":                    {owners, `{"name":"x"}`},
	"DELETE /class/{id}/member/{member}":    {players, ``},
	"GET /class/{id}":                       {anybody, ``},
	"GET /class/{id}/games":                 {anybody, ``},
	"GET /class/{id}/games.csv":             {anybody, ``},
	"GET /class/{id}/table.csv":             {anybody, ``},
	"GET /classes":                          {anybody, ``},
	"GET /invitation/{code}":                {anybody, ``},
	"POST /class/entry":                     {nobody, `{"code":"wrong"}`},
	"POST /class/program":                   {"?-------", ``},
	"POST /class/{id}/invitation":           {owners, ``},
	"POST /class/{id}/member/{member}/code": {players, ``},
	"POST /classes":                         {"?-+-+-+-", `{"name":""}`},
	"POST /invitation/{code}":               {anybody, `{"name":"Zoë"}`},
	"PUT /class/{id}":                       {owners, `{"name":"x","open":true,"public":false}`},
}

const (
	anybody  = "++++++++"
	players  = "?+++++--" // who may play
	makers   = "?-++++--" // who may play and has an account
	programs = "?--+----" // who may play as a bot
	seated   = "?---++--" // who may play and has a seat
	owners   = "?-+-+-+-" // who may change an account
	nobody   = "--------" // by what is wrong with the request

	moderating = "?-------" // only moderators, of whom there is none here
)

// last are operations that change or end the caller's identity.
var last = []string{"POST /account/bot", "PUT /account/password", "DELETE /session"}

// TestAuthority asks for each operation of the document as everybody. An
// operation without a row is a failure.
func TestAuthority(t *testing.T) {
	t.Parallel()
	s := openAuthority(t)
	rows := 0
	for _, operation := range s.operations() {
		row, ok := authority[operation]
		if !ok {
			t.Errorf("%s: want a row in the table authority", operation)
		}
		rows++
		got := ""
		for _, role := range roles {
			got += mark(s.ask(role, operation, row.body))
		}
		if got != row.who {
			t.Errorf("%q: {%q, `%s`}, want %q", operation, got, row.body, row.who)
		}
	}
	if rows != len(authority) {
		t.Errorf("%d rows for %d operations", len(authority), rows)
	}
}

func mark(status int) string {
	switch status {
	case http.StatusUnauthorized:
		return "?"
	case http.StatusForbidden, http.StatusTooManyRequests: // the latter where names are guessed
		return "-"
	case http.StatusInternalServerError, http.StatusUnsupportedMediaType, http.StatusMethodNotAllowed:
		return fmt.Sprint("!", status)
	}
	return "+"
}

// whole is the whole service, with somebody in each role.
type whole struct {
	t        *testing.T
	url      string
	headers  map[string]http.Header // by role
	game     string                 // a game of the owner and of who is banned
	document struct {
		Paths map[string]map[string]any
	}
}

func openAuthority(t *testing.T) *whole {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	ctx, cancel := context.WithCancel(t.Context())
	site, err := server.OpenSite(ctx, server.SiteConfig{Store: filepath.Join(t.TempDir(), "store.db"), Puzzles: web.Puzzles(), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	site.Start()
	listener := httptest.NewServer(site)
	t.Cleanup(func() {
		cancel()
		listener.CloseClientConnections()
		listener.Close()
		if err := site.Close(); err != nil {
			t.Error(err)
		}
	})
	w := &whole{t: t, url: listener.URL + "/api/v1", headers: map[string]http.Header{"visitor": {}}}
	w.headers["guest"] = w.cookie("POST", "/account/guest", "")
	for _, name := range []string{"other", "bot", "owner", "banned"} {
		w.headers[name] = w.cookie("POST", "/account", `{"name":"the-`+name+`","password":"correct horse battery"}`)
	}
	w.must("bot", "POST", "/account/bot", "")
	w.headers["bot"] = w.token("bot", "bot")
	w.headers["player"] = w.token("owner", "play")
	w.headers["clerk"] = w.token("owner", "admin")
	made := w.must("owner", "POST", "/challenges", `{"game":"hermit","variant":"3x3","clock":"3d","rated":false,"to":"the-banned","seat":1}`)
	challenge, _ := made["challenge"].(map[string]any)
	made = w.must("banned", "POST", fmt.Sprintf("/challenges/%s/accept", challenge["id"]), "")
	w.game, _ = made["game"].(string)
	if err := site.Accounts.Ban(t.Context(), account.Act{Actor: "test", Reason: "test"}, "the-banned"); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(w.must("visitor", "GET", "/openapi.json", ""))
	if err == nil {
		err = json.Unmarshal(text, &w.document)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// operations returns those of the document, as "GET /path".
func (w *whole) operations() (all []string) {
	for path, methods := range w.document.Paths {
		for method := range methods {
			all = append(all, strings.ToUpper(method)+" "+strings.TrimPrefix(path, "/api/v1"))
		}
	}
	slices.SortFunc(all, func(a, b string) int {
		return 2*(slices.Index(last, a)-slices.Index(last, b)) + strings.Compare(a, b)
	})
	return all
}

// do sends a request with the headers of a role.
func (w *whole) do(role, method, path, body string) *http.Response {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), method, w.url+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	if headers := w.headers[role]; headers != nil {
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
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// ask asks for an operation and returns the status.
func (w *whole) ask(role, operation, body string) int {
	method, path, _ := strings.Cut(operation, " ")
	id := "none"
	if strings.HasPrefix(path, "/game/") || strings.HasPrefix(path, "/bot/game/") {
		id = w.game
	}
	path = strings.NewReplacer("{id}", id, "{name}", "the-owner", "{game}", "hermit", "{speed}", "fast", "{member}", id, "{code}", id,
		"{move}", "x", "{accept}", "yes", "{username}", "the-other").Replace(path)
	switch path {
	case "/house":
		path += "?game=hermit"
	case "/player/the-owner/curve":
		path += "?game=hermit&speed=fast"
	}
	res := w.do(role, method, path, body)
	_ = res.Body.Close()
	return res.StatusCode
}

// must asks for what has to succeed.
func (w *whole) must(role, method, path, body string) (answer map[string]any) {
	w.t.Helper()
	res := w.do(role, method, path, body)
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode >= 300 {
		w.t.Fatalf("%s %s: %d %s", method, path, res.StatusCode, text)
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		w.t.Fatalf("%s %s: %s", method, path, text)
	}
	return answer
}

// cookie returns the headers of who has been made somebody by a request.
func (w *whole) cookie(method, path, body string) http.Header {
	w.t.Helper()
	res := w.do("visitor", method, path, body)
	for _, c := range res.Cookies() {
		return http.Header{"Cookie": {c.Name + "=" + c.Value}}
	}
	text, _ := io.ReadAll(res.Body)
	w.t.Fatalf("%s %s: %d %s", method, path, res.StatusCode, text)
	return nil
}

// token returns the headers of a program of somebody's.
func (w *whole) token(role, scope string) http.Header {
	w.t.Helper()
	answer := w.must(role, "POST", "/account/tokens", `{"label":"test","scopes":["`+scope+`"]}`)
	return http.Header{"Authorization": {fmt.Sprint("Bearer ", answer["token"])}}
}
