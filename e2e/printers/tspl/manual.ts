import { type ManualCommand, readManual } from '../works/manual.ts';

const SYSTEM = `
SIZE | 30 mm,20 mm | power | label size
GAP | 0 mm,0 mm | saved | gap
GAPDETECT | 320,16 | acts,saved | measures labels with gaps
BLINE | 3 mm,0 mm | saved | black mark
BLINEDETECT | 320,16 | acts,saved | measures labels with marks
AUTODETECT | 320,16 | acts,saved | measures labels
OFFSET | 5 mm | power | where the label stops
SPEED | 2 | saved | speed
DENSITY | 15 | saved | darkness
DIRECTION | 1,1 | power | direction and mirror
REFERENCE | 24,16 | power | reference point
SHIFT | 10,12 | power | fine adjustment
COUNTRY | 086 | power | keyboard
CODEPAGE | 1252 | power | code page
CLS |  | draws | clears the image buffer
FEED | 100 | acts | feeds dots
BACKFEED | 100 | acts | feeds back
BACKUP | 100 | acts | feeds back
FORMFEED |  | acts | feeds a label
HOME |  | acts | to the label's origin
PRINT | 2,3 | acts | prints sets and copies
SOUND | 5,200 | acts | beep
CUT |  | acts | cuts now
LIMITFEED | 12 mm | power | longest feed to a gap
SELFTEST |  | acts | prints itself
INITIALPRINTER |  | device,acts | factory settings
EOJ |  | acts | waits until all is printed
DELAY | 1000 | acts | waits
DISPLAY | IMAGE | acts | shows the image buffer
`;

const LABEL = `
BAR | 20,30,80,10 | draws | bar
BARCODE | 20,30,"128",60,1,0,2,2,"1234567890" | draws | bar code
BITMAP | 3,5,1,2,0,AA | draws | dots
BLOCK | 20,30,200,60,"3",0,1,1,"a block of text" | draws | text block
BOX | 20,30,120,90,4 | draws | box
CIRCLE | 20,30,80,4 | draws | circle
CODABLOCK | 20,30,0,"CODABLOCK" | draws | Codablock F
DIAGONAL | 20,30,80,90,4 | draws | diagonal
DMATRIX | 20,30,200,200,"1234567890" | draws | Data Matrix
ELLIPSE | 20,30,80,60,4 | draws | ellipse
ERASE | 0,0,400,240 | draws | clears an area
MAXICODE | 20,30,4,"1234567890" | draws | MaxiCode
MPDF417 | 20,30,0,"1234567890" | draws | MicroPDF417
PDF417 | 20,30,200,100,0,"1234567890" | draws | PDF417
AZTEC | 20,30,0,"1234567890" | draws | Aztec
QRCODE | 20,30,L,5,A,0,"1234567890" | draws | QR Code
RSS | 20,30,"RSS14",0,2,1,"1234567890123" | draws | GS1 DataBar
TLC39 | 20,30,0,"123456,ABC" | draws | TLC39
PUTBMP | 20,30,"PROBE.BMP" | draws | stored picture
PUTPCX | 20,30,"PROBE.PCX" | draws | stored picture
REVERSE | 0,0,100,100 | draws | reverses an area
TEXT | 20,30,"3",0,1,1,"text" | draws | text
`;

const POLLING = `
ESC!? |  | answers | status byte
ESC!C |  | acts | restarts without AUTO.BAS
ESC!D |  | reads,acts | dump mode
ESC!O |  | acts | goes on
ESC!P |  | acts | pauses
ESC!Q |  | acts | restarts without AUTO.BAS
ESC!R |  | acts | restarts
ESC!S |  | answers | status of four bytes
ESC!F |  | acts | feeds a label
ESC!. |  | acts | cancels all
~!@ |  | answers | mileage
~!A |  | answers | free memory
~!C |  | answers | clock
~!D |  | reads,acts | dump mode
~!E |  | device | immediate commands
~!F |  | answers | files
~!I |  | answers | code page and country
~!T |  | answers | model
`;

const FILES = `
DOWNLOAD | "PROBE.DAT",4,ABCD | stores | stores a file
EOP |  | reads | ends a program
FILES |  | acts | prints the files
KILL | "PROBE.DAT" | stores | deletes files
MOVE |  | stores | moves files to flash
RUN | "PROBE.BAS" | acts | runs a program
COPY | "PROBE.DAT","COPY.DAT" | stores | copies a file
`;

const BASIC = `
PROBE=1 |  | power | variable
PROBE$="A" |  | power | string
OPEN | "PROBE.DAT",0 | power | file
CLOSE | 0 | power | file
READ | 0,A$,B$ | power | file
WRITE | 0,"A" | stores | file
SEEK | 0,0 | power | file
PUT | 0,"A" | stores | file
GET | 0,A$ | power | file
FOR A=1 TO 2 |  | reads | loop
NEXT |  | reads | loop
WHILE A=1 |  | reads | loop
WEND |  | reads | loop
DO |  | reads | loop
LOOP |  | reads | loop
IF A=0 THEN CLS |  | reads | condition
ELSE |  | reads | condition
ENDIF |  | reads | condition
GOSUB PROBE |  | reads | subroutine
GOTO PROBE |  | reads | jump
:PROBE |  | reads | label of a jump
RETURN |  | reads | subroutine
END |  | reads | end
EXITDO |  | reads | loop
INPUT | A$ | reads | waits for what comes
REM | a remark | draws | comment
BEEP |  | acts | beep
OUT | "A" | answers | output
OUTR | "A" | answers | output on the serial port
OUT USB | "A" | answers | output
OUT NET | "A" | answers | output
OUT LPT | "A" | answers | output
OUT COM | "A" | answers | output
OUT BT | "A" | answers | output
?GETSENSOR("GAP") |  | answers | sensor
?GETSETTING$("CONFIG","TSPL","DENSITY") |  | answers | setting
?TEXTPIXEL("A","3",1) |  | answers | width
@1="0001" |  | power | counter
@YEAR="30" |  | device | clock
@MONTH="12" |  | device | clock
@DATE="31" |  | device | clock
@HOUR="23" |  | device | clock
@MINUTE="59" |  | device | clock
@SECOND="59" |  | device | clock
@LABEL=100 |  | power | label counter
`;

