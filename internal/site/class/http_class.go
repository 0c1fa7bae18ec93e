package class

import (
	"bytes"
	"context"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

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

// ClassPath is the path to a class.
type ClassPath struct {
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

func (a *API) get(ctx context.Context, who account.Who, in *ClassPath) (*httpkit.NoStore[Classroom], error) {
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
	ClassPath
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

func (a *API) reinvite(ctx context.Context, who account.Who, in *ClassPath) (*classOutput, error) {
	c, err := a.Classes.Reinvite(ctx, who, in.ID)
	return &classOutput{classFor(c, Teacher)}, err
}

type closeInput struct {
	ClassPath
	Body struct {
		Name string `json:"name" maxLength:"200" doc:"The class's name, as confirmation"`
	}
}

func (a *API) close(ctx context.Context, who account.Who, in *closeInput) (*struct{}, error) {
	return nil, a.Classes.Close(ctx, who, in.ID, in.Body.Name)
}

type gamesInput struct {
	ClassPath
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

// csvFile returns a table as a file.
func csvFile(name string, text bytes.Buffer) *httpkit.File {
	// The byte order mark tells spreadsheets that the text is UTF-8.
	return httpkit.NewFile("text/csv; charset=utf-8", name+".csv", append([]byte("\ufeff"), text.Bytes()...))
}

func (a *API) table(ctx context.Context, who account.Who, in *ClassPath) (*httpkit.File, error) {
	var text bytes.Buffer
	rows, err := a.Classes.Table(ctx, who, in.ID)
	if err == nil {
		err = WriteTable(&text, rows)
	}
	return csvFile("class", text), err
}

func (a *API) gamesTable(ctx context.Context, who account.Who, in *ClassPath) (*httpkit.File, error) {
	var text bytes.Buffer
	games, err := a.Classes.Games(ctx, who, in.ID, store.Search{})
	if err == nil {
		err = WriteGames(&text, games)
	}
	return csvFile("games", text), err
}
