package account

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"strings"

	"thera/internal/lab/rating"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Account is what clients learn about themselves.
type Account struct {
	// Player is null for a visitor who is not even a guest.
	Player  *play.Player `json:"player" doc:"The guest or account; null for a visitor"`
	Ratings []Rating     `json:"ratings" doc:"By game and speed; none for a guest"`
	Ban     string       `json:"ban,omitempty" doc:"Why the account is banned"`
	// Recovering names an account that the client is not yet.
	Recovering string `json:"recovering,omitempty" doc:"The name of the account for which a recovery code was used here: set a password or add a passkey to be signed in"`
	// Moderator is whether the page shows the moderators' page.
	Moderator bool `json:"moderator,omitempty" doc:"Whether the account is a moderator's"`
}

// Rating is a player's rating in a game at a speed.
type Rating struct {
	Game        string     `json:"game" doc:"The name of the game"`
	Speed       play.Speed `json:"speed" enum:"fast,slow,correspondence,unlimited" doc:"That of the clocks"`
	Rating      int        `json:"rating" doc:"Glicko-2, rounded"`
	Deviation   int        `json:"deviation" doc:"Of that rating, rounded"`
	Games       int        `json:"games" doc:"The number of rated games"`
	Provisional bool       `json:"provisional" doc:"Whether the rating is uncertain"`
}

// NewRating rounds a stored rating for display.
func NewRating(r store.Rating) Rating {
	return Rating{r.Game, r.Speed, int(math.Round(r.Rating.Rating)), int(math.Round(r.Deviation)), r.Games, r.Deviation >= rating.Provisional}
}

func (a *API) getAccount(ctx context.Context, who Who, _ *struct{}) (Account, error) {
	out := Account{Ratings: []Rating{}, Ban: who.Ban, Moderator: who.Moderator, Recovering: who.recovering.Name}
	if !who.Known() {
		return out, nil
	}
	out.Player = &who.Player
	all, err := a.Accounts.store.RatingsOf(ctx, who.ID, a.Accounts.now())
	for _, r := range all {
		out.Ratings = append(out.Ratings, NewRating(r))
	}
	return out, err
}

// entered is the answer to a client that has become a guest, signed up or signed in.
type entered struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      struct {
		Player   play.Player `json:"player" doc:"Who the cookie of this answer stands for"`
		Recovery []string    `json:"recovery,omitempty" doc:"Codes that sign in once each; shown only this once"`
	}
}

func (a *API) enter(ctx context.Context, signed SignedIn, err error) (*entered, error) {
	if err != nil {
		return nil, err
	}
	out := &entered{SetCookie: []http.Cookie{a.Cookie(ctx, signed.Cookie)}}
	out.Body.Player, out.Body.Recovery = signed.Who.Player, signed.Codes
	if signed.Who.Session != "" && signed.Who.Known() {
		r := httpkit.RequestOf(ctx).HTTP
		out.SetCookie = append(out.SetCookie, a.cookie(r, deviceCookieName(a.cookieName(r)), a.Accounts.withDevice(a.deviceCookie(r), signed.Who.ID)))
	}
	return out, nil
}

// becomeGuest changes nothing for a client that is known already.
func (a *API) becomeGuest(ctx context.Context, who Who, _ *struct{}) (*entered, error) {
	if who.recovering.ID != "" {
		return nil, who.Need(Play)
	}
	if who.Known() {
		out := &entered{}
		out.Body.Player = who.Player
		return out, nil
	}
	who, cookie := a.Accounts.Guest()
	return a.enter(ctx, SignedIn{Who: who, Cookie: cookie}, nil)
}

type named struct {
	Body struct {
		Name     string `json:"name" maxLength:"100" doc:"To sign up, 2 to 20 letters and digits, beginning with a letter, with single - and _ between them"`
		Password string `json:"password" maxLength:"1000" doc:"To sign up, 8 to 200 characters that are hard to guess"`
	}
}

func (a *API) signUp(ctx context.Context, who Who, in *named) (*entered, error) {
	signed, err := a.Accounts.SignUp(ctx, who, in.Body.Name, in.Body.Password, Agent(ctx))
	return a.enter(ctx, signed, err)
}

type closing struct {
	Body struct {
		Name    string      `json:"name" doc:"The account's name, as confirmation" maxLength:"100"`
		Classes ClassChoice `json:"classes,omitempty" enum:"close,handover" doc:"What becomes of the classes that I teach; needed if there are any"`
		To      string      `json:"to,omitempty" maxLength:"100" doc:"With handover: the code of the invitation to an empty class of another teacher, closed to new members, who takes over mine; they agree by giving it to me"`
	}
}

