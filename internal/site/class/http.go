package class

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// APIConfig configures the operations.
type APIConfig struct {
	Classes  *Classes
	Identity *account.API
	// Online reports whether a player is connected; nil if that is not known.
	Online func(player string) bool
	// Log gets internal errors.
	Log *slog.Logger
	// Joins is how often people may join or come back to a class from one address,
	// which a whole school may share.
	Joins httpkit.Rate
}

// DefaultJoins returns a rate that a school does not reach.
func DefaultJoins() httpkit.Rate { return httpkit.Rate{PerSecond: 1, Burst: 200} }

// API has the operations on classes.
type API struct {
	APIConfig
	joins *httpkit.Limiter
}

// NewAPI returns the operations on classes.
func NewAPI(c APIConfig) *API { return &API{c, httpkit.NewLimiter(c.Joins)} }

// Register adds the operations to an API.
func (a *API) Register(to huma.API) {
	huma.Register(to, a.operation(http.MethodGet, "classes", "classes", "List the classes that I teach, or the one I am in"), as(a, a.list))
	huma.Register(to, httpkit.Created(a.operation(http.MethodPost, "classes", "makeClass", "Make a class, as its teacher")), as(a, a.make))
	huma.Register(to, a.operation(http.MethodGet, "class/{id}", "class", "Get a class: its members with their games and programs"), as(a, a.get))
	huma.Register(to, a.operation(http.MethodPut, "class/{id}", "changeClass", "Rename a class, open or shut it, make it public or not"), as(a, a.change))
	huma.Register(to, a.operation(http.MethodDelete, "class/{id}", "closeClass", "Close a class, and delete all its members with their names"), as(a, a.close))
	huma.Register(to, a.operation(http.MethodPost, "class/{id}/invitation", "reinvite", "Replace the invitation; the earlier link no longer works"), as(a, a.reinvite))
	huma.Register(to, a.operation(http.MethodGet, "class/{id}/games", "classGames", "List the games of a class, newest first"), as(a, a.games))
	huma.Register(to, csvAnswer(a.operation(http.MethodGet, "class/{id}/table.csv", "classTable", "Get a class's table as CSV")), as(a, a.table))
	huma.Register(to, csvAnswer(a.operation(http.MethodGet, "class/{id}/games.csv", "classGamesTable", "Get a class's games as CSV")), as(a, a.gamesTable))
	huma.Register(to, httpkit.Created(a.operation(http.MethodPost, "class/{id}/member/{member}/code", "memberCode", "Replace the code that lets a member in again")), as(a, a.newCode))
	huma.Register(to, a.operation(http.MethodDelete, "class/{id}/member/{member}", "removeMember", "Remove a member, and delete what is stored about them"), as(a, a.remove))
	huma.Register(to, httpkit.Created(a.operation(http.MethodPost, "class/program", "handIn", "Get a token for my program, as a member of a class; the earlier token no longer works")), as(a, a.handIn))
	huma.Register(to, a.operation(http.MethodGet, "invitation/{code}", "invitation", "Get the class that an invitation is for"), a.invited)
	huma.Register(to, httpkit.Created(a.operation(http.MethodPost, "invitation/{code}", "join", "Join a class with a name, without an account")), as(a, a.join))
	huma.Register(to, a.operation(http.MethodPost, "class/entry", "enterClass", "Come back to a class with a member's code"), a.enter)
}

func as[In, Out any](a *API, do func(context.Context, account.Who, *In) (*Out, error)) func(context.Context, *In) (*Out, error) {
	return account.As(a.Identity, a.problem, do)
}

func (a *API) operation(method, path, name, summary string) huma.Operation {
	op := httpkit.NewOperation(method, "/"+path, name, summary, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound,
		http.StatusConflict, http.StatusUnprocessableEntity, http.StatusTooManyRequests)
	op.Tags, op.Middlewares = []string{"class"}, huma.Middlewares{a.Identity.Attach}
	return op
}

func csvAnswer(op huma.Operation) huma.Operation {
	op.Responses = httpkit.Responses("Comma-separated values in UTF-8, with a header line", "text/csv", huma.TypeString)
	return op
}

func (a *API) admit(ctx context.Context) error {
	if err := a.Identity.Admits(ctx); err != nil {
		return err
	}
	if d := a.joins.Wait(httpkit.Client(ctx), time.Now()); d > 0 {
		return httpkit.TooMany(d, "too often from this address: want a pause")
	}
	return nil
}

