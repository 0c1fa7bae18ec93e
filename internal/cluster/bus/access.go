package bus

import "github.com/nats-io/nats-server/v2/server"

// The users of a server inside a program that has tokens. A node and whoever has
// work done may do everything; a worker may pull jobs, and answer and ask those
// who put them into the queues, and nothing else.
const (
	NodeUser   = "node"
	WorkerUser = "worker"
)

// workerPublishes and workerSubscribes are the subjects that a worker needs. It
// can't make queues: it waits until somebody has. docs/run/workers.md has them for
// servers outside.
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