// signedOut is the answer that takes the cookie away.
type signedOut struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
}

func (a *API) closeAccount(ctx context.Context, who Who, in *closing) (*signedOut, error) {
	return &signedOut{[]http.Cookie{a.Cookie(ctx, "")}}, a.Accounts.Close(ctx, who, Closing{Name: in.Body.Name, Classes: in.Body.Classes, Invitation: in.Body.To})
}

type changedPlayer struct {
	Player play.Player `json:"player" doc:"The account as it is now"`
}

func (a *API) becomeBot(ctx context.Context, who Who, _ *struct{}) (changedPlayer, error) {
	player, err := a.Accounts.BecomeBot(ctx, who)
	return changedPlayer{player}, err
}

type passwordInput struct {
	Body struct {
		Password string `json:"password" maxLength:"1000" doc:"A new one of 8 to 200 characters that are hard to guess; to confirm, the present one"`
	}
}

// admitSession bounds the passwords and passkeys that are tried in one session.
func (a *API) admitSession(ctx context.Context, who Who) error {
	return a.try(ctx, a.names, "session "+who.Session, "too often in this session")
}

func (a *API) setPassword(ctx context.Context, who Who, in *passwordInput) error {
	if err := a.admitSession(ctx, who); err != nil {
		return err
	}
	return a.Accounts.SetPassword(ctx, who, in.Body.Password)
}

func (a *API) confirm(ctx context.Context, who Who, in *passwordInput) error {
	if err := a.admitSession(ctx, who); err != nil {
		return err
	}
	return a.Accounts.Confirm(ctx, who, in.Body.Password)
}

func (a *API) beginConfirm(ctx context.Context, who Who, _ *struct{}) (options, error) {
	if err := a.admitSession(ctx, who); err != nil {
		return nil, err
	}
	return a.Accounts.BeginConfirm(ctx, who, a.site(ctx))
}

func (a *API) finishConfirm(ctx context.Context, who Who, in *answered) error {
	return a.Accounts.FinishConfirm(ctx, who, in.Body)
}

type recoveryCodes struct {
	Recovery []string `json:"recovery" doc:"Codes that sign in once each; shown only this once. Earlier codes no longer work"`
}

func (a *API) newCodes(ctx context.Context, who Who, _ *struct{}) (recoveryCodes, error) {
	codes, err := a.Accounts.NewCodes(ctx, who)
	return recoveryCodes{codes}, err
}

func (a *API) signIn(ctx context.Context, _ Who, in *named) (*entered, error) {
	if err := a.admitGuess(ctx, in.Body.Name); err != nil {
		return nil, err
	}
	signed, err := a.Accounts.SignIn(ctx, in.Body.Name, in.Body.Password, Agent(ctx))
	return a.enter(ctx, signed, err)
}

type coded struct {
	Body struct {
		Name string `json:"name" maxLength:"100" doc:"The account's name"`
		Code string `json:"code" maxLength:"100" doc:"One of its recovery codes, which is then used up"`
	}
}

// recovering is the answer to a client that has used a recovery code.
type recovering struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      struct {
		Recovering string `json:"recovering" doc:"The name of the account: set a password or add a passkey to be signed in"`
	}
}

// recoverAccount has no limit for each name: a code is too long to be guessed.
func (a *API) recoverAccount(ctx context.Context, _ Who, in *coded) (*recovering, error) {
	signed, err := a.Accounts.Recover(ctx, in.Body.Name, in.Body.Code, Agent(ctx))
	if err != nil {
		return nil, err
	}
	out := &recovering{SetCookie: []http.Cookie{a.Cookie(ctx, signed.Cookie)}}
	out.Body.Recovering = signed.Who.recovering.Name
	return out, nil
}

// signOut takes any cookie away, even a guest's.
func (a *API) signOut(ctx context.Context, who Who, _ *struct{}) (*signedOut, error) {
	return &signedOut{[]http.Cookie{a.Cookie(ctx, "")}}, a.Accounts.SignOut(ctx, who)
}

// Session is a browser in which an account is signed in.
type Session struct {
	ID      string       `json:"id" doc:"Ends the session in DELETE /account/sessions/{id}"`
	Agent   string       `json:"agent" doc:"The browser's user agent"`
	Created play.Instant `json:"created" doc:"When it was signed in"`
	Seen    play.Instant `json:"seen" doc:"About when it was last used"`
	Current bool         `json:"current" doc:"Whether it sent this request"`
}

func sessionOf(who Who, s store.Session) Session {
	return Session{s.Hash, s.Agent, s.Created, s.Seen, s.Hash == who.Session}
}

