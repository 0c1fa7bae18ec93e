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
	Away    Cost `json:"away"`    // extra, for a player at another node
	Socket  Cost `json:"socket"`  // a connection that sends something every few seconds
	Notice  Cost `json:"notice"`  // to tell one more connection something
	Memory  Cost `json:"memory"`  // of a game with two players
	Stored  Cost `json:"stored"`  // a turn, in Postgres
	Looked  Cost `json:"looked"`  // in Postgres, for a game that a node follows and another owns
	Written Cost `json:"written"` // to the write-ahead log of Postgres, for a turn
	Row     Cost `json:"row"`
	Rows    Cost `json:"rows"`   // for a turn
	Bus     Cost `json:"bus"`    // a turn, in the NATS server
	Passed  Cost `json:"passed"` // through NATS, for a turn of a player at another node
	Heard   Cost `json:"heard"`  // received by the two players of a game
	Said    Cost `json:"said"`   // sent by them
	Begun   Cost `json:"begun"`  // for a game to start, by its two players, both ways
	Alive   Cost `json:"alive"`  // both ways, to keep a connection open
	Frame   Cost `json:"frame"`  // overhead of a message: TLS, TCP and IP
	Job     Cost `json:"job"`    // a job's way through the queue
	Search  Cost `json:"search"` // a house bot's turn
}

// Where the figures come from.
const (
	costs   = "go test ./cmd/thera -run '^$' -bench Costs -benchtime 1x"
	told    = "go test ./cmd/thera -run '^$' -bench Notices -benchtime 1x"
	queue   = "go test ./internal/cluster/bus -run '^$' -bench Queue -benchtime 3000x"
	best    = "thera best GAME --level 5 --json"
	assumed = "assumed"
)

// Measured returns what was measured on a machine with two cores (AMD EPYC) in
// November 2026. Other work was running, so processor times are rather high.
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
