package account

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/httpkit"
)

// Register adds the routes of accounts to an API.
func (g *API) Register(api huma.API) {
	huma.Register(api, g.operation(http.MethodGet, "account", "getAccount", "Who I am"), g.getAccount)
	huma.Register(api, g.operation(http.MethodPost, "account/guest", "becomeGuest", "Become a guest, unless one is somebody"), g.becomeGuest)
	huma.Register(api, httpkit.Created(g.operation(http.MethodPost, "account", "signUp", "Sign up with a name and a password")), g.signUp)
	huma.Register(api, g.operation(http.MethodDelete, "account", "deleteAccount", "Delete the account; its games stay"), g.closeAccount)
	huma.Register(api, g.operation(http.MethodPost, "account/bot", "becomeBot", "Become a bot, before the first game"), g.becomeBot)
	huma.Register(api, g.operation(http.MethodPut, "account/password", "setPassword", "Set the password, and sign out everywhere else"), g.setPassword)
	huma.Register(api, g.operation(http.MethodPost, "account/recovery", "newRecoveryCodes", "Replace the recovery codes"), g.newCodes)

	huma.Register(api, g.operation(http.MethodPost, "account/passkey/options", "beginSignUp", "What to ask an authenticator for, to sign up with a passkey"), g.beginSignUp)
	huma.Register(api, httpkit.Created(g.operation(http.MethodPost, "account/passkey", "finishSignUp", "Sign up with the passkey that an authenticator has made")), g.finishSignUp)
	huma.Register(api, g.operation(http.MethodGet, "account/passkeys", "listPasskeys", "List my passkeys"), g.listPasskeys)
	huma.Register(api, g.operation(http.MethodPost, "account/passkeys/options", "beginAddPasskey", "What to ask an authenticator for, to have another passkey"), g.beginAdd)
	huma.Register(api, httpkit.Created(g.operation(http.MethodPost, "account/passkeys", "finishAddPasskey", "Add the passkey that an authenticator has made")), g.finishAdd)
	huma.Register(api, g.operation(http.MethodDelete, "account/passkeys/{id}", "deletePasskey", "Make a passkey worthless"), g.deletePasskey)

	huma.Register(api, g.operation(http.MethodPost, "session/passkey/options", "beginSignIn", "What to ask an authenticator for, to sign in"), g.beginSignIn)
	huma.Register(api, g.operation(http.MethodPost, "session/passkey", "finishSignIn", "Sign in with what an authenticator has answered"), g.finishSignIn)
	huma.Register(api, g.operation(http.MethodPost, "session", "signIn", "Sign in with a name and a password"), g.signIn)
	huma.Register(api, g.operation(http.MethodPost, "session/recovery", "signInByCode", "Sign in with a recovery code, which is used up"), g.recoverAccount)
	huma.Register(api, g.operation(http.MethodDelete, "session", "signOut", "Sign out"), g.signOut)
	huma.Register(api, g.operation(http.MethodGet, "account/sessions", "listSessions", "List the browsers in which I am signed in"), g.listSessions)
	huma.Register(api, g.operation(http.MethodDelete, "account/sessions/{id}", "endSession", "Sign one of them out"), g.endSession)

	huma.Register(api, g.operation(http.MethodGet, "account/tokens", "listTokens", "List the tokens of my programs"), g.listTokens)
	huma.Register(api, httpkit.Created(g.operation(http.MethodPost, "account/tokens", "makeToken", "Make a token for a program")), g.makeToken)
	huma.Register(api, g.operation(http.MethodDelete, "account/tokens/{id}", "revokeToken", "Make a token worthless"), g.revokeToken)
}

// operation describes an operation.
func (g *API) operation(method, path, name, summary string) huma.Operation {
	op := httpkit.NewOperation(method, "/"+path, name, summary, http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests)
	op.Tags, op.Middlewares = []string{"account"}, huma.Middlewares{g.Attach}
	return op
}
