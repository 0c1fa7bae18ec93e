package live

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/catalog/draft"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

type actInput struct {
	OfferPath
	Body struct {
		Number int      `json:"number" minimum:"1" doc:"The number of the act in the draft, from 1. Sent twice it counts once"`
		Do     draft.Do `json:"do" enum:"offer,choose,start"`
		Powers []string `json:"powers,omitempty" maxItems:"8" doc:"The powers that are offered, or the one that is chosen"`
		First  int      `json:"first,omitempty" doc:"The player who is to start, from 1"`
	}
}

// drafts adds the operations on drafts.
func (r registry) drafts() {
	huma.Register(r.api, r.operation(http.MethodGet, "/drafts/{id}", "getDraft", "Get a draft of powers"), func(ctx context.Context, in *OfferPath) (*httpkit.NoStore[lobby.Drafting], error) {
		who, err := r.Who(ctx)
		if err != nil {
			return nil, err
		}
		d, err := r.Lobby.DraftByID(ctx, who.Player, in.ID)
		return httpkit.Uncached(d), r.problem(err)
	})
	act := httpkit.Changing(r.operation(http.MethodPost, "/drafts/{id}", "draft", "Offer powers, choose one, or name the player who starts"))
	huma.Register(r.api, act, func(ctx context.Context, in *actInput) (*madeOutput, error) {
		return r.make(ctx, func(ctx context.Context, who play.Player) (lobby.Made, error) {
			return r.Lobby.Act(ctx, who, in.ID, in.Body.Number, draft.Act{Do: in.Body.Do, Powers: in.Body.Powers, First: in.Body.First})
		})
	})
	r.addLeave(http.MethodDelete, "/drafts/{id}", "leaveDraft", "Leave a draft, which ends it", r.Lobby.Abandon)
}
