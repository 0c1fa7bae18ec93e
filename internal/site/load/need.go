package load

import (
	"math"
	"slices"
)

// Machines are those that a service is reckoned to have.
const (
	// processors a machine has, and busy is the share of them that is planned for:
	// more come than on other days, and a machine may be missing.
	processors, busy = 8, .5
	// memory is what a node's machine may use.
	memory = 12 << 30
	// sockets is how many connections a node takes.
	sockets = 40_000
	// written is how many bytes a second a database's disk writes ahead.
	written = 200e6
	// uplink is how many bits a second one machine sends.
	uplink = 10e9
	// connections is how many a player has: to his game, and to what happens else.
	connections = 2
	// notices is how many a seek is: it is there, and it is gone.
	notices = 2
)

// Need is what a day needs at its peak. Processors are those that are used up
// entirely; machines have twice as many.
type Need struct {
	Players           float64 `json:"players"` // and who looks on, connected at the peak
	Peak              Minute  `json:"peak"`
	Sockets           float64 `json:"sockets"`
	Nodes             int     `json:"nodes"` // machines
	NodeProcessors    float64 `json:"node_processors"`
	NodeMemory        float64 `json:"node_memory_bytes"`
	Databases         int     `json:"databases"` // machines that write
	DatabaseProcs     float64 `json:"database_processors"`
	LookProcessors    float64 `json:"look_processors"` // of them, for games that are followed elsewhere
	WrittenPerSecond  float64 `json:"written_bytes_per_second"`
	RowsPerDay        float64 `json:"rows_per_day"`
	BytesPerDay       float64 `json:"bytes_per_day"`
	BusServers        int     `json:"bus_servers"` // machines
	BusProcessors     float64 `json:"bus_processors"`
	BusBytesPerSecond float64 `json:"bus_bytes_per_second"`
	JobsPerSecond     float64 `json:"jobs_per_second"`
	Workers           int     `json:"workers"` // machines
	WorkerProcessors  float64 `json:"worker_processors"`
	BitsOut           float64 `json:"bits_out_per_second"`
	LobbyNotices      float64 `json:"lobby_notices_per_second"`
	LobbyProcessors   float64 `json:"lobby_processors"` // beside those of the nodes
	Limits            []Limit `json:"limits"`           // what breaks first comes first
}

// Limit is how many players there can be until a part has more than one machine can
// do, where it is on one, or than all nodes together have left.
type Limit struct {
	What    string  `json:"what"`
	Players float64 `json:"players"`
}

// Estimate returns what a day needs.
func Estimate(d *Day, c Costs) Need {
	peak, total := d.Peak(), d.Total()
	n := Need{Players: peak.Online + peak.Watching, Peak: peak}
	all := peak.Turns + peak.BotTurns + peak.Letters

	n.Sockets = connections*peak.Online + peak.Watching
	// Balancers know nothing of games: of many nodes, a player's is not the owner.
	n.NodeProcessors = all*c.Turn.Value + peak.Turns*c.Away.Value + n.Sockets*c.Socket.Value + peak.Shown*c.Notice.Value
	n.NodeMemory = (peak.Games + peak.Watching/2) * c.Memory.Value
	n.Nodes = machines(n.NodeProcessors/(processors*busy), n.NodeMemory/memory, n.Sockets/(sockets*busy)) + 1

	// So two other nodes follow each game, and look whether they have missed something.
	n.LookProcessors = 2 * peak.Games * c.Looked.Value
	n.DatabaseProcs = all*c.Stored.Value + n.LookProcessors
	n.WrittenPerSecond = all * c.Written.Value
	n.Databases = machines(n.DatabaseProcs/(processors*busy), n.WrittenPerSecond/(written*busy))
	n.RowsPerDay = (total.Turns + total.BotTurns + total.Letters) * c.Rows.Value
	n.BytesPerDay = n.RowsPerDay * c.Row.Value

	n.JobsPerSecond = peak.BotTurns
	n.BusProcessors = all*c.Bus.Value + n.JobsPerSecond*c.Job.Value
	n.BusBytesPerSecond = all * c.Passed.Value
	n.BusServers = machines(n.BusProcessors/(processors*busy), n.BusBytesPerSecond*8/(uplink*busy))
	n.WorkerProcessors = n.JobsPerSecond * c.Search.Value
	n.Workers = machines(n.WorkerProcessors / (processors * busy))

	// A turn is two frames for players, its own and its acknowledgment, and one more
	// for the opponent; what is shown is a third of what they hear. To stay, a
	// connection is told something every four seconds.
	n.BitsOut = 8 * (peak.Turns*(c.Heard.Value+3*c.Frame.Value) + peak.Shown*(c.Heard.Value/3+c.Frame.Value) +
		peak.Begun*c.Begun.Value + n.Sockets*(c.Alive.Value+c.Frame.Value/4))
	listening := peak.Online - 2*peak.Games
	n.LobbyNotices = notices * peak.Seeks * math.Max(listening, 0)
	n.LobbyProcessors = n.LobbyNotices * c.Notice.Value
	n.limit()
	return n
}

// machines returns how many machines the greatest of the shares needs, at least one.
func machines(shares ...float64) int { return int(math.Ceil(math.Max(slices.Max(shares), 1e-9))) }

// limit reckons at how many players each part has no more left. What a lobby tells
// grows with the square of the players, all else with their number.
func (n *Need) limit() {
	at := func(what string, share float64) {
		n.Limits = append(n.Limits, Limit{what, n.Players / share})
	}
	one := processors * busy
	n.Limits = append(n.Limits, Limit{"the lobby tells all who wait of all seeks: a processor of ten is its", n.Players * .1 * n.NodeProcessors / n.LobbyProcessors})
	at("one node", math.Max(n.NodeProcessors/one, n.Sockets/(sockets*busy)))
	at("one Postgres: processors", n.DatabaseProcs/one)
	at("one Postgres: what it writes ahead", n.WrittenPerSecond/(written*busy))
	at("one Postgres: a terabyte in a year", n.BytesPerDay*365/1e12)
	at("one NATS server: processors", n.BusProcessors/one)
	at("one NATS server: its network", n.BusBytesPerSecond*8/(uplink*busy))
	at("one uplink", n.BitsOut/(uplink*busy))
	slices.SortFunc(n.Limits, func(a, b Limit) int { return int(math.Copysign(1, a.Players-b.Players)) })
}
