package study

import (
	"context"
	"net/http"
	"strings"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// maxPut bounds the body of a request that stores a study: in JSON, the end of each line
// takes two bytes.
const maxPut = 2*maxText + httpkit.SmallBody

// Register adds the operations to a kit.
func (a *API) Register(kit *account.Kit) {
	read := httpkit.Operation{Tag: "study", Callers: httpkit.Anyone, Object: httpkit.OfViewers, Cost: httpkit.Read}
	httpkit.JSON(kit, read.At("GET /api/v1/studies", "studies", "List my studies, or all public ones, last changed first").About(httpkit.OfEveryone).Failing(http.StatusForbidden), a.list)
	httpkit.JSON(kit, read.At("GET /api/v1/study/{id}", "study", "Get a study with all its chapters"), a.get)
	puts := httpkit.ByAccount(httpkit.NewLimiter(a.Puts))
	change := httpkit.Operation{Tag: "study", Callers: httpkit.Accounts, Scope: account.Admin, Object: httpkit.OfCaller, Cost: httpkit.Write, Problems: []int{http.StatusConflict}}
	httpkit.JSON(kit, change.At("PUT /api/v1/study/{id}", "putStudy", "Make a study with an ID of my choice, or replace the version that I have changed").Taking(maxPut).Within(puts), a.replace)
	httpkit.Do(kit, change.At("DELETE /api/v1/study/{id}", "deleteStudy", "Delete a study"), a.delete)
	httpkit.JSON(kit, change.At("POST /api/v1/study/{id}/clone", "cloneStudy", "Make a private copy of a study").About(httpkit.OfViewers).Taking(httpkit.SmallBody).Creating().Within(puts), a.copy)
}

// Path is the path to a study.
type Path struct {
	ID string `path:"id" pattern:"^[0-9a-z-]{8,40}$" doc:"The study's ID, such as a UUID"`
}

type listInput struct {
	Mine     bool         `query:"mine" doc:"Only my own, of any audience"`
	Search   string       `query:"search" maxLength:"200" doc:"At most 8 words, each of which begins a word of the title, a chapter's name, a tag or a comment"`
	Game     string       `query:"game" maxLength:"40" doc:"The game of a chapter"`
	Before   play.Instant `query:"before" minimum:"0" doc:"Only studies changed before this time in ms: for the next page, the updated of the last study"`
	BeforeID string       `query:"beforeId" maxLength:"40" doc:"The ID of that study, so that others of the same time are not left out"`
	Limit    int          `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"At most this many"`
}

func (a *API) list(ctx context.Context, who account.Who, in *listInput) ([]Info, error) {
	if in.Mine && (!who.Known() || !who.SeesPrivate()) {
		return nil, who.Need(account.Admin)
	}
	if !account.IsStorable(in.Search + in.Game) {
		return nil, account.Refuse(BadText, "search %q: want UTF-8 without zero bytes", in.Search)
	}
	return a.search(ctx, who, Search{Words: strings.Fields(in.Search), Game: in.Game, Mine: in.Mine, Before: in.Before, BeforeID: in.BeforeID, Limit: in.Limit})
}

func (a *API) get(ctx context.Context, who account.Who, in *Path) (Study, error) {
	return a.find(ctx, who, in.ID)
}

type putInput struct {
	Path
	Body struct {
		Title    string   `json:"title" maxLength:"400" doc:"1 to 100 visible characters"`
		Audience Audience `json:"audience" enum:"private,link,public" doc:"Who may see it in addition to its owner: nobody, anybody who knows its ID, everybody"`
		Version  int      `json:"version" minimum:"0" doc:"The version that was changed; 0 to make the study"`
		Text     string   `json:"text" doc:"A file of thera's records, one for each chapter"`
	}
}

func (a *API) replace(ctx context.Context, who account.Who, in *putInput) (Info, error) {
	b := in.Body
	return a.put(ctx, who, in.ID, Draft{Title: b.Title, Audience: b.Audience, Text: b.Text, Version: b.Version})
}

func (a *API) delete(ctx context.Context, who account.Who, in *Path) error {
	return a.remove(ctx, who, in.ID)
}

type cloneInput struct {
	Path
	Body struct {
		Title string `json:"title,omitempty" maxLength:"400" doc:"The original's title if missing"`
	}
}

func (a *API) copy(ctx context.Context, who account.Who, in *cloneInput) (Info, error) {
	return a.clone(ctx, who, in.ID, in.Body.Title)
}
