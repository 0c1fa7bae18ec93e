package classroom

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
)

// Session is a running session: names and their values.
type Session struct {
	dialect Dialect
	scope   scope
	board   fmt.Stringer // the board most recently assigned to a name
}

// New starts a session.
func NewSession(d Dialect) *Session {
	return &Session{dialect: d, scope: scope{names: maps.Clone(d.names), member: d.member}}
}

// Do executes a statement and returns what the exercise prints for it, without a final
// newline. If part of the statement is not understood, Do returns an error and the
// boards are as they were before that part.
func (s *Session) Do(statement string) (output string, err error) {
	v, err := s.execute(statement)
	exception := (*raised)(nil)
	switch {
	case errors.As(err, &exception):
		return fmt.Sprintf(s.dialect.exception, exception), nil
	case err != nil:
		return "", err
	}
	if text, ok := v.(printed); ok {
		return string(text), nil
	}
	if v == nil || isBoard(v) {
		return "", nil
	}
	if isFunction(v) {
		return "", errors.New("a function that is not called: want () after it")
	}
	return s.dialect.write(v), nil
}

// Board returns the board most recently assigned to a name, or nil.
func (s *Session) Board() fmt.Stringer { return s.board }

var assignment = regexp.MustCompile(`^(?:(?:const|let) )?(\w+) = (.*)$`)

// execute evaluates a statement, which is an expression or an assignment. An assignment
// has no value.
func (s *Session) execute(statement string) (any, error) {
	parts := assignment.FindStringSubmatch(statement)
	if parts == nil {
		return evaluate(s.scope, statement)
	}
	v, err := evaluate(s.scope, parts[2])
	if err != nil {
		return nil, err
	}
	s.scope.names[parts[1]] = v
	if isBoard(v) {
		s.board, _ = v.(fmt.Stringer)
	}
	return nil, nil
}