func (a *API) problem(err error) error { return httpkit.Internal(a.Log, "classes", err) }

// Class is a class as the client may see it.
type Class struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Role Role   `json:"role" enum:"visitor,member,teacher" doc:"My role in it"`
	// Invitation is only for the teacher.
	Invitation string       `json:"invitation,omitempty" doc:"Code with which anybody can join while the class is open"`
	Open       bool         `json:"open" doc:"Whether more people can join"`
	Public     bool         `json:"public" doc:"Whether everybody may see its games and its table"`
	Created    play.Instant `json:"created"`
}

// Classroom is a class with its members.
type Classroom struct {
	Class
	Members []Pupil  `json:"members" doc:"Sorted by name"`
	Online  []string `json:"online" doc:"The IDs of those who are connected"`
}

func classFor(c Group, role Role) Class {
	t := Class{ID: c.ID, Name: c.Name, Role: role, Open: c.Open, Public: c.Public, Created: c.Created}
	if role == Teacher {
		t.Invitation = c.Invitation
	}
	return t
}

// Path is the path to a class.
type Path struct {
	ID string `path:"id" maxLength:"40" doc:"The class's ID"`
}

type classOutput struct{ Body Class }

func (a *API) list(ctx context.Context, who account.Who, _ *struct{}) (*httpkit.NoStore[[]Class], error) {
	out := httpkit.Uncached([]Class{})
	if who.Class != "" {
		c, role, err := a.Classes.Get(ctx, who, who.Class)
		out.Body = append(out.Body, classFor(c, role))
		return out, err
	}
	taught, err := a.Classes.Taught(ctx, who)
	for _, c := range taught {
		out.Body = append(out.Body, classFor(c, Teacher))
	}
	return out, err
}

type nameInput struct {
	Body struct {
		Name string `json:"name" maxLength:"200"`
	}
}

func (a *API) make(ctx context.Context, who account.Who, in *nameInput) (*classOutput, error) {
	c, err := a.Classes.Make(ctx, who, in.Body.Name)
	return &classOutput{classFor(c, Teacher)}, err
}

func (a *API) get(ctx context.Context, who account.Who, in *Path) (*httpkit.NoStore[Classroom], error) {
	c, role, err := a.Classes.Get(ctx, who, in.ID)
	if err != nil {
		return nil, err
	}
	rows, err := a.Classes.Table(ctx, who, in.ID)
	out := httpkit.Uncached(Classroom{classFor(c, role), rows, []string{}})
	addIfOnline := func(p play.Player) {
		if a.Online != nil && a.Online(p.ID) {
			out.Body.Online = append(out.Body.Online, p.ID)
		}
	}
	for _, r := range rows {
		addIfOnline(r.Player)
		if r.Program != nil {
			addIfOnline(r.Program.Player)
		}
	}
	return out, err
}

type changeInput struct {
	Path
	Body struct {
		Name   string `json:"name" maxLength:"200"`
		Open   bool   `json:"open"`
		Public bool   `json:"public"`
	}
}

func (a *API) change(ctx context.Context, who account.Who, in *changeInput) (*classOutput, error) {
	c, err := a.Classes.Set(ctx, who, in.ID, Change(in.Body))
	return &classOutput{classFor(c, Teacher)}, err
}

func (a *API) reinvite(ctx context.Context, who account.Who, in *Path) (*classOutput, error) {
	c, err := a.Classes.Reinvite(ctx, who, in.ID)
	return &classOutput{classFor(c, Teacher)}, err
}

type closeInput struct {
	Path
	Body struct {
		Name string `json:"name" maxLength:"200" doc:"The class's name, as confirmation"`
	}
}

func (a *API) close(ctx context.Context, who account.Who, in *closeInput) (*struct{}, error) {
	return nil, a.Classes.Close(ctx, who, in.ID, in.Body.Name)
}

type gamesInput struct {
	Path
	Player string       `query:"player" maxLength:"40" doc:"The ID of a member or a program; all if missing"`
	Result store.Result `query:"result" enum:"won,lost,aborted,going-on" doc:"For that player"`
	Before play.Instant `query:"before" minimum:"0" doc:"Only games that began before this time in ms: for the next page, the at of the last game"`
	Limit  int          `query:"limit" minimum:"1" maximum:"100" default:"30"`
}

