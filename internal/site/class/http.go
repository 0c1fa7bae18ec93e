package class

import (
	"context"
	"net/http"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// API has the operations on classes.
type API struct {
	Classes *Classes
	// Cookie returns the cookie by which a member is known from now on.
	Cookie func(ctx context.Context, value string) http.Cookie
	// Online returns which of some players are connected.
	Online func(ctx context.Context, players ...string) []string
	// Joins is how often people may join or come back to a class from one address,
	// which a whole school may share.
	Joins httpkit.Rate
}

// DefaultJoins returns a rate that a school does not reach.
func DefaultJoins() httpkit.Rate { return httpkit.Rate{PerSecond: 1, Burst: 200} }

// Register adds the operations to a kit.
func (a *API) Register(kit *account.Kit) {
	read := httpkit.Operation{Tag: "class", Callers: httpkit.Anyone, Object: httpkit.OfViewers, Cost: httpkit.Read}
	httpkit.JSON(kit, read.At("GET /api/v1/classes", "classes", "List the classes that I teach, or the one I am in").About(httpkit.OfNobody).Failing(http.StatusForbidden), a.list)
	httpkit.JSON(kit, read.At("GET /api/v1/class/{id}", "getClass", "Get a class: its members with their games and programs"), a.get)
	httpkit.JSON(kit, read.At("GET /api/v1/class/{id}/games", "classGames", "List the games of a class, newest first"), a.games)
	table := read.Answering(httpkit.Answer{ContentType: "text/csv", What: "Comma-separated values in UTF-8, with a header line"})
	httpkit.Register(kit, table.At("GET /api/v1/class/{id}/table.csv", "classTable", "Get a class's table as CSV"), a.table)
	httpkit.Register(kit, table.At("GET /api/v1/class/{id}/games.csv", "classGamesTable", "Get a class's games as CSV"), a.gamesTable)

	teach := httpkit.Operation{Tag: "class", Callers: httpkit.Accounts, Scope: account.Admin, Object: httpkit.OfTeacher, Cost: httpkit.Write, Problems: []int{http.StatusConflict}}
	httpkit.JSON(kit, teach.At("POST /api/v1/classes", "makeClass", "Make a class, as its teacher").About(httpkit.OfNobody).Taking(httpkit.SmallBody).Creating(), a.make)
	httpkit.JSON(kit, teach.At("PUT /api/v1/class/{id}", "changeClass", "Rename a class, open or shut it, make it public or not").Taking(httpkit.SmallBody), a.change)
	httpkit.Do(kit, teach.At("DELETE /api/v1/class/{id}", "closeClass", "Close a class, and delete all its members with their names").Taking(httpkit.SmallBody), a.close)
	httpkit.Do(kit, teach.At("POST /api/v1/class/{id}/handover", "handOverClass", "Give a class to another teacher; it is shut, and the earlier link no longer works").
		Saying("The earlier teacher leaves its games and tournaments.").Taking(httpkit.SmallBody), a.handOver)
	httpkit.JSON(kit, teach.At("POST /api/v1/class/{id}/invitation", "reinvite", "Replace the invitation; the earlier link no longer works"), a.reinvite)

	member := teach.About(httpkit.OfMembers)
	member.Callers, member.Scope = httpkit.Players, account.Play
	httpkit.Do(kit, member.At("DELETE /api/v1/class/{id}/member/{member}", "removeMember", "Remove a member, and delete what is stored about them"), a.remove)
	httpkit.JSON(kit, member.At("POST /api/v1/class/{id}/member/{member}/code", "memberCode", "Replace the code that lets a member in again; the member's other browsers are signed out").Creating(), a.newCode)
	member.Callers, member.Object = httpkit.Members, httpkit.OfCaller
	httpkit.JSON(kit, member.At("POST /api/v1/class/program", "handIn", "Get a token for my program, as a member of a class; the earlier token no longer works").Creating(), a.handIn)

	join := httpkit.Operation{
		Tag: "class", Callers: httpkit.Anyone, Object: httpkit.OfHolder, Cost: httpkit.Write, Body: httpkit.SmallBody,
		Rates: []httpkit.Quota{httpkit.ByClient(httpkit.NewLimiter(a.Joins))}, Problems: []int{http.StatusForbidden, http.StatusConflict}, Enters: true,
	}
	httpkit.JSON(kit, read.At("GET /api/v1/invitation/{code}", "invitation", "Get the class that an invitation is for").About(httpkit.OfHolder).Failing(http.StatusForbidden), a.invited)
	httpkit.Register(kit, join.At("POST /api/v1/invitation/{code}", "join", "Join a class with a name, without an account").Creating(), a.join)
	join.Callers = httpkit.Unidentified
	httpkit.Register(kit, join.At("POST /api/v1/class/entry", "enterClass", "Come back to a class with a member's code"), a.enter)
}

// Class is a class as the client may see it.
type Class struct {
	ID   string `json:"id" doc:"The class's ID, for paths"`
	Name string `json:"name" doc:"What its teacher called it"`
	Role Role   `json:"role" enum:"visitor,member,teacher" doc:"My role in it"`
	// Invitation is only for the teacher.
	Invitation string       `json:"invitation,omitempty" doc:"Code with which anybody can join while the class is open"`
	Open       bool         `json:"open" doc:"Whether more people can join"`
	Public     bool         `json:"public" doc:"Whether everybody may see its games and its table"`
	Created    play.Instant `json:"created" doc:"When it was made"`
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

func (a *API) list(ctx context.Context, who account.Who, _ *struct{}) ([]Class, error) {
	out := []Class{}
	if who.Class != "" {
		c, role, err := a.Classes.Get(ctx, who, who.Class)
		out = append(out, classFor(c, role))
		return out, err
	}
	taught, err := a.Classes.Taught(ctx, who)
	for _, c := range taught {
		out = append(out, classFor(c, Teacher))
	}
	return out, err
}

type nameInput struct {
	Body struct {
		Name string `json:"name" maxLength:"200" doc:"1 to 60 visible characters"`
	}
}

func (a *API) make(ctx context.Context, who account.Who, in *nameInput) (Class, error) {
	c, err := a.Classes.Make(ctx, who, in.Body.Name)
	return classFor(c, Teacher), err
}

func (a *API) get(ctx context.Context, who account.Who, in *Path) (Classroom, error) {
	c, role, err := a.Classes.Get(ctx, who, in.ID)
	if err != nil {
		return Classroom{}, err
	}
	rows, err := a.Classes.Table(ctx, who, in.ID)
	out := Classroom{classFor(c, role), rows, []string{}}
	var all []string
	for _, r := range rows {
		all = append(all, r.Player.ID)
		if r.Program != nil {
			all = append(all, r.Program.Player.ID)
		}
	}
	out.Online = append(out.Online, a.Online(ctx, all...)...)
	return out, err
}

type changeInput struct {
	Path
	Body struct {
		Name   string `json:"name" maxLength:"200" doc:"1 to 60 visible characters"`
		Open   bool   `json:"open" doc:"Whether more people can join"`
		Public bool   `json:"public" doc:"Whether everybody may see its games and its table"`
	}
}

func (a *API) change(ctx context.Context, who account.Who, in *changeInput) (Class, error) {
	c, err := a.Classes.Set(ctx, who, in.ID, Change(in.Body))
	return classFor(c, Teacher), err
}

type handoverInput struct {
	Path
	Body struct {
		To string `json:"to" maxLength:"100" doc:"The code of the invitation to an empty class of the other teacher, closed to new members, who agrees by giving it to me; it works once"`
	}
}

func (a *API) handOver(ctx context.Context, who account.Who, in *handoverInput) error {
	return a.Classes.HandOver(ctx, who, in.ID, in.Body.To)
}

func (a *API) reinvite(ctx context.Context, who account.Who, in *Path) (Class, error) {
	c, err := a.Classes.Reinvite(ctx, who, in.ID)
	return classFor(c, Teacher), err
}

type closeInput struct {
	Path
	Body struct {
		Name string `json:"name" maxLength:"200" doc:"The class's name, as confirmation"`
	}
}

func (a *API) close(ctx context.Context, who account.Who, in *closeInput) error {
	return a.Classes.Close(ctx, who, in.ID, in.Body.Name)
}

type gamesInput struct {
	Path
	Player string       `query:"player" maxLength:"40" doc:"The ID of a member or a program; all if missing"`
	Result store.Result `query:"result" enum:"won,lost,aborted,going-on" doc:"For that player"`
	store.Page
	Limit int `query:"limit" minimum:"1" maximum:"100" default:"30" doc:"At most this many"`
}

func (a *API) games(ctx context.Context, who account.Who, in *gamesInput) ([]play.Summary, error) {
	search := store.Search{Player: in.Player, Page: in.Page, Limit: in.Limit}
	if in.Player != "" {
		search.Result = in.Result
	}
	return a.Classes.Games(ctx, who, in.ID, search)
}

// maxExported is how many games a table has at most, the newest.
const maxExported = 10_000

// csvFile returns a table of a class, named after the class and the day.
func (a *API) csvFile(one Group, what string, rows [][]string) *httpkit.Attachment {
	day := time.UnixMilli(int64(a.Classes.Accounts.Now())).UTC().Format(time.DateOnly)
	return httpkit.CSV(one.Name+what+" "+day, rows)
}

func (a *API) table(ctx context.Context, who account.Who, in *Path) (*httpkit.Attachment, error) {
	one, role, err := a.Classes.Get(ctx, who, in.ID)
	if err != nil {
		return nil, err
	}
	rows, err := a.Classes.rows(ctx, one.ID, role)
	return a.csvFile(one, "", tableOf(rows)), err
}

func (a *API) gamesTable(ctx context.Context, who account.Who, in *Path) (*httpkit.Attachment, error) {
	one, _, err := a.Classes.Get(ctx, who, in.ID)
	if err != nil {
		return nil, err
	}
	games, err := a.Classes.Games(ctx, who, one.ID, store.Search{Limit: maxExported})
	if err != nil {
		return nil, err
	}
	contests, err := a.Classes.contestNames(ctx, one.ID)
	return a.csvFile(one, " games", gamesTableOf(games, contests)), err
}

// MemberPath is the path to a member of a class.
type MemberPath struct {
	Path
	Member string `path:"member" maxLength:"40" doc:"The member's ID"`
}

type memberCode struct {
	Code string `json:"code" doc:"Lets the member in again; shown only this once. The earlier code no longer works"`
}

func (a *API) newCode(ctx context.Context, who account.Who, in *MemberPath) (memberCode, error) {
	code, err := a.Classes.NewCode(ctx, who, in.ID, in.Member)
	return memberCode{code}, err
}

func (a *API) remove(ctx context.Context, who account.Who, in *MemberPath) error {
	return a.Classes.Remove(ctx, who, in.ID, in.Member)
}

// HandedIn is a member's program and the token that it plays with.
type HandedIn struct {
	Player play.Player `json:"player" doc:"The program's account"`
	Token  string      `json:"token" doc:"Shown only this once. The earlier token no longer works"`
}

func (a *API) handIn(ctx context.Context, who account.Who, _ *struct{}) (HandedIn, error) {
	program, token, err := a.Classes.HandIn(ctx, who)
	return HandedIn{program, token}, err
}

// InvitationPath is the path to an invitation.
type InvitationPath struct {
	Code string `path:"code" maxLength:"40" doc:"The code of an invitation"`
}

// Invitation is what anybody who has its code may know of a class.
type Invitation struct {
	Class  string `json:"class" doc:"The class's name"`
	Public bool   `json:"public" doc:"Whether everybody may see its games and its table, and so its members' names"`
}

func (a *API) invited(ctx context.Context, _ account.Who, in *InvitationPath) (Invitation, error) {
	c, err := a.Classes.Invited(ctx, in.Code)
	return Invitation{c.Name, c.Public}, err
}

// Entered is the answer to a member who joins or comes back.
type Entered struct {
	Player play.Player `json:"player" doc:"The member that the cookie of this answer stands for"`
	Code   string      `json:"code,omitempty" doc:"Lets the member in again, in any browser; shown only once, on joining"`
}

type enteredOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      Entered
}

func (a *API) entered(ctx context.Context, in account.SignedIn, code string, err error) (*enteredOutput, error) {
	return &enteredOutput{[]http.Cookie{a.Cookie(ctx, in.Cookie)}, Entered{in.Who.Player, code}}, err
}

type joinInput struct {
	InvitationPath
	Body struct {
		Name string `json:"name" maxLength:"200" doc:"The member's name in the class"`
	}
}

func (a *API) join(ctx context.Context, who account.Who, in *joinInput) (*enteredOutput, error) {
	signed, code, err := a.Classes.Join(ctx, who, in.Code, in.Body.Name, account.Agent(ctx))
	return a.entered(ctx, signed, code, err)
}

type entryInput struct {
	Body struct {
		Code string `json:"code" maxLength:"100" doc:"The member's code, shown on joining"`
	}
}

func (a *API) enter(ctx context.Context, _ account.Who, in *entryInput) (*enteredOutput, error) {
	signed, err := a.Classes.Enter(ctx, in.Body.Code, account.Agent(ctx))
	return a.entered(ctx, signed, "", err)
}
