package load

import (
	"math"
	"slices"
)

// The machines of the estimate.
const (
	// processors is how many a machine has.
	processors = 8
	// maxLoad is the fraction of a machine that is planned for: some days are busier
	// than others, and a machine may be down.
	maxLoad = .5
	// memory is what a node may use.
	memory = 12 << 30
	// sockets is how many connections a node takes.
	sockets = 40_000
	// written is how many bytes per second a database can write ahead.
	written = 200e6
	// uplink is how many bits per second a machine can send.
	uplink = 10e9
	// connections is how many a player has: to their game and to other events.
	connections = 2
	// notices is how many a seek causes: it appears and disappears.
	notices = 2
)

// Need is what a day needs at its peak. Processors are fully used ones; the
// number of machines allows for maxLoad.
type Need struct {
	Players           float64 `json:"players"` // including watchers, connected at the peak
	Peak              Minute  `json:"peak"`
	Sockets           float64 `json:"sockets"`
	Nodes             int     `json:"nodes"` // machines
	NodeProcessors    float64 `json:"node_processors"`
	NodeMemory        float64 `json:"node_memory_bytes"`
	Databases         int     `json:"databases"` // machines that write
	DatabaseProcs     float64 `json:"database_processors"`
	LookProcessors    float64 `json:"look_processors"` // of the database's, for games followed by other nodes
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
	LobbyProcessors   float64 `json:"lobby_processors"` // in addition to those of the nodes
	Limits            []Limit `json:"limits"`           // the tightest first
}

// Limit is the number of players at which a part exceeds one machine or, for
// the lobby, its share of all nodes.
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
	// Load balancers know no games: with many nodes, a player's is not the owner.
	n.NodeProcessors = all*c.Turn.Value + peak.Turns*c.Away.Value + n.Sockets*c.Socket.Value + peak.Shown*c.Notice.Value
	n.NodeMemory = (peak.Games + peak.Watching/2) * c.Memory.Value
	n.Nodes = machines(n.NodeProcessors/(processors*maxLoad), n.NodeMemory/memory, n.Sockets/(sockets*maxLoad)) + 1

	// So two other nodes follow each game and look for events they have missed.
	n.LookProcessors = 2 * peak.Games * c.Looked.Value
	n.DatabaseProcs = all*c.Stored.Value + n.LookProcessors
	n.WrittenPerSecond = all * c.Written.Value
	n.Databases = machines(n.DatabaseProcs/(processors*maxLoad), n.WrittenPerSecond/(written*maxLoad))
	n.RowsPerDay = (total.Turns + total.BotTurns + total.Letters) * c.Rows.Value
	n.BytesPerDay = n.RowsPerDay * c.Row.Value

	n.JobsPerSecond = peak.BotTurns
	n.BusProcessors = all*c.Bus.Value + n.JobsPerSecond*c.Job.Value
	n.BusBytesPerSecond = all * c.Passed.Value
	n.BusServers = machines(n.BusProcessors/(processors*maxLoad), n.BusBytesPerSecond*8/(uplink*maxLoad))
	n.WorkerProcessors = n.JobsPerSecond * c.Search.Value
	n.Workers = machines(n.WorkerProcessors / (processors * maxLoad))

	// A turn is three frames: the player's own event, its acknowledgment and the
	// opponent's event. A watcher receives a third of what the two players do. Open
	// connections get a message every four seconds.
	n.BitsOut = 8 * (peak.Turns*(c.Heard.Value+3*c.Frame.Value) + peak.Shown*(c.Heard.Value/3+c.Frame.Value) +
		peak.Begun*c.Begun.Value + n.Sockets*(c.Alive.Value+c.Frame.Value/4))
	listening := peak.Online - 2*peak.Games
	n.LobbyNotices = notices * peak.Seeks * math.Max(listening, 0)
	n.LobbyProcessors = n.LobbyNotices * c.Notice.Value
	n.limit()
	return n
}

// machines returns how many machines the largest of the shares needs, at least one.
func machines(shares ...float64) int { return int(math.Ceil(math.Max(slices.Max(shares), 1e-9))) }

// limit computes the number of players at which each part is exhausted. The lobby's
// notices grow with the square of the players, everything else linearly.
func (n *Need) limit() {
	at := func(what string, share float64) {
		n.Limits = append(n.Limits, Limit{what, n.Players / share})
	}
	one := processors * maxLoad
	n.Limits = append(n.Limits, Limit{"the lobby sends all seeks to everybody who waits: a tenth of the processors", n.Players * .1 * n.NodeProcessors / n.LobbyProcessors})
	at("one node", math.Max(n.NodeProcessors/one, n.Sockets/(sockets*maxLoad)))
	at("one Postgres: processors", n.DatabaseProcs/one)
	at("one Postgres: write-ahead log", n.WrittenPerSecond/(written*maxLoad))
	at("one Postgres: a terabyte in a year", n.BytesPerDay*365/1e12)
	at("one NATS server: processors", n.BusProcessors/one)
	at("one NATS server: its network", n.BusBytesPerSecond*8/(uplink*maxLoad))
	at("one uplink", n.BitsOut/(uplink*maxLoad))
	slices.SortFunc(n.Limits, func(a, b Limit) int { return int(math.Copysign(1, a.Players-b.Players)) })
}
