package ownership

import "thera/internal/site/store"

// Look has the node learn which nodes are alive, and returns those that it takes for dead
// since the last time.
func (n *Node) Look(live ...string) (gone []string) {
	var nodes []store.Node
	for _, id := range live {
		nodes = append(nodes, store.Node{ID: id})
	}
	before, now, _ := n.updateOthers(nodes)
	for id := range before {
		if _, ok := now[id]; !ok {
			gone = append(gone, id)
		}
	}
	return gone
}

// MayBeAlive reports whether the node leaves another one its games.
func (n *Node) MayBeAlive(node string) bool { return n.mayBeAlive(node) }
