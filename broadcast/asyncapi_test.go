package broadcast_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/contract"
	"touchmove/internal/goldentest"
	"touchmove/sensors/trace"
)

// object is a YAML mapping that keeps its order.
type object []any // key, value, key, value ...

// MarshalYAML implements yaml.Marshaler.
func (o object) MarshalYAML() (any, error) {
	node := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i < len(o); i += 2 {
		var key, value yaml.Node
		if err := key.Encode(o[i]); err != nil {
			return nil, err
		}
		if err := value.Encode(o[i+1]); err != nil {
			return nil, err
		}
		node.Content = append(node.Content, &key, &value)
	}
	return node, nil
}

func ref(to string) object { return object{"$ref", to} }

// schemaOf refers to a JSON Schema. It names the dialect, since AsyncAPI tools would
// otherwise assume their own.
func schemaOf(schema object) object {
	return object{"schemaFormat", "application/schema+json;version=draft-07", "schema", schema}
}

// channelID names a channel in the document: its topic, without the variable parts.
func channelID(c contract.Channel) string {
	switch c.Name {
	case contract.Command + "/+":
		return "command"
	case contract.Command + "/+/" + contract.Result:
		return "result"
	}
	return strings.ReplaceAll(c.Name, "/", "-")
}

// asyncAPIDoc is what of the document is written channel by channel.
type asyncAPIDoc struct{ channels, operations, messages object }

// parametersOf refers to the variable parts of a channel's address.
func parametersOf(names ...string) object {
	var o object
	for _, name := range names {
		o = append(o, name, ref("#/components/parameters/"+name))
	}
	return o
}

// messageOf describes what is published on a channel.
func messageOf(c contract.Channel, mediaType string) object {
	return object{"title", c.Text, "contentType", mediaType, "payload", schemaOf(ref("schemas/" + c.Schema + ".json"))}
}

// bindingsOf says how a channel is published.
func bindingsOf(c contract.Channel) object {
	return object{"mqtt", object{"qos", int(c.QoS), "retain", c.Retained}}
}

// addBoardChannel adds a channel below a board, with its operation and messages.
func (d *asyncAPIDoc) addBoardChannel(c contract.Channel) {
	id := channelID(c)
	if c.Optional {
		c.Text += "; only where the configuration asks for it"
	}
	parameters := parametersOf("base", "event", "board")
	if strings.Contains(c.Name, "+") {
		parameters = append(parameters, parametersOf("command")...)
	}
	messages := object{id, ref("#/components/messages/" + id)}
	operation := object{"action", "send", "channel", ref("#/channels/" + id), "summary", c.Text}
	if c.Incoming {
		operation[1] = "receive"
		messages = nil
		for _, kind := range broadcast.CommandKinds() {
			messages = append(messages, kind.Name, ref("#/components/messages/"+kind.Name+"-command"))
			d.messages = append(d.messages, kind.Name+"-command", commandMessage(&kind))
		}
		operation = append(operation, "reply", object{"channel", ref("#/channels/result")})
	} else {
		mediaType, _ := c.Textual()
		d.messages = append(d.messages, id, messageOf(c, mediaType))
	}
	if c.Private {
		operation = append(operation, "security", []object{ref("#/components/securitySchemes/user"), ref("#/components/securitySchemes/certificate")})
	}
	d.channels = append(d.channels, id, object{
		"address", "{base}/{event}/{board}/" + strings.Replace(c.Name, "+", "{command}", 1), "description", c.Text,
		"parameters", parameters, "messages", messages,
	})
	d.operations = append(d.operations, id, append(operation, "bindings", bindingsOf(c)))
}

// addChannel adds a channel that belongs to no board.
func (d *asyncAPIDoc) addChannel(id, address string, parameters object, c contract.Channel) {
	d.channels = append(d.channels, id, object{
		"address", address, "description", c.Text,
		"parameters", parameters, "messages", object{id, ref("#/components/messages/" + id)},
	})
}

