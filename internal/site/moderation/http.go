package moderation

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
)

// APIConfig configures the operations.
type APIConfig struct {
	Service  *Service
	Identity account.Identity
	// Reports is how often one account may report.
	Reports httpkit.Rate
}

// DefaultReports returns a rate that honest players don't reach.
func DefaultReports() httpkit.Rate { return httpkit.Rate{PerSecond: 1.0 / 600, Burst: 5} }

// API has the operations for players who report and for moderators.
type API struct {
	APIConfig
	reports *httpkit.Limiter
}

// NewAPI returns the operations.
func NewAPI(c APIConfig) *API { return &API{c, httpkit.NewLimiter(c.Reports)} }

// Register adds the operations to an API.
func (a *API) Register(to huma.API) {
	huma.Register(to, httpkit.Created(a.operation(http.MethodPost, "reports", "report", "Report a player or a game to the moderators")), players(a, a.report))
	huma.Register(to, a.operation(http.MethodGet, "account/warnings", "warnings", "List the moderators' warnings that I have not confirmed"), players(a, a.warnings))
	huma.Register(to, a.operation(http.MethodPost, "account/warnings/{id}", "confirmWarning", "Confirm that I have read a warning"), players(a, a.confirm))

	huma.Register(to, a.operation(http.MethodGet, "moderation/reports", "openReports", "List the open reports, the oldest first"), moderators(a, a.open))
	huma.Register(to, a.operation(http.MethodPost, "moderation/reports/{id}", "closeReport", "Close a report"), moderators(a, a.close))
	huma.Register(to, a.operation(http.MethodGet, "moderation/player/{name}", "case", "Get what is known of a player"), moderators(a, a.player))
	huma.Register(to, a.operation(http.MethodPost, "moderation/player/{name}", "actOnPlayer", "Warn, mute or ban a player, or lift that"), moderators(a, a.act))
	huma.Register(to, a.operation(http.MethodPost, "moderation/game/{id}", "actOnGame", "Void a game, or let it count again"), moderators(a, a.actOnGame))
	huma.Register(to, a.operation(http.MethodGet, "moderation/networks", "bannedNetworks", "List the banned networks, the latest first"), moderators(a, a.networks))
	huma.Register(to, a.operation(http.MethodPost, "moderation/networks", "actOnNetwork", "Ban a network, or lift that"), moderators(a, a.actOnNetwork))
	huma.Register(to, a.operation(http.MethodGet, "moderation/suspects", "suspects", "List the players whose games stand out, with the evidence"), moderators(a, a.suspects))
	huma.Register(to, a.operation(http.MethodGet, "moderation/acts", "moderationActs", "List what moderators and operators did, the latest first"), moderators(a, a.acts))
}

func (a *API) operation(method, path, id, summary string) huma.Operation {
	op := httpkit.NewOperation(method, "/"+path, id, summary, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound,
		http.StatusConflict, http.StatusUnprocessableEntity, http.StatusTooManyRequests)
	op.Tags, op.Middlewares = []string{"moderation"}, huma.Middlewares{a.Identity.Attach}
	return op
}

func (a *API) problem(err error) error { return httpkit.Internal(a.Service.Log, "moderation", err) }

func players[In, Out any](a *API, do func(context.Context, account.Who, *In) (*Out, error)) func(context.Context, *In) (*Out, error) {
	return account.As(a.Identity, a.problem, do)
}

// moderators is the handler of an operation for moderators who are signed in; a token
// can't moderate.
func moderators[In, Out any](a *API, do func(context.Context, account.Who, *In) (*Out, error)) func(context.Context, *In) (*Out, error) {
	return players(a, func(ctx context.Context, who account.Who, in *In) (*Out, error) {
		if err := who.Need(account.Admin); err != nil {
			return nil, err
		}
		if !who.Moderator {
			return nil, account.Refuse(NotModerator, "you are not a moderator, or not signed in as one with a browser's session")
		}
		return do(ctx, who, in)
	})
}

type reportInput struct{ Body Complaint }

func (a *API) report(ctx context.Context, who account.Who, in *reportInput) (*struct{}, error) {
	if err := who.Need(account.Play); err != nil {
		return nil, err
	}
	if httpkit.Client(ctx) != httpkit.Local {
		if wait := a.reports.Wait(who.ID, time.Now()); wait > 0 {
			return nil, httpkit.TooMany(wait, "too many reports by %s: moderators will look at those that you have made", who.Name)
		}
	}
	return nil, a.Service.Report(ctx, who, in.Body)
}

func (a *API) warnings(ctx context.Context, who account.Who, _ *struct{}) (*httpkit.NoStore[[]Warning], error) {
	found, err := a.Service.Warnings(ctx, who.ID)
	return uncached(found), err
}

