package bus

import "github.com/nats-io/nats-server/v2/server"

// Users of an embedded server with tokens. Nodes and dispatchers may do everything; a
// worker may pull jobs and exchange messages with dispatchers, nothing else.
const (
	NodeUser   = "node"
	WorkerUser = "worker"
)

// Subjects that a worker needs. It cannot create queues, so it waits for them.
// docs/run/workers.md repeats them for external servers.
var (
	workerPublishes = []string{
		"work.>", "$JS.ACK.>", "$JS.API.STREAM.INFO.*", "$JS.API.CONSUMER.INFO.*.*", "$JS.API.CONSUMER.MSG.NEXT.*.*",
	}
	workerSubscribes = []string{"_INBOX.>", "queued.*"}
)

// users returns who may sign in, nil for everybody who can reach the server.
func (c Config) users() (all []*server.User) {
	if c.NodeToken == "" && c.WorkerToken == "" {
		return nil
	}
	if c.NodeToken != "" {
		all = append(all, &server.User{Username: NodeUser, Password: c.NodeToken})
	}
	if c.WorkerToken != "" {
		all = append(all, &server.User{Username: WorkerUser, Password: c.WorkerToken, Permissions: &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: workerPublishes},
			Subscribe: &server.SubjectPermission{Allow: workerSubscribes},
		}})
	}
	return all
}
