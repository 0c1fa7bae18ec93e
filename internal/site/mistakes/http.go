package mistakes

import (
	"context"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// maxBody bounds the body of a request that sends mistakes: a card with long texts and
// as many repetitions as possible takes 3 kB.
const maxBody = 160 << 10

// Register adds the operations to a kit.
func (a *API) Register(kit *account.Kit) {
	op := httpkit.Operation{Tag: "mistakes", Callers: httpkit.Accounts, Scope: account.Admin, Object: httpkit.OfCaller, Cost: httpkit.Read}
	httpkit.Register(kit, op.At("GET /api/v1/mistakes", "mistakes", "Get my mistakes to practice that have changed since a version"), a.getMistakes)
	httpkit.Register(kit, op.At("POST /api/v1/mistakes", "putMistakes", "Add mistakes to practice, and repetitions of them").
		Saying("Repetitions are added to those that the server has of the same mistake; sending one twice changes nothing.").
		Costing(httpkit.Write).Taking(maxBody).Within(httpkit.ByAccount(httpkit.NewLimiter(a.Puts))), a.putMistakes)
}

type sinceInput struct {
	After int64 `query:"after" minimum:"0" doc:"The version of the last answer; 0 for all"`
}

func (a *API) getMistakes(ctx context.Context, who account.Who, in *sinceInput) (*httpkit.NoStore[CardChanges], error) {
	changes, err := a.since(ctx, who.ID, in.After)
	return httpkit.Uncached(changes), err
}

type sentInput struct {
	Body struct {
		Cards []Card `json:"cards" nullable:"false" minItems:"1" maxItems:"50"`
	}
}

func (a *API) putMistakes(ctx context.Context, who account.Who, in *sentInput) (*struct{}, error) {
	return nil, a.put(ctx, who.ID, in.Body.Cards, play.Instant(time.Now().UnixMilli()))
}
