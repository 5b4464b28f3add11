package configs

// file is the structure of a configuration file. Numbers and booleans are pointers, so that
// a key that is missing differs from one that is zero.
type file struct {
	State     string         `toml:"state"`
	Game      gameTable      `toml:"game"`
	MQTT      mqttTable      `toml:"mqtt"`
	Screen    screenTable    `toml:"screen"`
	Organiser organiserTable `toml:"organiser"`
	Log       logTable       `toml:"log"`
	Broadcast broadcastTable `toml:"broadcast"`
	Event     eventTable     `toml:"event"`
	Control   controlTable   `toml:"control"`
	Journal   journalTable   `toml:"journal"`
	Metrics   metricsTable   `toml:"metrics"`
	MDNS      mdnsTable      `toml:"mdns"`
	Board     []boardTable   `toml:"board"`
}

type gameTable struct {
	Laws       *string `toml:"laws"`
	Variant    *string `toml:"variant"`
	Mode       *string `toml:"mode"`
	Publish    *string `toml:"publish"`
	Supervised *bool   `toml:"supervised"`
	Quickplay  bool    `toml:"quickplay"`
	Clock      *string `toml:"clock"`

	TimeControl      *string `toml:"time_control"`
	TimeControlBlack *string `toml:"time_control_black"`
	Announcements    *string `toml:"announcements"`
}

type mqttTable struct {
	Broker       *string     `toml:"broker"`
	Listen       *string     `toml:"listen"`
	WebSocket    *string     `toml:"websocket"`
	Base         *string     `toml:"base"`
	Node         *string     `toml:"node"`
	Username     string      `toml:"username"`
	PasswordFile string      `toml:"password_file"`
	PasswordEnv  string      `toml:"password_env"`
	TLS          tlsTable    `toml:"tls"`
	User         []userTable `toml:"user"`
}

type tlsTable struct {
	CA   string `toml:"ca"`
	Cert string `toml:"cert"`
	Key  string `toml:"key"`
}

type userTable struct {
	Name         string `toml:"name"`
	Role         string `toml:"role"`
	PasswordFile string `toml:"password_file"`
	PasswordEnv  string `toml:"password_env"`

	Boards []string `toml:"boards"`
	Side   string   `toml:"side"`
}

type screenTable struct {
	Listen  *string  `toml:"listen"`
	Origins []string `toml:"origins"`
	Proxies []string `toml:"trusted_proxies"`
	Site    string   `toml:"site"`
}

type logTable struct {
	Level  *string `toml:"level"`
	Format *string `toml:"format"`
}

type boardTable struct {
	ID         *string       `toml:"id"`
	Event      *string       `toml:"event"`
	Sensing    *string       `toml:"sensing"`
	ScanHz     *float64      `toml:"scan_hz"`
	IdleScanHz *float64      `toml:"idle_scan_hz"`
	IdleAfterS *float64      `toml:"idle_after_s"`
	Clock      clockTable    `toml:"clock"`
	Lights     lightsTable   `toml:"lights"`
	Buzzer     buzzerTable   `toml:"buzzer"`
	Wiring     wiringTable   `toml:"wiring"`
	Part       []wiringTable `toml:"part"`

	Calibration *string `toml:"calibration"`
	Kind        *string `toml:"kind"`
	SecondBoard *string `toml:"second_board"`
}

// wiringTable holds the keys of all drivers; kindOf has those of each driver.
type wiringTable struct {
	Driver    string   `toml:"driver"`
	Bus       *string  `toml:"bus"`
	Addrs     []int64  `toml:"addrs"`
	Addr      *int64   `toml:"addr"`
	RowsPort  *string  `toml:"rows_port"`
	Mux       *int64   `toml:"mux"`
	Ports     []int64  `toml:"ports"`
	Converter *string  `toml:"converter"`
	Inputs    []int64  `toml:"inputs"`
	Select    []string `toml:"select"`
	SupplyMV  *int64   `toml:"supply_mv"`
	EnterMV   *int64   `toml:"enter_mv"`
	LeaveMV   *int64   `toml:"leave_mv"`
	Rows      []string `toml:"rows"`
	Columns   []string `toml:"columns"`
	Diodes    *bool    `toml:"diodes"`
	SettleUS  *int64   `toml:"settle_us"`
	Active    *string  `toml:"active"`
	Squares   []string `toml:"squares"`
	Turn      *int64   `toml:"turn"`
	Chip      *string  `toml:"chip"`
	handsTable
}

// handsTable holds the keys of the simulated hands.
type handsTable struct {
	PGN   string   `toml:"pgn"`
	Hands string   `toml:"hands"`
	Style *string  `toml:"style"`
	Seed  *uint64  `toml:"seed"`
	Speed *float64 `toml:"speed"`
}

type clockTable struct {
	Lever      string  `toml:"lever"`
	White      string  `toml:"white"`
	Black      string  `toml:"black"`
	Active     *string `toml:"active"`
	DebounceUS *int64  `toml:"debounce_us"`
}

// lightsTable holds the keys of all kinds of lamps.
type lightsTable struct {
	Driver     string  `toml:"driver"`
	Port       *string `toml:"port"`
	Bus        *string `toml:"bus"`
	Addr       *int64  `toml:"addr"`
	First      *string `toml:"first"`
	Next       *string `toml:"next"`
	Serpentine *bool   `toml:"serpentine"`
	Edge       *bool   `toml:"edge"`
	Brightness *int64  `toml:"brightness"`
	SupplyMA   *int64  `toml:"supply_ma"`
	DuringGame *string `toml:"during_game"`
}

type buzzerTable struct {
	Line       string  `toml:"line"`
	DuringGame *string `toml:"during_game"`
}

type controlTable struct {
	Directory   string `toml:"directory"`
	Arbiters    string `toml:"arbiters"`
	Technicians string `toml:"technicians"`
}

type journalTable struct {
	KeepDays *int64 `toml:"keep_days"`
	MaxMB    *int64 `toml:"max_mb"`

	Copy           string `toml:"copy"`
	CopyRegion     string `toml:"copy_region"`
	CopyKey        string `toml:"copy_key"`
	CopySecretFile string `toml:"copy_secret_file"`
	CopySecretEnv  string `toml:"copy_secret_env"`

	CopyCredentials string `toml:"copy_credentials_file"`
	CopyCA          string `toml:"copy_ca"`
}

type metricsTable struct {
	Listen *string `toml:"listen"`
}

type mdnsTable struct {
	Name string `toml:"name"`
}

type broadcastTable struct {
	Delay *string `toml:"delay"`
	Base  *string `toml:"base"`

	Settled       *float64 `toml:"settled"`
	Values        bool     `toml:"values"`
	HomeAssistant string   `toml:"home_assistant"`
}

type eventTable struct {
	File        string `toml:"file"`
	Round       string `toml:"round"`
	Name        string `toml:"name"`
	Site        string `toml:"site"`
	TimeControl string `toml:"time_control"`

	EnvelopeKeys []string `toml:"envelope_keys"`
}
