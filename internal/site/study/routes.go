package study

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// Register adds the routes to an API.
func (s *API) Register(api huma.API) {
	huma.Register(api, s.operation(httpkit.NewOperation(http.MethodGet, "/studies", "studies", "List my studies, or those that everybody sees, the last changed first",
		http.StatusUnauthorized, http.StatusUnprocessableEntity)), s.list)
	huma.Register(api, s.operation(httpkit.Found(http.MethodGet, "/study/{id}", "study", "Get a study with all its chapters")), s.get)
	huma.Register(api, s.operation(httpkit.Changing(httpkit.Found(http.MethodPut, "/study/{id}", "putStudy", "Make a study under an id of one's own choice, or replace the version that one has changed"))), s.replace)
	huma.Register(api, s.operation(httpkit.Changing(httpkit.Found(http.MethodDelete, "/study/{id}", "deleteStudy", "Delete a study"))), s.delete)
	huma.Register(api, s.operation(httpkit.Created(httpkit.Changing(httpkit.Found(http.MethodPost, "/study/{id}/clone", "cloneStudy", "Make a private study of my own with all that another one has")))), s.copy)
}

func (s *API) operation(op huma.Operation) huma.Operation {
	op.Tags, op.Middlewares = []string{"study"}, huma.Middlewares{s.Gate.Attach}
	return op
}

// Path is the path to a study.
type Path struct {
	ID string `path:"id" pattern:"^[0-9a-z-]{8,40}$" doc:"The study's id, such as a UUID"`
}

type infoOutput struct{ Body Info }

type listInput struct {
	Mine   bool         `query:"mine" doc:"My own, whoever sees them"`
	Search string       `query:"search" maxLength:"200" doc:"Words that the title, a chapter, a tag or a comment has, all of them"`
	Game   string       `query:"game" maxLength:"40" doc:"The game of a chapter"`
	Before play.Instant `query:"before" minimum:"0" doc:"Studies changed before this time in ms: the updated of the last one of the page before"`
	Limit  int          `query:"limit" minimum:"1" maximum:"100" default:"50"`
}

type listOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         []Info
}

func (s *API) list(ctx context.Context, in *listInput) (*listOutput, error) {
	who, err := s.Gate.Who(ctx)
	if err == nil && in.Mine && !who.Known() {
		err = who.Need(account.Admin)
	}
	if err == nil && !storable(in.Search+in.Game) {
		err = refuse(BadText, "search %q: want UTF-8 without zero bytes", in.Search)
	}
	if err != nil {
		return nil, s.problem(err)
	}
	found, err := s.search(ctx, who, Search{Words: strings.Fields(in.Search), Game: in.Game, Mine: in.Mine, Before: in.Before, Limit: in.Limit})
	return &listOutput{"no-store", found}, s.problem(err)
}

type studyOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         Study
}

func (s *API) get(ctx context.Context, in *Path) (*studyOutput, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	found, err := s.find(ctx, who, in.ID)
	return &studyOutput{"no-store", found}, s.problem(err)
}

type putInput struct {
	Path
	Body struct {
		Title    string   `json:"title" maxLength:"400"`
		Audience Audience `json:"audience" enum:"private,link,public"`
		Version  int      `json:"version" minimum:"0" doc:"That was changed; 0 to make the study"`
		Text     string   `json:"text" doc:"A file of thera's records, one for each chapter"`
	}
}

func (s *API) replace(ctx context.Context, in *putInput) (*infoOutput, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	b := in.Body
	put, err := s.put(ctx, who, in.ID, Draft{Title: b.Title, Audience: b.Audience, Text: b.Text, Version: b.Version})
	return &infoOutput{put}, s.problem(err)
}

func (s *API) delete(ctx context.Context, in *Path) (*struct{}, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	return nil, s.problem(s.remove(ctx, who, in.ID))
}

type cloneInput struct {
	Path
	Body struct {
		Title string `json:"title,omitempty" maxLength:"400" doc:"That of the other one if it is missing"`
	}
}

func (s *API) copy(ctx context.Context, in *cloneInput) (*infoOutput, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	made, err := s.clone(ctx, who, in.ID, in.Body.Title)
	return &infoOutput{made}, s.problem(err)
}

// statuses are those of the refusals that studies have beside the account's.
var statuses = map[account.Reason]int{
	NotOwner: http.StatusForbidden,
	Version:  http.StatusConflict,
}

// problem returns the problem that an error is to who has asked, and logs what went
// wrong inside; nil for nil.
func (s *API) problem(err error) error {
	if err == nil {
		return nil
	}
	refusal, ok := errors.AsType[*account.Refusal](err)
	if !ok {
		return httpkit.Internal(s.Log, "studies", err)
	}
	if status, own := statuses[refusal.Reason]; own {
		return httpkit.NewProblem(status, string(refusal.Reason), "%s", refusal.Detail)
	}
	return account.ProblemOf(refusal)
}
