package httpkit

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

// Operation declares one thing that clients can ask for. Admission, the document of the
// API, metrics, logs and the test of authority follow from the declaration. Operations
// that are alike begin as copies of one with [Operation.At].
type Operation struct {
	Method string // "" for all methods
	Path   string // from the root, as in [http.ServeMux]
	ID     string // names it in the document, in metrics and in logs
	// Summary is one line for people; Description says more where that is needed.
	Summary, Description string
	Tag                  string // the chapter of the document

	Callers Callers // who may ask
	Scope   Scope   // what callers must be allowed to do; none for Unidentified and Anyone
	Object  Object  // the owner of what the path names
	Cost    Cost    // the class of slots that it is done in
	// Rates holds callers to rates, in addition to those of all requests.
	Rates []Quota
	// Body is how long a request's body may be, in bytes; 0 for no body.
	Body int64
	// Enters is whether it signs somebody up or in, or makes a guest. It is refused to
	// clients that are barred.
	Enters bool

	// Status is that of success, if it is not 200 for an answer and 204 for none.
	Status int
	// Problems has statuses of problems beyond those that follow from the other fields.
	Problems []int
	// Reasons has the statuses of reasons that mean something else here than usual.
	Reasons map[string]int
	// Answer describes an answer that is not JSON.
	Answer Answer

	// These are set by the function that registers it.
	lasts    lasting
	isDirect bool // whether its handler writes to the client itself
}

// Callers says who may ask for an operation.
type Callers int

// The callers of operations.
const (
	_ Callers = iota // not declared
	// Unidentified is for anybody, and the answer doesn't depend on who it is: cookies and
	// tokens are not even looked at.
	Unidentified
	Anyone   // visitors too, and banned accounts; they are identified
	Players  // guests and accounts
	Accounts // no guests
	Members  // of classes
	// Signed are accounts and members of classes in a browser, whatever scopes they have,
	// and even if they are banned; not programs.
	Signed
	Moderators // accounts of moderators, by a browser's session
)

// Scope is one thing that a token may allow. Package account lists them.
type Scope string

// Object says whose the object is that the path of an operation names, and so who is
// refused. Where somebody else's object is to be kept secret, the refusal is 404.
type Object int

// The objects of operations.
const (
	_          Object = iota // not declared
	OfNobody                 // the path names nothing that could belong to somebody
	OfEveryone               // everybody may see it
	OfCaller                 // the caller's own by what it is; others' don't exist: 404
	OfViewers                // it doesn't exist for clients who may not see it: 404
	OfPlayers                // of those who play in it; refused to others: 403
	OfMaker                  // of the player who made it or is asked by it: 403 for others
	OfMembers                // of a class: 404 for those who may not see it, 403 for those who may only see it
	OfTeacher                // the same, for its teacher alone
	OfHolder                 // of anybody who knows its secret code, in the path or the body
)

// Cost is a class of operations that compete for the same resource. Each class has
// slots of its own, so that one can be exhausted without stopping another.
type Cost int

// The classes.
const (
	_        Cost = iota // not declared
	Light                // memory, or a row by its key
	Read                 // a scan in the database
	Write                // a transaction
	Search               // a processor, for seconds
	Picture              // a processor, for a moment: to draw or to convert
	Password             // the memory that hashing a password takes
	File                 // a file, which is sent as it is read: no slot
	costs                // the number of classes
)

func (c Cost) String() string {
	return [costs]string{"none", "light", "read", "write", "search", "picture", "password", "file"}[c]
}

// lasting says how long an operation holds its connection.
type lasting int

const (
	short  lasting = iota // until it is answered
	stream                // as long as the client listens
	socket                // the same, with messages from both sides
)

// SmallBody is enough for the body of most operations: a form.
const SmallBody = 16 << 10

// Quota holds the callers of operations to a rate.
type Quota struct {
	limiter *Limiter
	account bool // whether accounts are counted, rather than clients
}

// ByClient counts the clients that ask.
func ByClient(l *Limiter) Quota { return Quota{l, false} }

// ByAccount counts the guests and accounts that ask, and visitors by their client.
func ByAccount(l *Limiter) Quota { return Quota{l, true} }

// Answer describes an answer that is not JSON.
type Answer struct {
	ContentType string
	What        string // for people
	// Line is a value of the type of the answer, of its lines or of a socket's messages, if
	// they are JSON.
	Line any
	// JSON is a value of the type of the JSON that clients can ask for instead, nil for none.
	JSON any
	// Partial is whether clients can ask for parts of it, and Cached whether they can ask
	// whether it has changed.
	Partial, Cached bool
	// Missing is whether it is also that of the status 404, which is a problem otherwise.
	Missing bool
}

// OneOf is a [Answer.Line] that is of any of the types of these values.
type OneOf []any

// At returns a copy for a method and a path, as in "GET /api/v1/games".
func (op Operation) At(pattern, id, summary string) Operation {
	op.Method, op.Path, _ = strings.Cut(pattern, " ")
	op.ID, op.Summary = id, summary
	return op
}

// Saying returns a copy with a description.
func (op Operation) Saying(description string) Operation {
	op.Description = description
	return op
}

// About returns a copy for another kind of object.
func (op Operation) About(o Object) Operation {
	op.Object = o
	return op
}