const SETTINGS = `
SET COUNTER | @1 5 | power | step of a counter
SET CUTTER | 2 | saved | cutter
SET PARTIAL_CUTTER | 2 | saved | partial cutter
SET BACK | 10 | power | after a cut
SET KEY1 | OFF | power | key
SET KEY2 | OFF | power | key
SET KEY3 | OFF | power | key
SET LED1 | OFF | power | lamp
SET LED2 | OFF | power | lamp
SET LED3 | OFF | power | lamp
SET PEEL | ON | saved | peeler
SET REWIND | ON | saved | rewinder
SET TEAR | OFF | saved | tear-off
SET STRIPER | ON | saved | stripper
SET GAP | 3 | device | gap sensor
SET BLINE | REVERSE | device | mark sensor
SET HEAD | OFF | power | head sensor
SET RIBBON | OFF | saved | ribbon
SET ENCODER | ON | saved | ribbon encoder
SET COM1 | 96,N,8,1 | device | serial port
SET COM2 | 96,N,8,1 | device | serial port
SET PRINTKEY | ON | saved | waits for a key before each label
SET REPRINT | ON | saved | reprints after an error
SET RESPONSE | ON | power | tells what it prints
SET PRINTQUALITY | OPTIMUM | saved | quality
SET STANDBYTIME | 1,5 | device | sleep
SET AUTORUN | OFF | device | AUTO.BAS
SET DEBUG | LABEL | power | tells errors
SET SENSOR_REF | AUTO | device | sensor
SET RS232 | 96,N,8,1 | device | serial port
SET LPT | ON | device | parallel port
SET MEDIA | TAG | device | media
SET VERIFIER | ON | device | verifier
SET USBHOST | KEYBOARD | device | USB host
SET GPO1 | HIGH,0,100,0,100,FAULT | device | output pin
SET GPI1 | POS,100,PAUSE | device | input pin
`;

const NETWORK = `
WLAN OFF |  | device | wireless
WLAN SSID | "PROBE" | device | wireless
WLAN WPA | "secret" | device | wireless
WLAN WEP | 1,"secret" | device | wireless
WLAN DHCP |  | device | wireless
WLAN IP | "192.168.0.9","255.255.255.0","192.168.0.1" | device | wireless
WLAN PORT | 9101 | device | wireless
NET DHCP |  | device | network
NET IP | "192.168.0.9","255.255.255.0","192.168.0.1" | device | network
NET PORT | 9101 | device | network
NET NAME | "PROBE" | device | network
BT NAME | "PROBE" | device | Bluetooth
BT PASSWORD | "1234" | device | Bluetooth
NFC MODE | WRITE | device | NFC
NFC TIMEOUT | 10 | device | NFC
NFC WRITE | "PROBE" | acts | NFC
NFC READ |  | answers | NFC
NFC STATUS |  | answers | NFC
NFC FEATURE |  | answers | NFC
RFID WRITE | 0,H,2,12,EPC,"000000000000000000000000" | label | RFID
RFID READ | 0,H,2,12,EPC,A$ | power | RFID
RFID RETRY | 3 | power | RFID
RFIDDETECT | AUTO | acts,device | RFID
`;

const encodeCommand = (name: string, parameters: string): Buffer => {
  if (name.startsWith('ESC')) return Buffer.from(`\x1b${name.slice(3)}`, 'latin1');
  if (name.startsWith('~!')) return Buffer.from(name, 'latin1');
  return Buffer.from(`${name}${parameters === '' ? '' : ` ${parameters}`}\r\n`, 'latin1');
};

/** Every command of the TSPL/TSPL2 manual. */
export const TSPL_MANUAL: readonly ManualCommand[] = [
  ...readManual('setup and system', SYSTEM, encodeCommand),
  ...readManual('label', LABEL, encodeCommand),
  ...readManual('status polling and immediate', POLLING, encodeCommand),
  ...readManual('files', FILES, encodeCommand),
  ...readManual('BASIC', BASIC, encodeCommand),
  ...readManual('device reconfiguration', SETTINGS, encodeCommand),
  ...readManual('network, NFC, RFID', NETWORK, encodeCommand),
];

/** The same command in other allowed spellings: lower case, spaces, either line end. */
export const listSpellings = ({ name, bytes }: ManualCommand): readonly Buffer[] => {
  const text = bytes.toString('latin1');
  if (name.startsWith('ESC') || name.startsWith('~!')) return [bytes];
  const line = text.slice(0, -2);
  const small = line.slice(0, name.length).toLowerCase() + line.slice(name.length);
  const spaced = `  ${line.replace(' ', '   ')} `;
  return [text, `${line}\n`, `${line}\r`, `${small}\r\n`, `${spaced}\r\n`, `\r\n\r\n${text}`].map(
    (spelling) => Buffer.from(spelling, 'latin1'),
  );
};
