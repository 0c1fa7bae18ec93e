package class

import (
	"bytes"
	"context"

	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Class is a class as whoever may see it does.
type Class struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Role Role   `json:"role" enum:"visitor,member,teacher" doc:"What I am to it"`
	// Invitation is for the teacher.
	Invitation string       `json:"invitation,omitempty" doc:"Whoever has this code joins, while the class is open"`
	Open       bool         `json:"open" doc:"Whether more can join"`
	Public     bool         `json:"public" doc:"Whether everybody may see its games and its table"`
	Created    play.Instant `json:"created"`
}

// Classroom is a class with its members.
type Classroom struct {
	Class
	Members []Pupil  `json:"members" doc:"By their names"`
	Online  []string `json:"online" doc:"The ids of those who are connected"`
}

func told(c Group, role Role) Class {
	t := Class{ID: c.ID, Name: c.Name, Role: role, Open: c.Open, Public: c.Public, Created: c.Created}
	if role == Teacher {
		t.Invitation = c.Invitation
	}
	return t
}

// ClassPath is the path to a class.
type ClassPath struct {
	ID string `path:"id" maxLength:"40" doc:"The class's id"`
}

type classOutput struct{ Body Class }

type classesOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         []Class
}

func (s *API) list(ctx context.Context, _ *struct{}) (*classesOutput, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	out := &classesOutput{"no-store", []Class{}}
	if who.Class != "" {
		c, role, err := s.Classes.Get(ctx, who, who.Class)
		out.Body = append(out.Body, told(c, role))
		return out, s.problem(err)
	}
	taught, err := s.Classes.Taught(ctx, who)
	for _, c := range taught {
		out.Body = append(out.Body, told(c, Teacher))
	}
	return out, s.problem(err)
}

type nameInput struct {
	Body struct {
		Name string `json:"name" maxLength:"200"`
	}
}

func (s *API) make(ctx context.Context, in *nameInput) (*classOutput, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	c, err := s.Classes.Make(ctx, who, in.Body.Name)
	return &classOutput{told(c, Teacher)}, s.problem(err)
}

type wholeOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         Classroom
}

func (s *API) get(ctx context.Context, in *ClassPath) (*wholeOutput, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	c, role, err := s.Classes.Get(ctx, who, in.ID)
	if err != nil {
		return nil, s.problem(err)
	}
	rows, err := s.Classes.Table(ctx, who, in.ID)
	out := &wholeOutput{"no-store", Classroom{told(c, role), rows, []string{}}}
	online := func(p play.Player) {
		if s.Online != nil && s.Online(p.ID) {
			out.Body.Online = append(out.Body.Online, p.ID)
		}
	}
	for _, r := range rows {
		if online(r.Player); r.Program != nil {
			online(r.Program.Player)
		}
	}
	return out, s.problem(err)
}

type changeInput struct {
	ClassPath
	Body struct {
		Name   string `json:"name" maxLength:"200"`
		Open   bool   `json:"open"`
		Public bool   `json:"public"`
	}
}

func (s *API) change(ctx context.Context, in *changeInput) (*classOutput, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	c, err := s.Classes.Set(ctx, who, in.ID, Change(in.Body))
	return &classOutput{told(c, Teacher)}, s.problem(err)
}

func (s *API) reinvite(ctx context.Context, in *ClassPath) (*classOutput, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	c, err := s.Classes.Reinvite(ctx, who, in.ID)
	return &classOutput{told(c, Teacher)}, s.problem(err)
}

type closeInput struct {
	ClassPath
	Body struct {
		Name string `json:"name" maxLength:"200" doc:"The class's name, to be sure"`
	}
}

func (s *API) close(ctx context.Context, in *closeInput) (*struct{}, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	return nil, s.problem(s.Classes.Close(ctx, who, in.ID, in.Body.Name))
}

type gamesInput struct {
	ClassPath
	Player string       `query:"player" maxLength:"40" doc:"The id of a member or a program; all, if it is missing"`
	Result store.Result `query:"result" enum:"won,lost,aborted,going-on" doc:"For that player"`
	Before play.Instant `query:"before" minimum:"0" doc:"Games that began before this time in ms: the at of the last one of the page before"`
	Limit  int          `query:"limit" minimum:"1" maximum:"100" default:"30"`
}

type gamesOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         []play.Summary
}

func (s *API) games(ctx context.Context, in *gamesInput) (*gamesOutput, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	search := store.Search{Player: in.Player, Before: in.Before, Limit: in.Limit}
	if in.Player != "" {
		search.Result = in.Result
	}
	games, err := s.Classes.Games(ctx, who, in.ID, search)
	return &gamesOutput{"no-store", games}, s.problem(err)
}

// asSheet returns a table as an answer that browsers save.
func asSheet(name string, text bytes.Buffer) *httpkit.File {
	// The mark at the beginning lets spreadsheets know that it is UTF-8.
	return httpkit.NewFile("text/csv; charset=utf-8", name+".csv", append([]byte("\ufeff"), text.Bytes()...))
}

func (s *API) table(ctx context.Context, in *ClassPath) (*httpkit.File, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	rows, err := s.Classes.Table(ctx, who, in.ID)
	if err == nil {
		err = WriteTable(&text, rows)
	}
	return asSheet("class", text), s.problem(err)
}

func (s *API) gamesTable(ctx context.Context, in *ClassPath) (*httpkit.File, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	games, err := s.Classes.Games(ctx, who, in.ID, store.Search{})
	if err == nil {
		err = WriteGames(&text, games)
	}
	return asSheet("games", text), s.problem(err)
}
