package alarms

import (
	"fmt"
	"strings"
	"time"

	"touchmove/rules"
)

// ID names an alarm, as on the topic alarm.
type ID string

// The alarms, in the order of docs/alarms.md.
const (
	BoardMissing    ID = "board_missing"
	GameFinished    ID = "game_finished"
	ClockPaused     ID = "clock_paused"
	MoveWithoutTime ID = "move_without_time"
	KingMoveDoubt   ID = "king_move_doubt"
	PrematureResult ID = "premature_result"
	Reconstructing  ID = "error_reconstructing_game"
	GuessedMove     ID = "guessed_move"
	IllegalMove     ID = "illegal_move"
	IllegalPosition ID = "illegal_position"
	TouchViolation  ID = "touch_violation"
	Claim           ID = "claim"
	Flag            ID = "flag"
	AutoDraw        ID = "auto_draw"
	TimeTrouble     ID = "time_trouble"
	ClockNotPressed ID = "clock_not_pressed"
	ClockDisagrees  ID = "clock_disagrees"
	DefaultNear     ID = "default_near"
	WrongSetUp      ID = "wrong_setup"
	SensorFault     ID = "sensor_fault"
	BoardsDiffer    ID = "boards_differ"
	FeedStopped     ID = "feed_stopped"
)

// kind is what is known of an alarm: whether it sounds, how long its trigger must
// hold in standard and in fast play, and its texts in the order of languages.
type kind struct {
	id     ID
	urgent bool
	hold   time.Duration
	fast   time.Duration // in rapid and blitz; 0: as hold
	look   bool          // asks for nothing but a look: to acknowledge it is to answer it
	texts  [4]string
}

var languages = [4]rules.Language{rules.English, rules.Spanish, rules.Portuguese, rules.German}

const s = time.Second

// kinds has a line for every alarm. In braces stands what is filled in.
var kinds = []kind{
	{BoardMissing, true, 5 * s, 0, false, [4]string{"Board does not answer since {t}", "El tablero no responde desde {t}", "O tabuleiro não responde desde {t}", "Brett antwortet nicht seit {t}"}},
	{GameFinished, false, 0, 0, false, [4]string{"Game over by {why}: confirm {result}", "Partida terminada por {why}: confirme {result}", "Partida terminada por {why}: confirme {result}", "Partie beendet ({why}): {result} bestätigen"}},
	{ClockPaused, true, 120 * s, 30 * s, false, [4]string{"Clocks stopped for {t}", "Relojes parados hace {t}", "Relógios parados há {t}", "Uhren stehen seit {t}"}},
	{MoveWithoutTime, false, 0, 0, true, [4]string{"Move {n} has no clock time: check it", "La jugada {n} no tiene tiempo: revísela", "O lance {n} não tem tempo: verifique", "Zug {n} ohne Uhrzeit: prüfen"}},
	{KingMoveDoubt, true, 5 * s, 0, false, [4]string{"Last king move may be a result sign", "¿Jugada de rey o señal de resultado?", "Lance de rei ou sinal de resultado?", "Königszug oder Ergebniszeichen?"}},
	{PrematureResult, true, 0, 0, false, [4]string{"Result {result} set, but play goes on", "Resultado {result}, pero se sigue jugando", "Resultado {result}, mas o jogo continua", "Ergebnis {result}, aber es wird gespielt"}},
	{Reconstructing, true, 8 * s, 3 * s, false, [4]string{"Board and record differ on {squares}", "Tablero y planilla difieren en {squares}", "Tabuleiro e registo diferem em {squares}", "Brett und Aufzeichnung verschieden: {squares}"}},
	{GuessedMove, false, 0, 0, true, [4]string{"Move {n} {san} is a guess", "La jugada {n} {san} es una suposición", "O lance {n} {san} é uma suposição", "Zug {n} {san} ist vermutet"}},
	{IllegalMove, true, 0, 0, false, [4]string{"Illegal move no. {k} by {player}: {what}", "Jugada ilegal n.º {k} de {player}: {what}", "Lance ilegal n.º {k} de {player}: {what}", "Regelwidriger Zug Nr. {k} von {player}: {what}"}},
	{IllegalPosition, true, 0, 0, false, [4]string{"Illegal position on the board", "Posición ilegal en el tablero", "Posição ilegal no tabuleiro", "Regelwidrige Stellung"}},
	{TouchViolation, false, 0, 0, false, [4]string{"{player} broke touch-move ({what}); claimable", "{player}: pieza tocada ({what}); reclamable", "{player}: peça tocada ({what}); reclamável", "{player}: berührt-geführt verletzt ({what})"}},
	{Claim, true, 0, 0, false, [4]string{"{player} claims {what}", "{player} reclama {what}", "{player} reclama {what}", "{player} reklamiert {what}"}},
	{Flag, true, 0, 0, false, [4]string{"Flag of {player}: {moves} of {needed} moves", "Bandera de {player}: {moves} de {needed}", "Bandeira de {player}: {moves} de {needed}", "Blättchen von {player}: {moves} von {needed} Zügen"}},
	{AutoDraw, true, 0, 0, false, [4]string{"Drawn by {why}: stop the game", "Tablas por {why}: detenga la partida", "Empate por {why}: pare a partida", "Remis durch {why}: Partie beenden"}},
	{TimeTrouble, false, 0, 0, false, [4]string{"{player} short of time: recording ends", "{player} apurado de tiempo", "{player} em apuros de tempo", "{player} in Zeitnot"}},
	{ClockNotPressed, false, 60 * s, 0, false, [4]string{"Clock not pressed (do not tell the player)", "Reloj no pulsado (no avisar)", "Relógio não acionado (não avisar)", "Uhr nicht gedrückt (nicht hinweisen)"}},
	{ClockDisagrees, false, 10 * s, 0, true, [4]string{"Clock differs by {t}", "El reloj difiere en {t}", "O relógio difere em {t}", "Uhr weicht um {t} ab"}},
	{DefaultNear, false, 0, 0, false, [4]string{"{player} absent, default in {t}", "{player} ausente, incomparecencia en {t}", "{player} ausente, falta em {t}", "{player} fehlt, kampflos in {t}"}},
	{WrongSetUp, true, 10 * s, 0, false, [4]string{"Set-up or board orientation wrong: {squares}", "Colocación u orientación errónea: {squares}", "Colocação ou orientação errada: {squares}", "Aufstellung oder Brettlage falsch: {squares}"}},
	{SensorFault, false, 0, 0, false, [4]string{"Sensor {squares}: {what}; play goes on", "Sensor {squares}: {what}; se sigue", "Sensor {squares}: {what}; o jogo segue", "Sensor {squares}: {what}; Partie läuft weiter"}},
	{BoardsDiffer, true, 10 * s, 0, false, [4]string{"The two boards differ on {squares}", "Los dos tableros difieren en {squares}", "Os dois tabuleiros diferem em {squares}", "Die zwei Bretter unterscheiden sich: {squares}"}},
	{FeedStopped, false, 30 * s, 0, false, [4]string{"Broadcast stands still since {t}", "Retransmisión detenida desde {t}", "Transmissão parada desde {t}", "Übertragung steht seit {t}"}},
}

