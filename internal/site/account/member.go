package account

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Members of classes are accounts without passwords. They are guests, who play
// casual games only, but for their programs, which are bots. A member's name is
// his in his class alone: elsewhere nobody finds it.

// memberShape is what names in a class look like, in whatever script.
var memberShape = regexp.MustCompile(`^\pL[\pL\pM\pN]*(?:(?:[-'’._ ]|[.,] )[\pL\pM\pN]+)*\.?$`)

const maxMember = 30 // letters

// programOf ends the names of programs in a class.
const programOf = "’s program"

// checkMember returns a name in a class as it is kept, or why it can't be one.
func (n names) checkMember(name string) (string, error) {
	name = strings.Join(strings.Fields(norm.NFC.String(name)), " ")
	switch {
	case !memberShape.MatchString(name) || utf8.RuneCountInString(name) > maxMember:
		return "", refuse(BadName, "name %q: want 1 to %d letters and digits, a letter first, perhaps with blanks, hyphens or apostrophes between them", short(name), maxMember)
	case strings.HasSuffix(foldMember("", name), foldMember("", programOf)):
		return "", refuse(BadName, "name %q: want one that is not kept for programs", name)
	case n.house != nil && n.house.MatchString(fold(name)):
		return "", refuse(BadName, "name %q: want one that is not kept for the service's own bots", name)
	}
	return name, nil
}

// foldMember is fold for a name in a class. No name outside of classes has an @.
func foldMember(class, name string) string {
	name = strings.NewReplacer(" ", "", "'", "", "’", "", ".", "", ",", "").Replace(norm.NFKC.String(name))
	return fold(name) + "@" + class
}

// Enroll makes a member of a class, and signs him in. Who is a guest is somebody
// else afterward: what he has played before is not the class's.
func (a *Accounts) Enroll(ctx context.Context, who Who, class, name, agent string) (SignedIn, error) {
	if who.Known() && (who.Kind != play.Guest || who.Class != "") {
		return SignedIn{}, refuse(Signed, "you are %s: sign out, or use another browser, to join a class", who.Name)
	}
	name, err := a.names.checkMember(name)
	if err != nil {
		return SignedIn{}, err
	}
	member, err := a.addMember(ctx, class, name, play.Guest)
	if err != nil {
		return SignedIn{}, err
	}
	return a.enter(ctx, member, agent, false)
}

// addMember makes an account in a class.
func (a *Accounts) addMember(ctx context.Context, class, name string, kind play.PlayerKind) (store.Account, error) {
	member := store.Account{ID: newID(), Name: name, Folded: foldMember(class, name), Kind: kind, Created: a.now(), Class: class}
	err := a.store.AddAccount(ctx, member, nil)
	if errors.Is(err, store.ErrExists) {
		err = refuse(NameTaken, "name %q: somebody in this class has it", name)
	}
	return member, err
}

// Reenter signs a member in again, whose id something has vouched for.
func (a *Accounts) Reenter(ctx context.Context, id, agent string) (SignedIn, error) {
	member, err := a.store.Account(ctx, id)
	if errors.Is(err, store.ErrNotFound) || err == nil && (member.Closed > 0 || member.Class == "") {
		return SignedIn{}, refuse(NotFound, "the class is closed, or he has left it")
	}
	if err != nil {
		return SignedIn{}, err
	}
	return a.enter(ctx, member, agent, false)
}

// AddProgram makes the account of a member's program, a bot in his class.
func (a *Accounts) AddProgram(ctx context.Context, member play.Player) (play.Player, error) {
	bot, err := a.addMember(ctx, member.Class, member.Name+programOf, play.Bot)
	return player(bot), err
}

// ProgramToken makes the token of a member's program, which replaces those of
// before. It is returned this once.
func (a *Accounts) ProgramToken(ctx context.Context, program play.Player) (string, error) {
	old, err := a.store.TokensOf(ctx, program.ID)
	for _, t := range old {
		if err == nil {
			err = gone(a.store.DeleteToken(ctx, program.ID, t.Hash))
			a.revoke(t.Hash, BadToken)
		}
	}
	if err != nil {
		return "", err
	}
	text := newToken()
	return text, a.store.AddToken(ctx, store.Token{
		Hash: hashed(text), Account: program.ID, Label: program.Name, Scopes: string(Play) + " " + string(Bot), Created: a.now(),
	})
}

// FindIn returns the player of a name as a member of a class means it: a member, or
// else whoever is found by it everywhere. The Refusal is NotFound.
func (a *Accounts) FindIn(ctx context.Context, class, name string) (play.Player, error) {
	if class != "" && utf8.ValidString(name) && !strings.ContainsRune(name, 0) {
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

// Ended lets connected browsers and programs of somebody whose account was closed
// know that it is.
func (a *Accounts) Ended(id string) { a.revoke(id, SignIn) }

// NewCode returns a code that lets somebody in: as it is shown, and as it is
// stored. [ReadCode] returns the latter for one as somebody has typed it.
func NewCode() (shown, stored string) {
	code := random(codeBytes)
	return code[:4] + "-" + code[4:8] + "-" + code[8:12] + "-" + code[12:], hashed(code)
}

// ReadCode returns the stored form of a code as somebody has typed it.
func ReadCode(typed string) string { return readCode(typed) }

// NewID returns the id of something new, 16 letters that nobody guesses.
func NewID() string { return newID() }