func listed[Stored, T any](get func(context.Context, Who) ([]Stored, error), show func(Who, Stored) T) func(context.Context, Who, *struct{}) ([]T, error) {
	return func(ctx context.Context, who Who, _ *struct{}) ([]T, error) {
		out := []T{}
		all, err := get(ctx, who)
		for _, one := range all {
			out = append(out, show(who, one))
		}
		return out, err
	}
}

type byID struct {
	ID string `path:"id" maxLength:"2000" doc:"As the list of them has it"`
}

func byPath(do func(ctx context.Context, who Who, id string) error) func(context.Context, Who, *byID) error {
	return func(ctx context.Context, who Who, in *byID) error { return do(ctx, who, in.ID) }
}

// Token lets a program act for an account.
type Token struct {
	ID      string       `json:"id" doc:"Revokes the token in DELETE /account/tokens/{id}; it is not the token itself"`
	Label   string       `json:"label" doc:"What the account's owner called it"`
	Scopes  Scopes       `json:"scopes" doc:"What it allows: play, bot, admin"`
	Created play.Instant `json:"created" doc:"When it was made"`
	Used    play.Instant `json:"used,omitempty" doc:"About when it was last used; missing if never"`
}

func tokenOf(_ Who, t store.Token) Token {
	shown := Token{ID: t.Hash, Label: t.Label, Created: t.Created, Used: t.Used}
	for word := range strings.FieldsSeq(t.Scopes) {
		shown.Scopes = append(shown.Scopes, Scope(word))
	}
	return shown
}

type tokenInput struct {
	Body struct {
		Label  string `json:"label" maxLength:"200" doc:"What it is for"`
		Scopes Scopes `json:"scopes" doc:"Some of play, bot and admin"`
	}
}

type madeToken struct {
	Token
	Text string `json:"token" doc:"What programs send; shown only this once"`
}

func (a *API) makeToken(ctx context.Context, who Who, in *tokenInput) (madeToken, error) {
	text, t, err := a.Accounts.NewToken(ctx, who, in.Body.Label, in.Body.Scopes)
	return madeToken{tokenOf(who, t), text}, err
}

func (a *API) site(ctx context.Context) Site {
	r := httpkit.RequestOf(ctx).HTTP
	return Site{Host: r.Host, Secure: a.secure(r)}
}

// options are what a page passes to the browser for its authenticator.
type options = json.RawMessage

// answered is the answer of an authenticator, as toJSON of a credential writes it.
type answered struct{ Body json.RawMessage }

type wished struct {
	Body struct {
		Name string `json:"name" maxLength:"100" doc:"Of the new account: 2 to 20 letters and digits, beginning with a letter, with single - and _ between them"`
	}
}

func (a *API) beginSignUp(ctx context.Context, who Who, in *wished) (options, error) {
	return a.Accounts.BeginSignUp(ctx, who, in.Body.Name, a.site(ctx))
}

func (a *API) finishSignUp(ctx context.Context, who Who, in *answered) (*entered, error) {
	signed, err := a.Accounts.FinishSignUp(ctx, who, in.Body, Agent(ctx))
	return a.enter(ctx, signed, err)
}

func (a *API) beginSignIn(ctx context.Context, _ Who, _ *struct{}) (options, error) {
	return a.Accounts.BeginSignIn(ctx, a.site(ctx))
}

func (a *API) finishSignIn(ctx context.Context, _ Who, in *answered) (*entered, error) {
	signed, err := a.Accounts.FinishSignIn(ctx, in.Body, Agent(ctx))
	return a.enter(ctx, signed, err)
}

// Passkey is a passkey of an account.
type Passkey struct {
	ID      string       `json:"id" doc:"Deletes the passkey in DELETE /account/passkeys/{id}"`
	Created play.Instant `json:"created" doc:"When it was added"`
	Used    play.Instant `json:"used,omitempty" doc:"When it was last used; missing if never"`
}

func passkeyOf(_ Who, k store.Passkey) Passkey { return Passkey{k.ID, k.Created, k.Used} }

func (a *API) beginAdd(ctx context.Context, who Who, _ *struct{}) (options, error) {
	if err := a.admitSession(ctx, who); err != nil {
		return nil, err
	}
	return a.Accounts.BeginAdd(ctx, who, a.site(ctx))
}

func (a *API) finishAdd(ctx context.Context, who Who, in *answered) (Passkey, error) {
	key, err := a.Accounts.FinishAdd(ctx, who, in.Body)
	return Passkey{ID: key.ID, Created: key.Created}, err
}
