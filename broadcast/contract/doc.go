// Package contract is the MQTT interface of touchmove as data: the topics of a board, how
// each is published and who may read it, and the JSON Schemas (folder schemas) against which
// payloads are validated. docs/mqtt.md describes the same in words and asyncapi.yaml for
// machines; tests keep the three consistent.
package contract
