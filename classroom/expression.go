package classroom

import "fmt"

// scope resolves the names and members of expressions.
type scope struct {
	names  map[string]any
	member func(of any) members // what may follow a dot
}

// expression is a parsed expression.
type expression func(scope) (any, error)

func constant(v any) expression {
	return func(scope) (any, error) { return v, nil }
}

func named(name string) expression {
	return func(s scope) (any, error) {
		v, ok := s.names[name]
		if !ok {
			return nil, fmt.Errorf("unknown name %q", name)
		}
		return v, nil
	}
}

func memberOf(x expression, name string) expression {
	return func(s scope) (any, error) {
		v, err := x(s)
		if err != nil {
			return nil, err
		}
		member, ok := s.member(v)[name]
		if !ok {
			return nil, fmt.Errorf("%s has no member %q", show(v), name)
		}
		return member, nil
	}
}

func callOf(x expression, args []expression) expression {
	return func(s scope) (any, error) {
		f, err := x(s)
		if err != nil {
			return nil, err
		}
		values, err := evaluateAll(s, args)
		if err != nil {
			return nil, err
		}
		return call(f, values)
	}
}

// all returns an expression that combines the values of the items.
func all(items []expression, value func([]any) any) expression {
	return func(s scope) (any, error) {
		values, err := evaluateAll(s, items)
		if err != nil {
			return nil, err
		}
		return value(values), nil
	}
}

func evaluateAll(s scope, items []expression) ([]any, error) {
	values := make([]any, len(items))
	for i, x := range items {
		v, err := x(s)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}
