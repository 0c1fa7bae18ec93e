package moderation

import (
	"context"
	"net/http"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
)

// API has the operations for players who report and for moderators.
type API struct {
	Service *Service
	// Reports is how often one account may report.
	Reports httpkit.Rate
}

// DefaultReports returns a rate that honest players don't reach.
func DefaultReports() httpkit.Rate { return httpkit.Rate{PerSecond: 1.0 / 600, Burst: 5} }

// Register adds the operations to a kit.
func (a *API) Register(kit *account.Kit) {
	report := httpkit.Operation{
		Tag: "moderation", Callers: httpkit.Accounts, Scope: account.Play, Object: httpkit.OfNobody, Cost: httpkit.Write, Body: httpkit.SmallBody,
		Rates: []httpkit.Quota{httpkit.ByAccount(httpkit.NewLimiter(a.Reports))}, Problems: []int{http.StatusNotFound, http.StatusConflict},
	}
	httpkit.Do(kit, report.At("POST /api/v1/reports", "report", "Report a player or a game to the moderators").Creating(), a.report)

	warned := httpkit.Operation{Tag: "moderation", Callers: httpkit.Accounts, Scope: account.Play, Object: httpkit.OfCaller, Cost: httpkit.Light}
	httpkit.JSON(kit, warned.At("GET /api/v1/account/warnings", "warnings", "List the moderators' warnings that I have not confirmed"), a.warnings)
	httpkit.Do(kit, warned.At("POST /api/v1/account/warnings/{id}", "confirmWarning", "Confirm that I have read a warning").Costing(httpkit.Write), a.confirm)

	read := httpkit.Operation{Tag: "moderation", Callers: httpkit.Moderators, Scope: account.Browser, Object: httpkit.OfEveryone, Cost: httpkit.Read}
	httpkit.JSON(kit, read.At("GET /api/v1/moderation/reports", "openReports", "List open reports, the oldest first"), a.open)
	httpkit.JSON(kit, read.At("GET /api/v1/moderation/player/{name}", "getCase", "Get what is known of a player"), a.player)
	httpkit.JSON(kit, read.At("GET /api/v1/moderation/networks", "bannedNetworks", "List the banned networks, the latest first"), a.networks)
	httpkit.JSON(kit, read.At("GET /api/v1/moderation/suspects", "suspects", "List the players whose games stand out, with the evidence"), a.suspects)
	httpkit.JSON(kit, read.At("GET /api/v1/moderation/acts", "moderationActs", "List what moderators and operators did, the latest first"), a.acts)

	act := read.Costing(httpkit.Write).Taking(httpkit.SmallBody).Failing(http.StatusConflict)
	act.Scope = account.Owner
	httpkit.Do(kit, act.At("POST /api/v1/moderation/reports/{id}", "closeReport", "Close a report"), a.close)
	httpkit.Do(kit, act.At("POST /api/v1/moderation/player/{name}", "actOnPlayer", "Warn, mute or ban a player, or lift that"), a.act)
	httpkit.Do(kit, act.At("POST /api/v1/moderation/game/{id}", "actOnGame", "Void a game, or let it count again"), a.actOnGame)
	httpkit.Do(kit, act.At("POST /api/v1/moderation/networks", "actOnNetwork", "Ban a network, or lift that"), a.actOnNetwork)
}

type reportInput struct{ Body Complaint }

func (a *API) report(ctx context.Context, who account.Who, in *reportInput) error {
	return a.Service.Report(ctx, who, in.Body)
}

func (a *API) warnings(ctx context.Context, who account.Who, _ *struct{}) ([]Warning, error) {
	return nonNull(a.Service.Warnings(ctx, who.ID))
}

// nonNull makes a list empty rather than null in JSON.
func nonNull[T any](all []T, err error) ([]T, error) { return append([]T{}, all...), err }

// Path is the path to a warning, a report or a game.
type Path struct {
	ID string `path:"id" maxLength:"40" doc:"The ID of the warning, report or game"`
}

func (a *API) confirm(ctx context.Context, who account.Who, in *Path) error {
	return a.Service.Confirm(ctx, who.ID, in.ID)
}

func (a *API) open(ctx context.Context, _ account.Who, in *Page) ([]Report, error) {
	return nonNull(a.Service.Reports(ctx, *in))
}