// addSending adds the operation and the message of such a channel.
func (d *asyncAPIDoc) addSending(id string, c contract.Channel, mediaType string) {
	d.operations = append(d.operations, id, object{"action", "send", "channel", ref("#/channels/" + id), "summary", c.Text, "bindings", bindingsOf(c)})
	d.messages = append(d.messages, id, messageOf(c, mediaType))
}

func commandNames() (names []string) {
	for _, kind := range broadcast.CommandKinds() {
		names = append(names, kind.Name)
	}
	return names
}

// asyncAPI writes contract/asyncapi.yaml from the channels of the contract and the table of
// commands.
func asyncAPI(t *testing.T) []byte {
	t.Helper()
	const level = "1 to 32 of a-z, 0-9 and hyphen"
	var d asyncAPIDoc
	for _, c := range contract.Channels() {
		d.addBoardChannel(c)
	}
	node, _ := contract.Of(contract.Node + "/pi-3/" + contract.Availability)
	device, _ := contract.Of("homeassistant/" + contract.Device + "/x/" + contract.Config)
	d.addChannel("node", "{base}/{event}/"+contract.Node+"/{node}/"+node.Name, parametersOf("base", "event", "node"), node)
	d.addChannel("homeassistant", "{discovery}/"+contract.Device+"/touchmove_{event}_{board}/"+contract.Config, parametersOf("discovery", "event", "board"), device)
	d.addSending("homeassistant", device, "application/json")
	d.addSending("node", node, "text/plain")

	text := &bytes.Buffer{}
	text.WriteString("# Written by: go test ./broadcast -run AsyncAPI -update\n")
	enc := yaml.NewEncoder(text)
	enc.SetIndent(2)
	err := enc.Encode(object{
		"asyncapi", "3.0.0",
		"info", object{
			"title", "touchmove over MQTT", "version", "1.0.0",
			"description", "What touchmove publishes of a chessboard and which commands it takes, over MQTT 3.1.1. " +
				"docs/mqtt.md says it in words. Actions are those of the daemon: it sends what others read, and receives commands.",
		},
		"defaultContentType", "application/json",
		"servers", object{
			"embedded", object{"host", "127.0.0.1:1883", "protocol", "mqtt", "protocolVersion", "3.1.1", "description", "The broker that a daemon brings along."},
			"embeddedWeb", object{"host", "127.0.0.1:8083", "protocol", "ws", "description", "The same over WebSocket, subprotocol mqtt."},
		},
		"channels", d.channels, "operations", d.operations,
		"components", object{
			"securitySchemes", object{
				"user", object{"type", "userPassword", "description", "A user of the broker, whose role says which commands are theirs and what they read: docs/mqtt.md."},
				"certificate", object{"type", "X509", "description", "A client certificate, where the broker asks for one."},
			},
			"parameters", object{
				"base", object{"description", "One or more levels.", "default", "touchmove/v1"},
				"event", object{"description", "The tournament: " + level + "."},
				"board", object{"description", "The board: " + level + "."},
				"node", object{"description", "The computer: " + level + "."},
				"discovery", object{"description", "Home Assistant's discovery prefix.", "default", "homeassistant"},
				"command", object{"description", "What is to be done.", "enum", commandNames()},
			},
			"messages", d.messages,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// commandMessage describes one command. Its example has every required key, or else the
// first key.
func commandMessage(kind *trace.CommandKind) object {
	example := object{"id", "ann-0815"}
	for i, key := range kind.AllKeys() {
		if key.Needed || i == 0 {
			var value any
			if err := yaml.Unmarshal([]byte(sample(key)), &value); err != nil {
				panic(err)
			}
			example = append(example, key.Name, value)
		}
	}
	return object{
		"name", kind.Name, "title", kind.Help,
		"payload", schemaOf(object{"allOf", []object{ref("schemas/command.json"), ref("schemas/command.json#/$defs/" + kind.Name)}}),
		"examples", []object{{"payload", example}},
	}
}

// The published document agrees with the program.
func TestAsyncAPIIsUpToDate(t *testing.T) {
	const path = "contract/asyncapi.yaml"
	want := asyncAPI(t)
	goldentest.Check(t, path, want)
}

// Parsed as by other programs, the document has every topic and command, and no others.
// Every message exists, and every schema is referred to.
func TestAsyncAPI(t *testing.T) {
	text, err := os.ReadFile("contract/asyncapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Channels map[string]struct {
			Address  string
			Messages map[string]struct {
				Ref string `yaml:"$ref"`
			}
		}
		Components struct {
			Messages   map[string]map[string]any
			Parameters map[string]struct{ Enum []string }
		}
	}
	if err := yaml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	addresses := map[string]bool{}
	for name, channel := range doc.Channels {
		addresses[channel.Address] = true
		topic := strings.NewReplacer("{base}", "touchmove/v1", "{event}", "open", "{board}", "hall-7", "{node}", "pi-3", "{command}", "resign", "{discovery}", "homeassistant").Replace(channel.Address)
		if _, known := contract.Of(topic); !known || strings.ContainsAny(topic, "{}") {
			t.Errorf("channel %s: %s is no topic of the program's", name, channel.Address)
		}
		for _, message := range channel.Messages {
			if _, ok := doc.Components.Messages[strings.TrimPrefix(message.Ref, "#/components/messages/")]; !ok {
				t.Errorf("channel %s: no message %s", name, message.Ref)
			}
		}
	}
	for _, c := range contract.Channels() {
		if address := "{base}/{event}/{board}/" + strings.Replace(c.Name, "+", "{command}", 1); !addresses[address] {
			t.Errorf("the topic %s is not in the document", address)
		}
	}
	var commands, promised []string
	for _, kind := range broadcast.CommandKinds() {
		commands = append(commands, kind.Name)
	}
	for name := range doc.Channels["command"].Messages {
		promised = append(promised, name)
	}
	slices.Sort(commands)
	slices.Sort(promised)
	if !slices.Equal(commands, promised) {
		t.Errorf("commands\n%v, and in the document\n%v", commands, promised)
	}
	for _, name := range contract.Schemas() {
		if !bytes.Contains(text, []byte("schemas/"+name+".json")) {
			t.Errorf("the schema %s is not in the document", name)
		}
	}
}

// The contract's table agrees with what a connection shows: which topics are retained, and
// which ones only clients with a name may read.
func TestChannelsAreWhatIsPublished(t *testing.T) {
	b, s := startEmbedded(t, nil)
	early := follow(t, "tcp://"+b.Addr(), "rea", "reader's")
	broadcasttest.Eventually(t, "all is published", func() bool { return early.Last("pgn") != "" })
	s.goOn()
	caughtUp(t, early, s)
	// Who comes before a topic has been published gets it as it comes, not as it is kept.
	for _, c := range contract.Channels() {
		if c.Retained && !c.Foreign && !strings.Contains(c.Name, "+") {
			broadcasttest.Eventually(t, c.Name+" is published", func() bool { return early.Last(c.Name) != "" })
		}
	}
	public, reader := follow(t, "tcp://"+b.Addr(), "", ""), follow(t, "tcp://"+b.Addr(), "rea", "reader's")
	for _, c := range contract.Channels() {
		if strings.Contains(c.Name, "+") || !c.Retained || c.Foreign {
			continue
		}
		broadcasttest.Eventually(t, c.Name+" is retained", func() bool { return reader.Kept(c.Name) != "" })
		if !c.Private {
			broadcasttest.Eventually(t, c.Name+" is for everybody", func() bool { return public.Kept(c.Name) != "" })
		}
	}
	for _, c := range contract.Channels() {
		if c.Private && public.Last(c.Name) != "" {
			t.Errorf("%s was sent to somebody without a name", c.Name)
		}
		if !c.Retained && reader.Kept(c.Name) != "" {
			t.Errorf("%s is retained", c.Name)
		}
	}
}