// Entering returns a copy that signs somebody up or in, or makes a guest.
func (op Operation) Entering() Operation {
	op.Enters = true
	return op
}

// Costing returns a copy in another class.
func (op Operation) Costing(c Cost) Operation {
	op.Cost = c
	return op
}

// Taking returns a copy that takes a body of at most a number of bytes.
func (op Operation) Taking(bytes int64) Operation {
	op.Body = bytes
	return op
}

// Within returns a copy that is also held to rates.
func (op Operation) Within(q ...Quota) Operation {
	op.Rates = append(slices.Clone(op.Rates), q...)
	return op
}

// Failing returns a copy that also answers with problems of these statuses.
func (op Operation) Failing(statuses ...int) Operation {
	op.Problems = append(slices.Clone(op.Problems), statuses...)
	return op
}

// Creating returns a copy that answers with the status 201.
func (op Operation) Creating() Operation {
	op.Status = http.StatusCreated
	return op
}

// Answering returns a copy whose answer is not JSON.
func (op Operation) Answering(a Answer) Operation {
	op.Answer = a
	return op
}

// Reads reports whether an operation changes nothing.
func (op *Operation) Reads() bool { return op.Method == http.MethodGet }

// Lasts reports whether an answer takes as long as the client wants to listen.
func (op *Operation) Lasts() bool { return op.lasts != short }

// isOpen reports whether scripts of other sites may read the answer to a client that is
// not identified.
func (op *Operation) isOpen() bool {
	return op.lasts == short && (op.Reads() || op.Method == "") && op.inAPI()
}

func (op *Operation) inAPI() bool { return strings.HasPrefix(op.Path, "/api/") || op.Path == "/oembed" }

// check returns what is missing or contradictory in a declaration. takesBody is whether
// the operation's handler wants one, and writesType whether it says what its answer is.
func (op *Operation) check(takesBody, writesType bool) error {
	if op.ID == "" || op.Summary == "" || !strings.HasPrefix(op.Path, "/") {
		return fmt.Errorf("operation %q at %q: want an ID, a path from the root and a summary", op.ID, op.Path)
	}
	identified := op.Callers >= Players
	isScoped := identified && op.Callers != Signed
	for _, rule := range []struct {
		broken bool
		want   string
	}{
		{op.Callers < Unidentified || op.Callers > Moderators, "Callers: who may ask"},
		{op.Object < OfNobody || op.Object > OfHolder, "Object: whose the object in the path is"},
		{op.Cost < Light || op.Cost >= costs, "Cost: what it costs"},
		{isScoped != (op.Scope != ""), "Scope: one for players and accounts, none for others"},
		{op.lasts != short && op.Answer.Line == nil, "Answer: the types of its lines or messages"},
		{takesBody != (op.Body > 0), "Body: the length of its body, 0 if it takes none"},
		{writesType && op.Answer.ContentType == "", "Answer: what it answers with, as it is not JSON"},
		{op.Object == OfNobody && strings.Contains(op.Path, "{id}"), "Object: whose the object with the ID is"},
		{!identified && (op.Object == OfCaller || op.Object == OfPlayers || op.Object == OfMaker), "Callers: players or accounts, who can own something"},
		{op.Cost == File && op.lasts == short && !op.Reads() && op.Method != "", "Cost: not File, which holds no slot, for a change"},
		{op.Callers == Unidentified && slices.ContainsFunc(op.Rates, func(q Quota) bool { return q.account }), "Rates: by client, as callers are not identified"},
	} {
		if rule.broken {
			return fmt.Errorf("operation %s: want %s", op.ID, rule.want)
		}
	}
	return nil
}

// statuses returns those of the problems that an operation may answer with. wrong is
// whether its handler reads anything from the request that can be wrong.
func (op *Operation) statuses(wrong bool) []int {
	all := append([]int{http.StatusTooManyRequests, http.StatusServiceUnavailable}, op.Problems...)
	if op.Callers != Unidentified {
		all = append(all, http.StatusUnauthorized) // an unknown token
	}
	if op.Scope != "" || op.Callers == Signed || op.Enters {
		all = append(all, http.StatusForbidden)
	}
	switch op.Object {
	case OfPlayers, OfMaker, OfMembers, OfTeacher:
		all = append(all, http.StatusForbidden, http.StatusNotFound)
	case OfCaller, OfViewers, OfHolder:
		all = append(all, http.StatusNotFound)
	case OfEveryone:
		if strings.Contains(op.Path, "{") {
			all = append(all, http.StatusNotFound)
		}
	}
	if op.Body > 0 {
		all = append(all, http.StatusBadRequest, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	if wrong {
		all = append(all, http.StatusUnprocessableEntity)
	}
	if op.lasts == socket {
		all = append(all, http.StatusForbidden, http.StatusUpgradeRequired)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// writesType reports whether an operation's handler writes the content type of its answer, of
// type out.
func (op *Operation) writesType(out reflect.Type) bool {
	_, ok := out.FieldByName("ContentType")
	return ok || op.isDirect
}

// takesBody reports whether the input of a handler has a body.
func takesBody(in reflect.Type) bool {
	_, ok := in.FieldByName("Body")
	return ok
}
