package account

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Members of classes are accounts without passwords. Members are guests, who play only
// casual games; their programs are bots. A member's name is unique and can be found only
// within the class.

// memberShape matches names in a class, in any script.
var memberShape = regexp.MustCompile(`^\pL[\pL\pM\pN]*(?:(?:[-'’._ ]|[.,] )[\pL\pM\pN]+)*\.?$`)

const maxMember = 30 // maxMember is in characters.

const programOf = "’s program" // ends the names of programs

// officials are words that a member's name must not begin with: others could take the
// member for somebody who speaks for the service or the school.
var officials = []string{"admin", "administrator", "deleted", "guest", "moderator", "official", "system", "teacher"}

// checkMember returns a name in a class as it is stored, or why it is not allowed.
func (n names) checkMember(name, teacher string) (string, error) {
	name = strings.Join(strings.Fields(norm.NFC.String(name)), " ")
	switch {
	case !memberShape.MatchString(name) || utf8.RuneCountInString(name) > maxMember:
		return "", Refuse(BadName, "name %q: want 1 to %d letters and digits, beginning with a letter, with a space, hyphen, apostrophe, period or underscore between them, or a space after a period or comma, as in Doe, J.", short(name), maxMember)
	case tower.MatchString(name):
		return "", Refuse(BadName, "name %q: want at most 4 marks on a letter", short(name))
	case strings.ContainsFunc(name, isIgnorable):
		return "", Refuse(BadName, "name %+q has letters that can't be seen: leave them out, so that it can't be mistaken for another name", short(name))
	case mixesScripts(name):
		return "", Refuse(BadName, "name %q mixes alphabets: want letters of one, so that it can't be mistaken for another name", name)
	case skeleton(name) == skeleton(teacher):
		return "", Refuse(BadName, "name %q looks like the teacher's: want another one", name)
	case isOfficial(name):
		return "", Refuse(BadName, "name %q begins with a word that is reserved for those who run the service or the class", name)
	case strings.HasSuffix(foldMember("", name), foldMember("", programOf)):
		return "", Refuse(BadName, "name %q is reserved for programs", name)
	case n.house != nil && n.house.MatchString(fold(name)):
		return "", Refuse(BadName, "name %q is reserved for house bots", name)
	}
	return name, nil
}

// isOfficial reports whether the first word of a name, without digits after it, looks
// like one of the officials.
func isOfficial(name string) bool {
	end := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) })
	if end < 0 {
		end = len(name)
	}
	word := skeleton(strings.TrimRightFunc(name[:end], unicode.IsDigit))
	return slices.ContainsFunc(officials, func(official string) bool { return skeleton(official) == word })
}

// foldMember is fold for a name in a class. Names outside classes contain no @.
func foldMember(class, name string) string {
	name = strings.NewReplacer(" ", "", "'", "", "’", "", ".", "", ",", "").Replace(norm.NFKC.String(name))
	return fold(name) + "@" + class
}

// Enroll makes a member of a class and signs them in. The name must not look like that
// of the teacher, whose ID is given. A guest becomes a different player: the games played
// before do not belong to the class. join stores what the class keeps of the member with an
// ID, in the transaction that makes the account.
func (a *Accounts) Enroll(ctx context.Context, who Who, class, teacher, name, agent string, join func(tx *sql.Tx, id string) error) (SignedIn, error) {
	if who.Known() && (who.Kind != play.Guest || who.Class != "") {
		return SignedIn{}, Refuse(Signed, "you are %s: to join a class, sign out or use another browser", who.Name)
	}
	owner, err := a.store.Account(ctx, teacher)
	if err != nil {
		return SignedIn{}, err
	}
	name, err = a.names.checkMember(name, owner.Name)
	if err != nil {
		return SignedIn{}, err
	}
	var session store.Session
	var cookie string
	member, err := a.addMember(ctx, class, name, play.Guest, func(tx *sql.Tx, member store.Account) error {
		if err := join(tx, member.ID); err != nil {
			return err
		}
		session, cookie = a.newSession(member, store.Session{Agent: agent})
		return a.store.AddSessionIn(ctx, tx, session)
	})
	if err != nil {
		return SignedIn{}, err
	}
	return a.entered(ctx, member, session, cookie), nil
}