// uncached answers with a list, empty rather than null.
func uncached[T any](all []T) *httpkit.NoStore[[]T] { return httpkit.Uncached(append([]T{}, all...)) }

// Path is the path to a warning, a report or a game.
type Path struct {
	ID string `path:"id" maxLength:"40"`
}

func (a *API) confirm(ctx context.Context, who account.Who, in *Path) (*struct{}, error) {
	if err := who.Need(account.Play); err != nil {
		return nil, err
	}
	return nil, a.Service.Confirm(ctx, who.ID, in.ID)
}

func (a *API) open(ctx context.Context, _ account.Who, _ *struct{}) (*httpkit.NoStore[[]Report], error) {
	found, err := a.Service.Reports(ctx)
	return uncached(found), err
}

// Because is why a moderator does something.
type Because struct {
	Reason string `json:"reason" maxLength:"500" doc:"For the audit log; players see that of warnings, mutes and bans"`
}

type closeInput struct {
	Path
	Body Because
}

func (a *API) close(ctx context.Context, who account.Who, in *closeInput) (*struct{}, error) {
	return nil, a.Service.CloseReport(ctx, By(who, in.Body.Reason), in.ID)
}

// PlayerPath is the path to a player.
type PlayerPath struct {
	Name string `path:"name" maxLength:"40" doc:"The player's name"`
}

func (a *API) player(ctx context.Context, _ account.Who, in *PlayerPath) (*httpkit.NoStore[Case], error) {
	found, err := a.Service.Case(ctx, in.Name)
	found.Reports, found.Warnings = append([]Report{}, found.Reports...), append([]Warning{}, found.Warnings...)
	found.Acts, found.Suspects = append([]AuditEntry{}, found.Acts...), append([]Suspect{}, found.Suspects...)
	return httpkit.Uncached(found), err
}

// Lasting is for how long something is in force.
type Lasting struct {
	Days int `json:"days,omitempty" minimum:"0" maximum:"3650" doc:"For how many days; missing for good"`
}

type playerActInput struct {
	PlayerPath
	Body struct {
		Do string `json:"do" enum:"warn,mute,unmute,ban,unban"`
		Because
		Lasting
	}
}

func (a *API) act(ctx context.Context, who account.Who, in *playerActInput) (*struct{}, error) {
	by, until := By(who, in.Body.Reason), a.Service.Until(in.Body.Days)
	switch in.Body.Do {
	case "warn":
		return nil, a.Service.Warn(ctx, by, in.Name)
	case "mute":
		return nil, a.Service.Mute(ctx, by, in.Name, until)
	case "unmute":
		return nil, a.Service.Unmute(ctx, by, in.Name)
	case "ban":
		return nil, a.Service.Ban(ctx, by, in.Name, until)
	default:
		return nil, a.Service.Unban(ctx, by, in.Name)
	}
}

type gameActInput struct {
	Path
	Body struct {
		Do string `json:"do" enum:"void,unvoid"`
		Because
	}
}

func (a *API) actOnGame(ctx context.Context, who account.Who, in *gameActInput) (*struct{}, error) {
	by := By(who, in.Body.Reason)
	if in.Body.Do == "void" {
		return nil, a.Service.Void(ctx, by, in.ID)
	}
	return nil, a.Service.Unvoid(ctx, by, in.ID)
}

func (a *API) networks(ctx context.Context, _ account.Who, _ *struct{}) (*httpkit.NoStore[[]NetworkBan], error) {
	found, err := a.Service.Networks(ctx)
	return uncached(found), err
}

type networkActInput struct {
	Body struct {
		Do      string `json:"do" enum:"ban,lift"`
		Network string `json:"network" maxLength:"60" example:"203.0.113.0/24" doc:"An address, or a network in CIDR notation"`
		Because
		Lasting
	}
}

func (a *API) actOnNetwork(ctx context.Context, who account.Who, in *networkActInput) (*struct{}, error) {
	network, err := ParseNetwork(in.Body.Network)
	if err != nil {
		return nil, err
	}
	by := By(who, in.Body.Reason)
	if in.Body.Do == "lift" {
		return nil, a.Service.LiftNetwork(ctx, by, network)
	}
	return nil, a.Service.BanNetwork(ctx, by, network, a.Service.Until(in.Body.Days))
}

func (a *API) suspects(ctx context.Context, _ account.Who, _ *struct{}) (*httpkit.NoStore[[]Suspect], error) {
	found, err := a.Service.Suspects(ctx)
	return uncached(found), err
}

func (a *API) acts(ctx context.Context, _ account.Who, _ *struct{}) (*httpkit.NoStore[[]AuditEntry], error) {
	found, err := a.Service.Acts(ctx)
	return uncached(found), err
}
