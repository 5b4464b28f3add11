// Package cluster contains only tests: whatever happens to broker, network, process or
// disk, the subscriber that keeps the highest seq of each game ends with exactly the
// games that were kept. It is a module of its own, because it builds the NATS server,
// which the program does not depend on.
package cluster
