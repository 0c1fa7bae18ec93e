package account

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// Who identifies the client of one request.
type Who struct {
	// Player has no ID for a visitor. Its Rating is not set.
	play.Player
	// Session is the hash of the session that identifies the client, "" for a guest or
	// a token.
	Session string
	// Token is the hash of the token that identifies the client, or "".
	Token string
	// Confirmed is whether the account's owner has shown a password or passkey in the
	// session within the last minutes.
	Confirmed bool
	// Scopes is what the client may do. A session has all scopes except Bot; a token
	// has those it was made with.
	Scopes Scopes
	// Ban is why the account is banned, "" if it is not.
	Ban string
	// Moderator is whether a session is of a moderator. A token never is.
	Moderator bool

	// recovering is the player of a session that was begun with a recovery code. The
	// client is not that player until there is a new password or passkey.
	recovering play.Player
}

// Scope is one thing that a token may allow.
type Scope = httpkit.Scope

// The scopes.
const (
	Play  Scope = "play"  // play, seek and challenge
	Bot   Scope = "bot"   // the same as a bot
	Admin Scope = "admin" // see and revoke sessions and tokens, see passkeys, teach classes, write studies
)

// TokenScopes returns the scopes that a token can have.
func TokenScopes() []Scope { return []Scope{Play, Bot, Admin} }

// The scopes that no token has. File confirm.go says why.
const (
	Browser Scope = "browser" // Admin in a browser
	Owner   Scope = "owner"   // Browser, whose user has just shown a password or passkey: decide who can sign in
	Renew   Scope = "renew"   // Owner, or a session begun with a recovery code: set a password, add a passkey
)

// Scopes is a set of scopes.
type Scopes []Scope

// Known reports whether the client is more than a visitor.
func (w Who) Known() bool { return w.ID != "" }

// Need returns a *Refusal if the client may not use a scope now, else nil. A bot's
// scope Bot includes Play.
func (w Who) Need(s Scope) error {
	switch {
	case w.Ban != "":
		return banned(w.Ban)
	case w.recovering.ID != "" && s == Renew:
		return nil
	case w.recovering.ID != "":
		return Refuse(Recovering, "signed in with a recovery code: set a new password or add a passkey first")
	case !w.Known():
		return Refuse(SignIn, "not signed in: want a guest, an account or a token; POST /api/v1/account/guest makes a guest")
	case s == Browser || s == Owner || s == Renew:
		return w.needBrowser(s != Browser)
	case slices.Contains(w.Scopes, s), s == Play && w.Kind == play.Bot && slices.Contains(w.Scopes, Bot):
		return nil
	case w.Kind == play.Guest:
		return Refuse(NoGuest, "guests can't do this: sign up for an account")
	}
	return Refuse(NoScope, "want the scope %q", s)
}

// SeesPrivate reports whether the client may see what the account shows to nobody else: a
// token needs the scope Admin for that.
func (w Who) SeesPrivate() bool { return w.Token == "" || slices.Contains(w.Scopes, Admin) }

// Holder is the ID by which a guest or an account is counted, "" for a visitor.
func (w Who) Holder() string { return w.ID }

// Check returns a *Refusal if an operation for some callers, with a scope, is not for
// the client, else nil.
func (w Who) Check(c httpkit.Callers, s Scope) error {
	switch {
	case c == httpkit.Signed:
		return w.needSession()
	case s == "":
		return nil
	}
	switch err := w.Need(s); {
	case err != nil:
		return err
	case (c == httpkit.Accounts || c == httpkit.Moderators) && w.Kind == play.Guest:
		return Refuse(NoGuest, "guests can't do this: sign up for an account")
	case c == httpkit.Members && w.Class == "":
		return Refuse(NoMember, "%s is not a member of a class: want one", w.Name)
	case c == httpkit.Moderators && !w.Moderator:
		return Refuse(NotModerator, "you are not a moderator, or not signed in as one with a browser's session")
	}
	return nil
}

// needSession refuses guests and programs. Somebody who is banned has a session too.
func (w Who) needSession() error {
	switch {
	case w.Session != "" && w.Known():
		return nil
	case w.Token != "":
		return Refuse(NoScope, noToken)
	case w.Known():
		return Refuse(NoGuest, "guests can't do this: sign up for an account")
	}
	return w.Need(Admin)
}

var guestShape = regexp.MustCompile(`^g\.([a-z2-9]{16})\.([A-Za-z0-9_-]{43})$`)

// Guest makes a visitor a guest, identified by a cookie.
func (a *Accounts) Guest() (Who, string) {
	id := NewID()
	return guest(id), "g." + id + "." + a.sign("guest", id)
}

func guest(id string) Who {
	return Who{Player: play.Player{ID: id, Name: play.GuestName(id), Kind: play.Guest}, Scopes: Scopes{Play}}
}

// readGuest returns the ID in a guest's cookie, or "" if the signature is not ours.
func (a *Accounts) readGuest(cookie string) string {
	m := guestShape.FindStringSubmatch(cookie)
	if m == nil || !hmac.Equal([]byte(m[2]), []byte(a.sign("guest", m[1]))) {
		return ""
	}
	return m[1]
}