func (a *Accounts) addMember(ctx context.Context, class, name string, kind play.PlayerKind, join func(tx *sql.Tx, member store.Account) error) (store.Account, error) {
	member := store.Account{ID: NewID(), Name: name, Folded: foldMember(class, name), Kind: kind, Created: a.now(), Class: class}
	err := a.store.AddAccountWith(ctx, member, func(tx *sql.Tx) error { return join(tx, member) })
	if errors.Is(err, store.ErrExists) {
		err = Refuse(NameTaken, "name %q: somebody in this class already has it", name)
	}
	return member, err
}

// Reenter signs a member with an ID and the hash of a code in again. It returns
// store.ErrNotFound if the code has been replaced.
func (a *Accounts) Reenter(ctx context.Context, id, code, agent string) (SignedIn, error) {
	member, err := a.store.Account(ctx, id)
	if errors.Is(err, store.ErrNotFound) || err == nil && (member.Closed > 0 || member.Class == "") {
		return SignedIn{}, Refuse(NotFound, "the class is closed, or this member has left it")
	}
	if err != nil {
		return SignedIn{}, err
	}
	return a.enter(ctx, member, store.Session{Agent: agent, Code: code})
}

// EndOtherSessions ends the sessions of an account, except the client's, in a transaction
// with a change of how its owner signs in. It returns store.ErrNotFound if the account is
// closed.
func (a *Accounts) EndOtherSessions(ctx context.Context, who Who, id string, change func(tx *sql.Tx) error) error {
	keep := ""
	if who.ID == id {
		keep = who.Session
	}
	ended, err := a.store.EndOtherSessions(ctx, id, keep, change)
	if keep != "" && errors.Is(err, store.ErrNotFound) {
		err = errSignedOut() // meanwhile
	}
	a.revokeAll(ended)
	return err
}

// AddProgram makes the account of a member's program, a bot in the same class. join is as
// for [Accounts.Enroll].
func (a *Accounts) AddProgram(ctx context.Context, member play.Player, join func(tx *sql.Tx, id string) error) (play.Player, error) {
	bot, err := a.addMember(ctx, member.Class, member.Name+programOf, play.Bot, func(tx *sql.Tx, bot store.Account) error { return join(tx, bot.ID) })
	return player(bot), err
}

// ProgramToken makes the token of a member's program and revokes its earlier ones. It
// is returned only this once.
func (a *Accounts) ProgramToken(ctx context.Context, program play.Player) (string, error) {
	text := newToken()
	ended, err := a.store.ReplaceTokens(ctx, store.Token{
		Hash: hashed(text), Account: program.ID, Label: program.Name, Scopes: string(Play) + " " + string(Bot), Created: a.now(),
	})
	for _, hash := range ended {
		a.revoke(hash, BadToken)
	}
	return text, err
}

// FindIn returns the player that a member of a class means by a name: another member,
// or else the player that [Accounts.Find] returns.
func (a *Accounts) FindIn(ctx context.Context, class, name string) (play.Player, error) {
	if class != "" && IsStorable(name) {
		account, err := a.store.AccountNamed(ctx, foldMember(class, name))
		if err == nil && account.Closed == 0 {
			return player(account), nil
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return play.Player{}, err
		}
	}
	return a.Find(ctx, name)
}

// NewCode returns a code that lets its holder in: as it is shown, and as it is stored.
func NewCode() (shown, stored string) {
	code := random(codeBytes)
	return code[:4] + "-" + code[4:8] + "-" + code[8:12] + "-" + code[12:], hashed(code)
}

// ReadCode returns the stored form of a code as somebody has typed it.
func ReadCode(typed string) string {
	return hashed(strings.NewReplacer("-", "", " ", "").Replace(strings.ToLower(typed)))
}

// NewID returns a new ID of 16 letters that cannot be guessed.
func NewID() string { return random(10) }
