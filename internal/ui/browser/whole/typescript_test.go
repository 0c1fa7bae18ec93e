package whole

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/site/httpkit"
	"thera/internal/ui/browser"
	"thera/internal/ui/textpage"
	"thera/record"
)

// TestTypeScript compares the page's types with those of the messages here;
// -update rewrites them.
func TestTypeScript(t *testing.T) {
	gametest.Golden(t, "../../../../web/src/generated/protocol.ts", typeScript())
}

// typeScript returns the types of all messages as TypeScript has them, with the
// tags doc as comments.
func typeScript() string {
	w := httpkit.TypeScriptWriter{Names: map[reflect.Type]string{reflect.TypeFor[record.Format](): "RecordFormat"}}
	var table strings.Builder
	for _, m := range methods() {
		params := w.Name(m.Params)
		fmt.Fprintf(&table, "  %s: { params: %s; result: %s }\n", m.Name, params, w.Name(m.Result))
	}
	w.Name(reflect.TypeFor[textpage.Display]()) // comes by another way, to the same page
	return `// The messages to and from the engine. Made from Go's types by
//
//   go test ./internal/ui/browser/whole -run TypeScript -update
//
// Seats are counted from 1.

/** What can be asked, and what the answers are. */
export interface Methods {
` + table.String() + `}

/** A reply has the id of its request, unless the engine could not be started. */
export interface Reply {
  id?: number
  result?: unknown
  progress?: Search
  error?: string
  fault?: Fault
}

/** What is wrong with what a person has given. */
export const faultCodes = ['` + strings.Join(browser.FaultCodes(), "', '") + `'] as const

export interface Fault {
  code: (typeof faultCodes)[number]
  /** What was given, or its beginning. */
  input?: string
  /** An example of what would do. */
  want?: string
}

/** The kinds of reasons why a turn is worse than another. */
export const reasonKinds = [
  '` + strings.Join(reasonKinds(), "',\n  '") + `',
] as const

export type RecordFormat = ` + httpkit.TypeScriptUnion(record.Formats()) + `
` + w.String()
}

// TestOpponents compares the names that the page has for the levels with those
// of the catalog; -update rewrites them.
func TestOpponents(t *testing.T) {
	var table strings.Builder
	for _, entry := range catalog.Games() {
		fmt.Fprintf(&table, "  %s: ['%s'],\n", entry.Game.Name(), strings.Join(entry.Opponents[:], "', '"))
	}
	gametest.Golden(t, "../../../../web/src/generated/opponents.ts", `// What the levels of each game are called, from 1. Made from the catalog by
//
//   go test ./internal/ui/browser/whole -run Opponents -update

export const opponents: Readonly<Record<string, readonly string[]>> = {
`+table.String()+"}\n")
}

// TestHandicaps compares the handicaps that the page knows with those of the catalog;
// -update rewrites them.
func TestHandicaps(t *testing.T) {
	var table strings.Builder
	for _, entry := range catalog.Games() {
		fmt.Fprintf(&table, "  %s: [\n", entry.Game.Name())
		for _, h := range entry.Handicaps {
			worth := h.Worth()
			fmt.Fprintf(&table, "    {\n      name: '%s',\n      elo: %v,\n      error: %v,\n      rated: %v,\n", h.Name, worth.Elo, worth.Error, h.IsRated())
			if h.Time > 0 {
				fmt.Fprintf(&table, "      time: %d,\n    },\n", h.Time)
				continue
			}
			fmt.Fprintf(&table, "      variant: '%s',\n      starts: [\n", h.Variant())
			for _, start := range h.Starts {
				pos, err := start.Begin(entry.Game)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&table, "        '%s',\n", pos)
			}
			table.WriteString("      ],\n    },\n")
		}
		table.WriteString("  ],\n")
	}
	gametest.Golden(t, "../../../../web/src/generated/handicaps.ts", `// What one of two players can give the other in each game. Made from the catalog by
//
//   go test ./internal/ui/browser/whole -run Handicaps -update

export interface Handicap {
  name: string
  /** How many Elo points it is worth, and half the width of the 95% interval. */
  elo: number
  error: number
  /** Whether rated games can have it. */
  rated: boolean
  /** What all times of the giver's clock are divided by. */
  time?: number
  /** The variant that it is a start of; missing for any. */
  variant?: string
  /** The positions where the game starts, by the seat that gives it. */
  starts?: readonly [string, string]
}

export const handicaps: Readonly<Record<string, readonly Handicap[]>> = {
`+table.String()+"}\n")
}
