package record_test

import (
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"thera/amazons"
	"thera/record"
)

// A file in whatever format becomes thera's own record.
func ExampleRead() {
	const file = `(;FF[4]GM[18]PB[Arrow]PW[Amsbot]RE[W+T]
;B[djddgd]BL[1790]C[The book move.]
;W[addgad])`

	format, err := record.Detect([]byte(file))
	if err != nil {
		log.Fatal(err)
	}
	for g, err := range record.Read(format, strings.NewReader(file), amazons.Rules()) {
		if err != nil {
			log.Fatal(err)
		}
		if err := record.Write(record.Thera, os.Stdout, g); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// [Game "amazons"]
	// [Start "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"]
	// [Player1 "Arrow"]
	// [Player2 "Amsbot"]
	// [Result "2"]
	// [Reason "time"]
	//
	// 1. d1-d7(g7) {clock=29m50s "The book move."}
	// 2. a7-d4(a7)
}

func ExampleRead_illegal() {
	const file = `[Game "amazons"]

1. d1-d7(g7)
2. a7-d7(a7)
`
	for _, err := range record.Read(record.Thera, strings.NewReader(file), amazons.Rules()) {
		fmt.Println(err)
	}
	// Output:
	// line 4, column 4: "a7-d7(a7)": move 2: illegal move "a7-d7(a7)" in 3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b
}

// A referee writes down each game when it is over.
func ExampleWrite() {
	g := record.Game{
		Game:  "amazons",
		Start: "2Q/3/q2 w",
		Tags: []record.Tag{
			{Name: "Event", Value: "corridors"},
			{Name: "Player1", Value: "thera"},
			{Name: "Player2", Value: "random"},
		},
		Turns: []record.Turn{
			{Move: "c3-b2(a2)", Score: "#3", Depth: 3, Spent: 40 * time.Millisecond},
			{Move: "a1-b1(a1)"},
		},
		Winners: 0b10,
		Reason:  record.ByResignation,
	}
	for _, format := range []record.Format{record.Thera, record.SGF} {
		if err := record.Write(format, os.Stdout, g); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// [Game "amazons"]
	// [Start "2Q/3/q2 w"]
	// [Event "corridors"]
	// [Player1 "thera"]
	// [Player2 "random"]
	// [Result "2"]
	// [Reason "resignation"]
	//
	// 1. c3-b2(a2) {score=#3 depth=3 spent=40ms}
	// 2. a1-b1(a1)
	//
	// (;FF[4]GM[18]CA[UTF-8]SZ[3]
	// AB[ca]AW[ac]PL[B]
	// RE[W+R]
	// EV[corridors]
	// PB[thera]
	// PW[random]
	// ;B[cabbab]THERA[score:#3][depth:3][spent:40ms]
	// ;W[acbcac]
	// )
}

func ExampleGame_Record() {
	g := record.Game{Game: "amazons", Start: "Q1q w", Turns: []record.Turn{{Move: "a1-b1(a1)"}}}
	positions, err := g.Record().Replay(amazons.Rules())
	if err != nil {
		log.Fatal(err)
	}
	last := positions[len(positions)-1]
	fmt.Println(last, "won by", last.Winners())
	// Output:
	// *Qq b won by 1
}