// sign returns a signature of what something is and of its parts.
func (a *Accounts) sign(what string, parts ...string) string {
	mac := hmac.New(sha256.New, a.key)
	mac.Write([]byte(what + " " + strings.Join(parts, " ")))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Refusal is that of package play, as is Reason.
type Refusal = play.Refusal

// Reason tells programs why a request is refused.
type Reason = play.Reason

// The reasons.
const (
	SignIn      Reason = "sign-in"    // the client is a visitor
	BadToken    Reason = "token"      // unknown or revoked token
	Wrong       Reason = "wrong"      // name and password, code or passkey do not match
	Banned      Reason = "banned"     // the account is banned
	NoGuest     Reason = "guest"      // an account is required
	NoScope     Reason = "scope"      // the token does not allow it
	Unconfirmed Reason = "confirm"    // the user has to show a password or passkey first
	Recovering  Reason = "recovery"   // signed in with a recovery code: only a new password or passkey can be set
	NoMember    Reason = "member"     // it is for members of classes
	NameTaken   Reason = "name-taken" // by another account
	BadName     Reason = "name"       // malformed or reserved
	BadPassword Reason = "password"   // too weak or too long
	BadScopes   Reason = "scopes"     // unknown or repeated
	BadLabel    Reason = "label"      // empty or too long
	HasPlayed   Reason = "has-played" // the account has played as a person, so it can't become a bot
	TooMany     Reason = "too-many"   // the account has as many as are allowed
	NotFound    Reason = "not-found"
	NoPasskeys  Reason = "no-passkeys" // not at this address of the service
	BadPasskey  Reason = "passkey"     // the authenticator's answer is not valid
	LastKey     Reason = "last-key"    // it is the only way to sign in
	Signed      Reason = "signed-in"   // already signed in
	// ChangedClass ends what shows a class: fewer people may see it now.
	ChangedClass Reason = "class-changed"
	// NotModerator is for what only moderators may do, and nobody to a moderator.
	NotModerator Reason = "moderator"
)

// Refuse returns a refusal with a formatted detail.
func Refuse(reason Reason, format string, args ...any) error {
	return play.Refuse(reason, format, args...)
}

func banned(why string) error { return Refuse(Banned, "this account is banned: %s", why) }

var nameShape = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*$`)

const minName, maxName = 2, 20

// reserved has beginnings of names that could be mistaken for the service's own.
var reserved = []string{"admin", "anonymous", "deleted", "guest", "moderator", "null", "official", "system", "thera", "undefined"}

type names struct {
	house *regexp.Regexp // matches the folded names of house bots
}

func newNames(games []string) names {
	var folded []string
	for _, game := range games {
		folded = append(folded, regexp.QuoteMeta(fold(game)))
	}
	if len(folded) == 0 {
		return names{}
	}
	// Folding may have turned digits into letters.
	return names{regexp.MustCompile(`^(?:` + strings.Join(folded, "|") + `)[0-9lo]*$`)}
}

func (n names) check(name string) error {
	if len(name) < minName || len(name) > maxName || !nameShape.MatchString(name) {
		return Refuse(BadName, `name %q: want %d to %d letters and digits, beginning with a letter, with single "-" and "_" between them`, short(name), minName, maxName)
	}
	folded := fold(name)
	for _, r := range reserved {
		if strings.HasPrefix(folded, fold(r)) {
			return Refuse(BadName, "name %q begins with %q, which is reserved", name, r)
		}
	}
	if n.house != nil && n.house.MatchString(folded) {
		return Refuse(BadName, "name %q is reserved for house bots", name)
	}
	return nil
}

// lookalikes maps letters that look alike to the same letter.
var lookalikes = strings.NewReplacer("-", "", "_", "", "0", "o", "1", "l", "i", "l", "vv", "w", "rn", "m")

// fold maps names that are easily mistaken for each other to the same text.
func fold(name string) string { return lookalikes.Replace(strings.ToLower(name)) }

// confusables maps letters of other alphabets to the Latin letters that they look like.
var confusables = confusable(
	"АаВвЕеІіЈјКкМмНнОоПпРрСсТтУуХхҺһԁԛԜԝѕЅ", "aabbeeiijjkkmmhhoonnppccttyyxxhhdqwwss",
	"ΑαΒβΕεΖΗηΙιΚκΜΝνΟοΡρΤτΥυΧχ", "aabbeezhniikkmnvooppttyuxx",
	"ıłŁøØđĐ", "illoodd",
)

// confusable takes pairs of texts, the second of which is ASCII, whose letters correspond.
func confusable(pairs ...string) *strings.Replacer {
	var all []string
	for pair := range slices.Chunk(pairs, 2) {
		for i, r := range []rune(pair[0]) {
			all = append(all, string(r), pair[1][i:i+1])
		}
	}
	return strings.NewReplacer(all...)
}

// skeleton is fold for names in any script: names with the same skeleton could be taken
// for each other by somebody who does not look closely. It leaves out accents, spaces and
// signs. It is for comparing a name with few others: different people may well be called
// Zoe and Zoë.
func skeleton(name string) string {
	return fold(plain(confusables.Replace(norm.NFKD.String(name))))
}

// mixesScripts reports whether a name has letters of several of the alphabets whose
// letters look like each other's.
func mixesScripts(name string) bool {
	n := 0
	for _, script := range []*unicode.RangeTable{unicode.Latin, unicode.Greek, unicode.Cyrillic} {
		if strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(script, r) }) {
			n++
		}
	}
	return n > 1
}

// IsLine reports whether a text fits in one line that others are shown, such as a title:
// it has something to see, no controls, and nothing that turns around what follows it or
// covers the lines above and below.
func IsLine(text string) bool {
	return utf8.ValidString(text) && !tower.MatchString(text) && strings.ContainsFunc(text, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) && !isIgnorable(r) }) &&
		!strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) })
}

// IsStorable reports whether every database accepts a text.
func IsStorable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// tower matches more marks on one letter than any script needs.
var tower = regexp.MustCompile(`\pM{5}`)

// isIgnorable reports whether a character is not drawn by itself. Some of them are
// letters or marks.
func isIgnorable(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// short shortens a client's text for a message or the store.
func short(text string) string {
	const enough = 60
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return utf8.RuneError
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > enough {
		return string(runes[:enough]) + "…"
	}
	return text
}