// Because is why a moderator does something.
type Because struct {
	Reason string `json:"reason" maxLength:"500" doc:"For the audit log; players see that of warnings, mutes and bans"`
}

type closeInput struct {
	Path
	Body Because
}

func (a *API) close(ctx context.Context, who account.Who, in *closeInput) error {
	return a.Service.CloseReport(ctx, By(who, in.Body.Reason), in.ID)
}

// PlayerPath is the path to a player.
type PlayerPath struct {
	Name string `path:"name" maxLength:"40" doc:"The player's name"`
}

func (a *API) player(ctx context.Context, _ account.Who, in *PlayerPath) (Case, error) {
	found, err := a.Service.Case(ctx, in.Name)
	found.Reports, found.Warnings = append([]Report{}, found.Reports...), append([]Warning{}, found.Warnings...)
	found.Acts, found.Suspects = append([]AuditEntry{}, found.Acts...), append([]Suspect{}, found.Suspects...)
	return found, err
}

// Lasting is for how long something is in force.
type Lasting struct {
	Days int `json:"days,omitempty" minimum:"0" maximum:"3650" doc:"For how many days; missing for good"`
}

type playerActInput struct {
	PlayerPath
	Body struct {
		Do string `json:"do" enum:"warn,mute,unmute,ban,unban" doc:"A muted player can't report or send phrases; a banned one can't play"`
		Because
		Lasting
	}
}

func (a *API) act(ctx context.Context, who account.Who, in *playerActInput) error {
	by := By(who, in.Body.Reason)
	switch in.Body.Do {
	case "warn":
		return a.Service.Warn(ctx, by, in.Name)
	case "mute":
		return a.Service.Mute(ctx, by, in.Name, a.Service.Until(in.Body.Days))
	case "unmute":
		return a.Service.Unmute(ctx, by, in.Name)
	case "ban":
		return a.Service.Ban(ctx, by, in.Name, a.Service.Until(in.Body.Days))
	case "unban":
		return a.Service.Unban(ctx, by, in.Name)
	}
	return errUnknownAct(in.Body.Do)
}

// errUnknownAct keeps an act that the schema should have refused from becoming another one.
func errUnknownAct(do string) error { return account.Refuse(UnknownAct, "unknown act %.40q", do) }

type gameActInput struct {
	Path
	Body struct {
		Do string `json:"do" enum:"void,unvoid" doc:"A void game counts neither for ratings nor in records"`
		Because
	}
}

func (a *API) actOnGame(ctx context.Context, who account.Who, in *gameActInput) error {
	by := By(who, in.Body.Reason)
	switch in.Body.Do {
	case "void":
		return a.Service.Void(ctx, by, in.ID)
	case "unvoid":
		return a.Service.Unvoid(ctx, by, in.ID)
	}
	return errUnknownAct(in.Body.Do)
}

func (a *API) networks(ctx context.Context, _ account.Who, _ *struct{}) ([]NetworkBan, error) {
	return nonNull(a.Service.Networks(ctx))
}

type networkActInput struct {
	Body struct {
		Do      string `json:"do" enum:"ban,lift" doc:"Nobody can sign up, sign in or become a guest from a banned network"`
		Network string `json:"network" maxLength:"60" example:"203.0.113.0/24" doc:"An address, or a network in CIDR notation"`
		Because
		Lasting
	}
}

func (a *API) actOnNetwork(ctx context.Context, who account.Who, in *networkActInput) error {
	network, err := ParseNetwork(in.Body.Network)
	if err != nil {
		return err
	}
	by := By(who, in.Body.Reason)
	switch in.Body.Do {
	case "ban":
		return a.Service.BanNetwork(ctx, by, network, a.Service.Until(in.Body.Days))
	case "lift":
		return a.Service.LiftNetwork(ctx, by, network)
	}
	return errUnknownAct(in.Body.Do)
}

func (a *API) suspects(ctx context.Context, _ account.Who, _ *struct{}) ([]Suspect, error) {
	return nonNull(a.Service.Suspects(ctx))
}

func (a *API) acts(ctx context.Context, _ account.Who, _ *struct{}) ([]AuditEntry, error) {
	return nonNull(a.Service.Acts(ctx))
}
