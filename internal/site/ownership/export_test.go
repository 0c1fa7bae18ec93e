package ownership

import "thera/internal/site/store"

// Look has the node learn which nodes are alive. It returns those that it takes for dead
// since the last time, and whether it replaces the owners of games that are not alive.
func (n *Node) Look(live ...string) (gone []string, replaces bool) {
	var nodes []store.Node
	for _, id := range live {
		nodes = append(nodes, store.Node{ID: id})
	}
	s := n.updateOthers(nodes)
	for id := range s.before {
		if _, ok := s.now[id]; !ok {
			gone = append(gone, id)
		}
	}
	return gone, !s.isUncertain
}
