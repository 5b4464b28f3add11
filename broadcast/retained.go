package broadcast

import "touchmove/eventlog"

// retained returns what the retained topics of the board contain now, but for discovery, whose content never changes.
// The topics are those below the board's. The order matters: the end of a game comes before the state of the next one.
func (p *Publisher) retained() []message {
	s := &p.latest
	list := []message{
		{topic: topicAvailability, payload: availabilityOf(s)},
		{topic: topicInfo, payload: p.info.payload(p.topics.Node)},
	}
	begun := s.Game != "" // otherwise nothing is known of a game yet, because of the delay
	if begun {
		list = append(list, p.retainedOfGame(s)...)
	}
	if p.lit != nil { // otherwise the board has no lamps
		list = append(list, message{topic: topicLights, payload: p.lit})
	}
	if begun {
		list = append(list, p.optional(s)...)
	}
	return list
}

func (p *Publisher) retainedOfGame(s *eventlog.State) []message {
	list := []message{
		{topic: topicPrevious, payload: p.previous.Payload()},
		{topic: topicGame, payload: gamePayload(s, p.topics)},
		{topic: topicState, payload: statePayload(s, p.topics)},
		{topic: topicPosition, payload: []byte(s.FEN())},
		{topic: topicClock, payload: clockPayload(s), light: true},
		{topic: topicAlarm, payload: alarmPayload(s)},
	}
	if !p.topics.Delayed { // these are for arbiters, who read the live feed
		list = append(list, message{topic: topicDesk, payload: deskPayload(s)}, message{topic: topicAlarms, payload: ringingPayload(s)})
	}
	return append(list, message{topic: topicPGN, payload: []byte(s.PGN(p.topics.Event, p.topics.Board))})
}

// optional returns the retained topics that are published only if the configuration asks
// for them.
func (p *Publisher) optional(s *eventlog.State) (list []message) {
	if certainty := p.topics.More.Certainty; certainty > 0 {
		list = append(list, message{topic: topicSettled, payload: settledPayload(s, certainty)})
	}
	if p.topics.More.Values {
		list = append(list, values(s)...)
	}
	return list
}