func (a *API) games(ctx context.Context, who account.Who, in *gamesInput) (*httpkit.NoStore[[]play.Summary], error) {
	search := store.Search{Player: in.Player, Before: in.Before, Limit: in.Limit}
	if in.Player != "" {
		search.Result = in.Result
	}
	games, err := a.Classes.Games(ctx, who, in.ID, search)
	return httpkit.Uncached(games), err
}

func csvFile(name string, text bytes.Buffer) *httpkit.File {
	// The byte order mark tells spreadsheets that the text is UTF-8.
	return httpkit.NewFile("text/csv; charset=utf-8", name+".csv", append([]byte("\ufeff"), text.Bytes()...))
}

func (a *API) table(ctx context.Context, who account.Who, in *Path) (*httpkit.File, error) {
	var text bytes.Buffer
	rows, err := a.Classes.Table(ctx, who, in.ID)
	if err == nil {
		err = WriteTable(&text, rows)
	}
	return csvFile("class", text), err
}

func (a *API) gamesTable(ctx context.Context, who account.Who, in *Path) (*httpkit.File, error) {
	var text bytes.Buffer
	games, err := a.Classes.Games(ctx, who, in.ID, store.Search{})
	if err == nil {
		err = WriteGames(&text, games)
	}
	return csvFile("games", text), err
}

// MemberPath is the path to a member of a class.
type MemberPath struct {
	Path
	Member string `path:"member" maxLength:"40" doc:"The member's ID"`
}

type codeOutput struct {
	Body struct {
		Code string `json:"code" doc:"Lets the member in again; shown only this once. The earlier code no longer works"`
	}
}

func (a *API) newCode(ctx context.Context, who account.Who, in *MemberPath) (*codeOutput, error) {
	var out codeOutput
	var err error
	out.Body.Code, err = a.Classes.NewCode(ctx, who, in.ID, in.Member)
	return &out, err
}

func (a *API) remove(ctx context.Context, who account.Who, in *MemberPath) (*struct{}, error) {
	return nil, a.Classes.Remove(ctx, who, in.ID, in.Member)
}

// HandedIn is a member's program and the token that it plays with.
type HandedIn struct {
	Player play.Player `json:"player"`
	Token  string      `json:"token" doc:"Shown only this once. The earlier token no longer works"`
}

type handedInOutput struct{ Body HandedIn }

func (a *API) handIn(ctx context.Context, who account.Who, _ *struct{}) (*handedInOutput, error) {
	program, token, err := a.Classes.HandIn(ctx, who)
	return &handedInOutput{HandedIn{program, token}}, err
}

// InvitationPath is the path to an invitation.
type InvitationPath struct {
	Code string `path:"code" maxLength:"40" doc:"The code of an invitation"`
}

// Invitation is what anybody who has its code may know of a class.
type Invitation struct {
	Class string `json:"class" doc:"The class's name"`
}

func (a *API) invited(ctx context.Context, in *InvitationPath) (*httpkit.NoStore[Invitation], error) {
	c, err := a.Classes.Invited(ctx, in.Code)
	return httpkit.Uncached(Invitation{c.Name}), a.problem(err)
}

// Entered is the answer to a member who joins or comes back.
type Entered struct {
	Player play.Player `json:"player"`
	Code   string      `json:"code,omitempty" doc:"Lets the member in again, in any browser; shown only once, on joining"`
}

type enteredOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      Entered
}

func (a *API) entered(ctx context.Context, in account.SignedIn, code string, err error) (*enteredOutput, error) {
	return &enteredOutput{[]http.Cookie{a.Identity.Cookie(ctx, in.Cookie)}, Entered{in.Who.Player, code}}, a.problem(err)
}

type joinInput struct {
	InvitationPath
	Body struct {
		Name string `json:"name" maxLength:"200" doc:"The member's name in the class"`
	}
}

func (a *API) join(ctx context.Context, who account.Who, in *joinInput) (*enteredOutput, error) {
	if err := a.admit(ctx); err != nil {
		return nil, err
	}
	signed, code, err := a.Classes.Join(ctx, who, in.Code, in.Body.Name, account.Agent(ctx))
	return a.entered(ctx, signed, code, err)
}

type entryInput struct {
	Body struct {
		Code string `json:"code" maxLength:"100"`
	}
}

func (a *API) enter(ctx context.Context, in *entryInput) (*enteredOutput, error) {
	if err := a.admit(ctx); err != nil {
		return nil, err
	}
	signed, err := a.Classes.Enter(ctx, in.Body.Code, account.Agent(ctx))
	return a.entered(ctx, signed, "", err)
}
