package main

import (
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/internal/words"
	"touchmove/rules"
)

// touchmove ctl desk prints the open question in every language, with the command that
// answers it.
func TestDeskPrintsTheQuestion(t *testing.T) {
	empty := int64(340)
	d := &desk{}
	d.Question = &broadcast.QuestionPayload{
		Ply: 76, By: "black", Occasion: "over",
		Candidates: []broadcast.CandidatePayload{
			{ID: "a", UCI: "f5g7", SAN: "Nxg7", Published: true, Grounds: []broadcast.GroundPayload{{What: "victim-seen", For: true, Square: "g7", LastedMS: &empty}}},
			{ID: "b", UCI: "f5h4", SAN: "Nxh4", Grounds: []broadcast.GroundPayload{{What: "victim-unseen", Square: "h4"}}},
		},
	}
	printsQuestion(t, d, map[rules.Language]string{
		rules.English: `Question: Did Black play 38... Nxg7 or 38... Nxh4?
  a  38... Nxg7 (published)
     + g7 was empty for 0.3 s
      touchmove ctl answer Nxg7
  b  38... Nxh4
     - The captured piece was not seen leaving h4
      touchmove ctl answer Nxh4
`,
		rules.German:     "Frage: Hat Schwarz 38... Sxg7 oder 38... Sxh4 gespielt?\n",
		rules.Spanish:    "Pregunta: Negras: ¿jugaron 38... Cxg7 o 38... Cxh4?\n",
		rules.Portuguese: "Pergunta: Pretas: jogaram 38... Cxg7 ou 38... Cxh4?\n",
	})
	var b strings.Builder
	(&deskPrinter{&b, nil, &desk{}}).question()
	if b.Len() > 0 {
		t.Errorf("nothing is asked, and %q is printed", b.String())
	}
}

// In the sentence no further move comes last, however likely it is; its answer is none.
func TestDeskPrintsNoFurtherMove(t *testing.T) {
	d := &desk{}
	d.Question = &broadcast.QuestionPayload{
		Ply: 3, By: "white", Occasion: "over",
		Candidates: []broadcast.CandidatePayload{
			{ID: "a", UCI: "0000", SAN: "--", Grounds: []broadcast.GroundPayload{{What: "piece-lifted", For: true, Square: "b1"}}},
			{ID: "b", UCI: "b1c3", SAN: "Nc3"},
		},
	}
	printsQuestion(t, d, map[rules.Language]string{
		rules.English: `Question: Did White play 2. Nc3 or no further move?
  a  No further move
     + The piece of b1 was lifted, and may not have been moved
      touchmove ctl answer none
  b  2. Nc3
      touchmove ctl answer Nc3
`,
		rules.German:     "Frage: Hat Weiß 2. Sc3 oder keinen weiteren Zug gespielt?\n",
		rules.Spanish:    "Pregunta: Blancas: ¿jugaron 2. Cc3 o ninguna jugada más?\n",
		rules.Portuguese: "Pergunta: Brancas: jogaram 2. Cc3 ou mais nenhum lance?\n",
	})
}

// printsQuestion prints the open question of a desk in these languages, and compares how it begins.
func printsQuestion(t *testing.T, d *desk, want map[rules.Language]string) {
	t.Helper()
	for language, want := range want {
		texts, ok := words.In(language)
		if !ok {
			t.Fatalf("no texts in %v", language)
		}
		var b strings.Builder
		(&deskPrinter{&b, texts, d}).question()
		if got := b.String(); !strings.HasPrefix(got, want) || strings.Contains(got, "ground.") {
			t.Errorf("%v:\n%s\nwant\n%s", language, got, want)
		}
	}
}

// An answer is reported with its move, however it was given, and none as the sentence that it stands for.
func TestAnswerIsReportedWithItsMove(t *testing.T) {
	q := &broadcast.QuestionPayload{Ply: 4, By: "black", Candidates: []broadcast.CandidatePayload{{ID: "a", UCI: "0000", SAN: "--"}, {ID: "b", UCI: "b8c6", SAN: "Nc6"}}}
	for _, texts := range words.All() {
		move := texts.T("ask.it", "a", "2... "+texts.SAN("Nc6")) + "."
		none := texts.T("ask.it.none") + "."
		for what, want := range map[string]string{"a": none, "none": none, "b": move, "Nc6": move, "b8c6": move, "Nf6": "", "0000": "", "--": ""} {
			if got := answerText(texts, q, what); got != want {
				t.Errorf("%v: %s is reported as %q, want %q", texts.Language, what, got, want)
			}
		}
	}
}
