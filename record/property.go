package record

import (
	"regexp"
	"slices"
	"strings"
)

// property is what SGF and GGF are made of: ID[value][value]…
type property struct {
	id     string
	values []string
	at     place
}

// String returns the property as it stands in a file, but for escapes.
func (p property) String() string { return p.id + "[" + strings.Join(p.values, "][") + "]" }

// property reads a property. In SGF a backslash escapes the byte behind it,
// and a line break behind it is not part of the value; GGF has no escapes.
func (s *scanner) property(escapes bool) (p property, err error) {
	p.at = s.at
	if p.id = s.take(isUpper); p.id == "" {
		return p, s.failf("want a property such as GM[…]")
	}
	s.blanks()
	if s.peek() != '[' {
		return p, s.failf("want [ after the property's name %s", p.id)
	}
	for s.accept('[') {
		var value strings.Builder
		for !s.accept(']') {
			c := s.next()
			if c == '\\' && escapes {
				if s.lineBreak() {
					continue
				}
				c = s.next()
			}
			if c == end {
				return p, p.at.failf(p.id+"["+value.String(), "want ] at the end of the value")
			}
			value.WriteByte(byte(c))
		}
		p.values = append(p.values, value.String())
		s.blanks()
	}
	return p, nil
}

// lineBreak takes a line break: LF, CR, CRLF or LFCR.
func (s *scanner) lineBreak() bool {
	switch {
	case s.accept('\n'):
		s.accept('\r')
	case s.accept('\r'):
		s.accept('\n')
	default:
		return false
	}
	return true
}

// vocabulary is how a format says with properties what tags say. It is read both
// ways: PB becomes the tag Player1 and that becomes PB again. What only one
// format knows becomes a tag with the format's prefix, such as SGF.AN, so that
// reading and writing in one format keeps it and other formats leave it out.
type vocabulary struct {
	prefix     string            // of tags for properties that only this format has
	shared     map[string]string // from properties to the tags that all formats share
	structural []string          // properties that are not tags
}

// tag returns the tag that a property stands for.
func (v vocabulary) tag(id, value string) Tag {
	if name := v.shared[id]; name != "" {
		return Tag{name, value}
	}
	return Tag{v.prefix + id, value}
}

var propertyName = regexp.MustCompile(`^[A-Z]+$`)

// isTag reports whether a property can be read as a tag.
func (v vocabulary) isTag(id string) bool {
	return propertyName.MatchString(id) && !slices.Contains(v.structural, id)
}

// property returns the property that is read as a tag of that name, and
// whether there is one.
func (v vocabulary) property(name string) (id string, ok bool) {
	id = strings.TrimPrefix(name, v.prefix)
	for property, shared := range v.shared {
		if shared == name {
			id = property
		}
	}
	return id, v.isTag(id) && v.tag(id, "").Name == name
}
