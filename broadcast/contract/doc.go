// Package contract is what touchmove promises over MQTT, as data: the topics of
// a board, how each is published and who may read it, and the JSON Schemas (folder
// schemas) to hold payloads against. docs/mqtt.md says it in words and asyncapi.yaml for
// machines; tests keep the three the same.
package contract
