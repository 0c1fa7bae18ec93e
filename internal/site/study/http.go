package study

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// Register adds the operations to an API.
func (a *API) Register(to huma.API) {
	huma.Register(to, a.operation(httpkit.NewOperation(http.MethodGet, "/studies", "studies", "List my studies, or all public ones, last changed first",
		http.StatusUnauthorized, http.StatusUnprocessableEntity)), as(a, a.list))
	huma.Register(to, a.operation(httpkit.Found(http.MethodGet, "/study/{id}", "study", "Get a study with all its chapters")), as(a, a.get))
	huma.Register(to, a.operation(httpkit.Changing(httpkit.Found(http.MethodPut, "/study/{id}", "putStudy", "Make a study with an ID of my choice, or replace the version that I have changed"))), as(a, a.replace))
	huma.Register(to, a.operation(httpkit.Changing(httpkit.Found(http.MethodDelete, "/study/{id}", "deleteStudy", "Delete a study"))), as(a, a.delete))
	huma.Register(to, a.operation(httpkit.Created(httpkit.Changing(httpkit.Found(http.MethodPost, "/study/{id}/clone", "cloneStudy", "Make a private copy of a study")))), as(a, a.copy))
}

func as[In, Out any](a *API, do func(context.Context, account.Who, *In) (*Out, error)) func(context.Context, *In) (*Out, error) {
	return account.As(a.Identity, func(err error) error { return httpkit.Internal(a.Log, "studies", err) }, do)
}

func (a *API) operation(op huma.Operation) huma.Operation {
	op.Tags, op.Middlewares = []string{"study"}, huma.Middlewares{a.Identity.Attach}
	return op
}

// Path is the path to a study.
type Path struct {
	ID string `path:"id" pattern:"^[0-9a-z-]{8,40}$" doc:"The study's ID, such as a UUID"`
}

type infoOutput struct{ Body Info }

type listInput struct {
	Mine     bool         `query:"mine" doc:"Only my own, of any audience"`
	Search   string       `query:"search" maxLength:"200" doc:"At most 8 words, each of which begins a word of the title, a chapter's name, a tag or a comment"`
	Game     string       `query:"game" maxLength:"40" doc:"The game of a chapter"`
	Before   play.Instant `query:"before" minimum:"0" doc:"Only studies changed before this time in ms: for the next page, the updated of the last study"`
	BeforeID string       `query:"beforeId" maxLength:"40" doc:"The ID of that study, so that others of the same time are not left out"`
	Limit    int          `query:"limit" minimum:"1" maximum:"100" default:"50"`
}

func (a *API) list(ctx context.Context, who account.Who, in *listInput) (*httpkit.NoStore[[]Info], error) {
	if in.Mine && !who.Known() {
		return nil, who.Need(account.Admin)
	}
	if !storable(in.Search + in.Game) {
		return nil, account.Refuse(BadText, "search %q: want UTF-8 without zero bytes", in.Search)
	}
	found, err := a.search(ctx, who, Search{Words: strings.Fields(in.Search), Game: in.Game, Mine: in.Mine, Before: in.Before, BeforeID: in.BeforeID, Limit: in.Limit})
	return httpkit.Uncached(found), err
}

func (a *API) get(ctx context.Context, who account.Who, in *Path) (*httpkit.NoStore[Study], error) {
	found, err := a.find(ctx, who, in.ID)
	return httpkit.Uncached(found), err
}

type putInput struct {
	Path
	Body struct {
		Title    string   `json:"title" maxLength:"400"`
		Audience Audience `json:"audience" enum:"private,link,public"`
		Version  int      `json:"version" minimum:"0" doc:"The version that was changed; 0 to make the study"`
		Text     string   `json:"text" doc:"A file of thera's records, one for each chapter"`
	}
}

func (a *API) replace(ctx context.Context, who account.Who, in *putInput) (*infoOutput, error) {
	b := in.Body
	put, err := a.put(ctx, who, in.ID, Draft{Title: b.Title, Audience: b.Audience, Text: b.Text, Version: b.Version})
	return &infoOutput{put}, err
}

func (a *API) delete(ctx context.Context, who account.Who, in *Path) (*struct{}, error) {
	return nil, a.remove(ctx, who, in.ID)
}

type cloneInput struct {
	Path
	Body struct {
		Title string `json:"title,omitempty" maxLength:"400" doc:"The original's title if missing"`
	}
}

func (a *API) copy(ctx context.Context, who account.Who, in *cloneInput) (*infoOutput, error) {
	made, err := a.clone(ctx, who, in.ID, in.Body.Title)
	return &infoOutput{made}, err
}
