package load

// Cost is what one thing takes, and how that is known.
type Cost struct {
	Value  float64 `json:"value"`
	Unit   string  `json:"unit"`
	Source string  `json:"source"`
}

// Costs are what things take.
type Costs struct {
	Turn    Cost `json:"turn"`    // at the node that owns the game
	Away    Cost `json:"away"`    // more, for a player at another node
	Socket  Cost `json:"socket"`  // a connection that says something every few seconds
	Notice  Cost `json:"notice"`  // to tell one more connection something
	Memory  Cost `json:"memory"`  // of a game with two players
	Stored  Cost `json:"stored"`  // a turn, at Postgres
	Looked  Cost `json:"looked"`  // at Postgres, for a game that a node follows and another owns
	Written Cost `json:"written"` // ahead, to the log of Postgres, for a turn
	Row     Cost `json:"row"`
	Rows    Cost `json:"rows"`   // for a turn
	Bus     Cost `json:"bus"`    // a turn, at the NATS server
	Passed  Cost `json:"passed"` // through it, for a turn of a player at another node
	Heard   Cost `json:"heard"`  // by the two players of a game
	Said    Cost `json:"said"`   // by them
	Begun   Cost `json:"begun"`  // for a game to begin, by its two players, both ways
	Alive   Cost `json:"alive"`  // both ways, for a connection to stay
	Frame   Cost `json:"frame"`  // around what is said: TLS, TCP and IP
	Job     Cost `json:"job"`    // a job's way through the queue
	Search  Cost `json:"search"` // a house bot's turn
}

// Where the figures are from.
const (
	costs   = "go test ./cmd/thera -run '^$' -bench Costs -benchtime 1x"
	told    = "go test ./cmd/thera -run '^$' -bench Notices -benchtime 1x"
	queue   = "go test ./internal/cluster/bus -run '^$' -bench Queue -benchtime 3000x"
	best    = "thera best GAME --level 5 --json"
	assumed = "assumed"
)

// Measured returns what was measured on a machine of two cores (AMD EPYC) in November
// 2026. The machine was busy with other work, so that processor times are rather longer
// than on a quiet one.
func Measured() Costs {
	const processor = "s of a processor"
	return Costs{
		Turn:    Cost{247e-6, processor, costs},
		Away:    Cost{712e-6, processor, costs},
		Socket:  Cost{53e-6, processor + " each second", costs},
		Notice:  Cost{24e-6, processor, told},
		Memory:  Cost{120 * 1024, "bytes", costs},
		Stored:  Cost{129e-6, processor, costs},
		Looked:  Cost{110e-6, processor + " each second", costs},
		Written: Cost{945, "bytes", costs},
		Row:     Cost{233, "bytes", costs},
		Rows:    Cost{1.13, "rows", costs},
		Bus:     Cost{165e-6, processor, costs},
		Passed:  Cost{1906, "bytes", costs},
		Heard:   Cost{362, "bytes", costs},
		Said:    Cost{85, "bytes", costs},
		Begun:   Cost{7714, "bytes", costs},
		Alive:   Cost{8, "bytes each second", costs},
		Frame:   Cost{90, "bytes", assumed},
		Job:     Cost{220e-6, processor, queue},
		Search:  Cost{63e-3, processor, best},
	}
}