func kindOf(id ID) kind {
	for _, k := range kinds {
		if k.id == id {
			return k
		}
	}
	panic("alarms: no alarm is called " + string(id))
}

// IDs lists every alarm.
func IDs() []ID {
	list := make([]ID, len(kinds))
	for i, k := range kinds {
		list[i] = k.id
	}
	return list
}

// colours are what the players are called where no names are known.
var colours = [4][2]string{{"White", "Black"}, {"Blancas", "Negras"}, {"Brancas", "Pretas"}, {"Weiß", "Schwarz"}}

// Text is what an alarm says at the moment now, in a language: of a board, with its
// players if they are known. Languages without words of their own get English.
func (a Alarm) Text(l rules.Language, now time.Duration) string {
	return strings.ReplaceAll(a.Template(l), "{t}", hms(a.span(now)))
}

// Template is Text in which {t} still stands for a time that goes on: since when it
// has been so, or, of DefaultNear, until the player loses. Whoever shows it lets it
// run.
func (a Alarm) Template(l rules.Language) string {
	n := 0
	for i, known := range languages {
		if known == l {
			n = i
		}
	}
	text := kindOf(a.ID).texts[n]
	player := a.Name
	if player == "" {
		player = colours[n][a.Player]
	}
	span := "{t}"
	if a.ID == ClockDisagrees {
		span = hms(a.Span)
	}
	for _, fill := range [][2]string{
		{"{t}", span}, {"{why}", word(a.Why, n)}, {"{what}", word(a.Why, n)}, {"{result}", a.Result},
		{"{n}", fmt.Sprint((a.Ply + 1) / 2)}, {"{san}", a.SAN}, {"{squares}", strings.Join(a.Squares, " ")}, {"{player}", player},
		{"{k}", fmt.Sprint(a.Count)}, {"{moves}", fmt.Sprint(a.Moves)}, {"{needed}", needed(a.Needed)},
	} {
		text = strings.ReplaceAll(text, fill[0], fill[1])
	}
	return text
}

// OfPlayer says whether an alarm is about one of the players.
func (a Alarm) OfPlayer() bool { return strings.Contains(kindOf(a.ID).texts[0], "{player}") }

func needed(n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}

// span is the time that {t} stands for: how long it has been so, or what was told.
func (a Alarm) span(now time.Duration) time.Duration {
	if a.ID == DefaultNear {
		return max(a.Span-now, 0)
	}
	return max(now-a.Since, 0)
}

func hms(d time.Duration) string {
	n := int(d.Round(time.Second) / time.Second)
	if n < 3600 {
		return fmt.Sprintf("%d:%02d", n/60, n%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", n/3600, n/60%60, n%60)
}

// Row is an alarm as a page lists it.
type Row struct {
	ID    ID
	Name  string // of the constant
	Mark  string // " **!**" when it sounds
	Texts [4]string
}

// Table lists every alarm with its texts in English, Spanish, Portuguese and German.
func Table() []Row {
	names := [...]string{
		"BoardMissing", "GameFinished", "ClockPaused", "MoveWithoutTime", "KingMoveDoubt", "PrematureResult", "Reconstructing", "GuessedMove", "IllegalMove", "IllegalPosition",
		"TouchViolation", "Claim", "Flag", "AutoDraw", "TimeTrouble", "ClockNotPressed", "ClockDisagrees", "DefaultNear", "WrongSetUp", "SensorFault", "BoardsDiffer", "FeedStopped",
	}
	list := make([]Row, len(kinds))
	for i, k := range kinds {
		list[i] = Row{ID: k.id, Name: names[i], Texts: k.texts}
		if k.urgent {
			list[i].Mark = " **!**"
		}
	}
	return list
}
