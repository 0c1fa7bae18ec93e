package match

import (
	"fmt"
	"slices"
	"strings"

	"thera/engine"
	"thera/engine/ugi"
	"thera/internal/catalog"
)

// openEngine returns a new engine of this program.
func (m *Match) openEngine(s Spec) (engine.Engine, error) {
	kind, err := m.Entry.Engine(s.Kind)
	if err != nil {
		names := append(slices.Sorted(slices.Values(m.Entry.EngineNames())), "ugi:COMMAND", "uci:COMMAND", "text:COMMAND")
		return nil, fmt.Errorf("player %q: unknown engine %q: want one of %s", s.Text, s.Kind, strings.Join(names, ", "))
	}
	config := engine.Defaults(catalog.Parameters())
	for _, setting := range s.Settings {
		if err := set(&config, setting); err != nil {
			return nil, fmt.Errorf("player %q: %w", s.Text, err)
		}
	}
	return kind.New(config), nil
}

// set applies a setting.
func set(config *engine.Config, s ugi.Setting) error {
	var names []string
	for _, p := range catalog.Parameters() {
		if strings.EqualFold(s.Name, p.Name) {
			if err := p.Set(config, s.Value); err != nil {
				return fmt.Errorf("%s %q: %w", p.Name, s.Value, err)
			}
			return nil
		}
		names = append(names, p.Name)
	}
	names = slices.Concat(names, controlKeys, []string{"name", "power"})
	return fmt.Errorf("setting %q: want one of %s", s.Name, strings.Join(names, ", "))
}
