/** Settings that outlast a label, grouped as in the guide. */
export const LABELS = `
^LH | 20,30 | saved | label home
^LL | 400 | saved | label length
^LR | Y | saved | label reversed
^LS | 40 | power | label shift
^LT | 20 | saved | label top
^ML | 2000 | saved | longest label
^PW | 300 | saved | print width
^PM | Y | power | mirrored
^PO | I | power | upside down
^JM | B | power | dots per millimetre halved
^MU | M | power | units of measurement
`;

export const MEDIA = `
^MD | 10 | saved | darkness, relative
~SD | 25 | saved | darkness
^MT | D | saved | media type
^MM | C,Y | saved | print mode
^MN | N,0 | saved | media tracking
^MF | N,N | saved | feed at power up and head close
^MA | HA,1,5 | device | maintenance alerts
^MI | HEAD,Clean | device | maintenance message
^MP | D | device | protected modes
^MW | N | saved | head cold warning
^PR | 4,6,2 | saved | speeds
^JS | T | saved | sensor
~JS | A | power | backfeed sequence
^JT | 0200,N,0,9999 | power | head test interval
^JW | L | saved | ribbon tension
^JZ | N | power | reprint after an error
^SR | 0700 | device | resistance of the head
^SS | 040,050,060,0250,010,020 | device | sensor values
^SI | 1,100 | device | sensor intensity
^XS | 0,0 | saved | dynamic media calibration
~TA | 020 | saved | tear-off position
^CO | Y,40,0 | power | cache of characters
^SZ | 1 | power | which ZPL is read
^ZZ | 60,N | device | sleep
^JH | 1,1,1 | device | early warnings
`;

export const CONTROL = `
^CC | / | reads,saved | format prefix
~CC | / | reads,saved | format prefix
^CD | ; | reads,saved | delimiter
~CD | ; | reads,saved | delimiter
^CT | + | reads,saved | control prefix
~CT | + | reads,saved | control prefix
^CM | E,B,R,A | saved | memory letters
^JU | S | device | saves, recalls or resets the configuration
^JB | R | stores | initializes memory
~JB |  | device | resets optional memory
^JI | PROBE.BAS,N,N | reads | starts the interpreter
~JI |  | reads | starts the interpreter
~JQ |  | reads | ends the interpreter
~JA |  | acts | cancels all
~JC |  | acts,saved | calibrates
~JD |  | reads,power | diagnostics on
~JE |  | reads,power | diagnostics off
~JF | N | device | battery condition
~JG |  | acts,saved | calibrates and prints a profile
~JL |  | acts,saved | measures the label
~JN |  | power | head test fatal
~JO |  | power | head test not fatal
~JP |  | acts | pauses and cancels
~JR |  | acts | power-on reset
~JX |  | acts | cancels the format being received
~PR |  | acts | prints the last label again
~PS |  | acts | goes on
~RO | 1 | device | resets counters
^RO | 1 | device | resets counters
~KB |  | device | discharges the battery
^KD | 1 | device | date and time format
^KL | 3 | device | language of the panel
^KN | PROBE,Printer | device | name
^KP | 5678,2 | device | password
^KV | 20,3,0,4,2 | device | kiosk values
^JJ | 1,1,p,p,p,e | saved | auxiliary port
~HB |  | answers | battery
~HD |  | answers | head diagnostic
~HI |  | answers | identification
~HM |  | answers | memory
~HQ | ES | answers | query
~HS |  | answers | status
~HU |  | answers | alerts
^HF | R:PROBE.ZPL | answers | stored format to the host
^HG | R:PROBE.GRF | answers | graphic to the host
^HH |  | answers | configuration to the host
^HT |  | answers | heads and links
^HV | 1,8 | answers | field to the host
^HW | R:*.GRF | answers | directory to the host
^HY | R:PROBE.GRF | answers | object to the host
^HZ | A | answers | description to the host
^WD | R:*.* | acts | prints a directory
~WC |  | acts | prints the configuration
~WL |  | acts | prints the network configuration
~WQ | ES | acts | prints a query
`;

export const CLOCK = `
^SL | 5,1 | power | clock mode and language
^SO | 2,1,0,0,0,0,0 | power | clock offset
^ST | 02,22,2030,10,10,10,M | device | date and time
`;

export const ALERTS = `
^SX | Q,B,Y,Y,127.0.0.1,0 | device | alert
^SQ | A,A,Y | device | ends an alert
^SC | 9600,8,N,1,X,Z | saved | serial port
`;

export const NETWORK = `
^NB | C | device | network boot
^NC | 1 | device | network card
^ND | 1,P,192.168.0.1,255.255.255.0,192.168.0.2 | device | network settings
^NI | 003 | device | network number
^NN | PROBE,A,B,C,D | device | SNMP
^NP | P | device | primary device
^NS | P,192.168.0.1,255.255.255.0,192.168.0.2 | device | network settings
^NT | 192.168.0.9,zebra | device | SMTP
^NW | 10 | device | time out of the web page
~NC | 001 | device | connects a printer
~NR |  | device | all printers transparent
~NT |  | device | this printer transparent
^WA | D,D | device | antennas
^WE | 128,1,O,H | device | WEP
^WI | P,192.168.0.1,255.255.255.0,192.168.0.2 | device | wireless settings
^WL | ON,user,secret | device | LEAP
^WP | 1234,5678 | device | password
^WR | Y,Y,Y,N,100 | device | transmit rate
^WS | ESSID,I,L | device | wireless card
^WX | 09,secret | device | wireless security
^KC | 1,PROBE | device | client identifier
~WR |  | device | resets the wireless card
`;

export const RFID = `
^HL |  | answers | RFID log to the host
~HL |  | answers | RFID log to the host
^HR | start,end,B | acts,device | calibrates the transponder's place
^RA | 0,0,0 | label | reads AFI or DSFID
^RB | 96,8,3,3,20,24,38 | power | EPC structure
^RE | N,0 | label | surveillance bit
^RF | W,H | label | reads or writes
^RI | 0 | label | tag identifier
^RL | M,0 | label | locks memory
^RM | N | power | motion
^RN | Y | power | several tags
^RQ | 96,A,SP | label | quick write
^RR | 5 | power | retries
^RS | 8,B5,,,E | power | set-up
^RT | 0,1,1 | label | reads
^RU | A | label | unique serial number
~RV | E | device | results reported
^RW | H,H | power | power levels
^RZ | FF | label | password and lock
^WF | 0,0,0 | label | writes AFI or DSFID
^WT | 0 | label | writes
^WV | Y | power | verifies
`;

export const SET_GET_DO = `
! U1 setvar | "media.darkness" "25" | device | sets a variable
! U1 getvar | "device.uptime" | answers | asks a variable
! U1 do | "device.reset" "" | acts | does something
{}{"ezpl.print_width":"300"} |  | device | sets a variable, as JSON
! CISDFCRC16 |  | stores | stores a file
! UTILITIES |  | reads | line mode
! 0 200 200 210 1 |  | reads | CPCL label
`;
