package moderation

import (
	"context"
	"net/http"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
)

// APIConfig configures the operations.
type APIConfig struct {
	Service *Service
	// Reports is how often one account may report.
	Reports httpkit.Rate
}

// DefaultReports returns a rate that honest players don't reach.
func DefaultReports() httpkit.Rate { return httpkit.Rate{PerSecond: 1.0 / 600, Burst: 5} }

// API has the operations for players who report and for moderators.
type API struct{ APIConfig }

// NewAPI returns the operations.
func NewAPI(c APIConfig) *API { return &API{c} }

// Register adds the operations to a kit.
func (a *API) Register(kit *account.Kit) {
	report := httpkit.Operation{
		Tag: "moderation", Callers: httpkit.Accounts, Scope: account.Play, Object: httpkit.OfNobody, Cost: httpkit.Write, Body: httpkit.SmallBody,
		Rates: []httpkit.Quota{httpkit.ByAccount(httpkit.NewLimiter(a.Reports))}, Problems: []int{http.StatusNotFound, http.StatusConflict},
	}
	httpkit.Register(kit, report.At("POST /api/v1/reports", "report", "Report a player or a game to the moderators").Creating(), a.report)

	warned := httpkit.Operation{Tag: "moderation", Callers: httpkit.Accounts, Scope: account.Play, Object: httpkit.OfCaller, Cost: httpkit.Light}
	httpkit.Register(kit, warned.At("GET /api/v1/account/warnings", "warnings", "List the moderators' warnings that I have not confirmed"), a.warnings)
	httpkit.Register(kit, warned.At("POST /api/v1/account/warnings/{id}", "confirmWarning", "Confirm that I have read a warning").Costing(httpkit.Write), a.confirm)

	read := httpkit.Operation{Tag: "moderation", Callers: httpkit.Moderators, Scope: account.Browser, Object: httpkit.OfEveryone, Cost: httpkit.Read}
	httpkit.Register(kit, read.At("GET /api/v1/moderation/reports", "openReports", "List the open reports, the oldest first"), a.open)
	httpkit.Register(kit, read.At("GET /api/v1/moderation/player/{name}", "case", "Get what is known of a player"), a.player)
	httpkit.Register(kit, read.At("GET /api/v1/moderation/networks", "bannedNetworks", "List the banned networks, the latest first"), a.networks)
	httpkit.Register(kit, read.At("GET /api/v1/moderation/suspects", "suspects", "List the players whose games stand out, with the evidence"), a.suspects)
	httpkit.Register(kit, read.At("GET /api/v1/moderation/acts", "moderationActs", "List what moderators and operators did, the latest first"), a.acts)

	act := read.Costing(httpkit.Write).Taking(httpkit.SmallBody).Failing(http.StatusConflict)
	act.Scope = account.Owner
	httpkit.Register(kit, act.At("POST /api/v1/moderation/reports/{id}", "closeReport", "Close a report"), a.close)
	httpkit.Register(kit, act.At("POST /api/v1/moderation/player/{name}", "actOnPlayer", "Warn, mute or ban a player, or lift that"), a.act)
	httpkit.Register(kit, act.At("POST /api/v1/moderation/game/{id}", "actOnGame", "Void a game, or let it count again"), a.actOnGame)
	httpkit.Register(kit, act.At("POST /api/v1/moderation/networks", "actOnNetwork", "Ban a network, or lift that"), a.actOnNetwork)
}

type reportInput struct{ Body Complaint }

func (a *API) report(ctx context.Context, who account.Who, in *reportInput) (*struct{}, error) {
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
