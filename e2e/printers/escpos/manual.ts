import { type ManualCommand, readManual } from '../works/manual.ts';

const PRINT = `
LF |  | acts | prints the line
CR |  | acts | prints the line, or nothing
FF |  | acts | prints and leaves page mode; to the next label
ESC FF |  | acts | prints the page
ESC J | 40 | acts | feeds
ESC K | 40 | acts | feeds back
ESC d | 3 | acts | feeds lines
ESC e | 3 | acts | feeds lines back
CAN |  | draws | clears the page
HT |  | draws | tab
`;

const SPACING = `
ESC 2 |  | power | line spacing of the factory
ESC 3 | 60 | power | line spacing
ESC SP | 8 | power | character spacing
`;

const CHARACTERS = `
ESC ! | 56 | power | print mode
ESC % | 1 | power | user-defined characters
ESC & | 3 65 65 2 255 129 255 255 129 255 | stores | defines characters
ESC - | 1 | power | underline
ESC ? | 65 | stores | undefines a character
ESC E | 1 | power | bold
ESC G | 1 | power | double strike
ESC M | 1 | power | font
ESC R | 15 | power | international set
ESC V | 1 | power | turned by 90 degrees
ESC r | 1 | power | colour
ESC t | 17 | power | code table
ESC { | 1 | power | upside down
GS ! | 17 | power | size
GS B | 1 | power | white on black
GS b | 1 | power | smoothing
GS ( N fn=48 | 2 0 48 49 | power | character colour
GS ( N fn=49 | 3 0 49 49 49 | power | background colour
GS ( N fn=50 | 3 0 50 49 49 | power | shading
`;

const POSITION = `
ESC $ | 40 0 | draws | position
ESC \\ | 40 0 | draws | position, relative
ESC D | 4 12 0 | power | tab stops
ESC L |  | reads,power | page mode
ESC S |  | reads,power | standard mode
ESC T | 2 | power | direction of the page
ESC W | 0 0 0 0 100 0 100 0 | power | area of the page
ESC a | 1 | power | alignment
ESC c 0 | 1 | power | paper
ESC c 1 | 1 | power | paper of settings
GS $ | 40 0 | draws | position on the page
GS L | 64 0 | power | left margin
GS P | 100 100 | power | motion units
GS T | 1 | draws | to the line's beginning
GS W | 100 0 | power | width of the print area
GS \\ | 40 0 | draws | position on the page, relative
ESC U | 1 | power | one direction
ESC < |  | acts | home
ESC i |  | acts | cuts
ESC m |  | acts | cuts
GS V | 66 0 | acts | cuts
GS FF |  | acts | to the next label
GS ( F | 4 0 1 0 30 0 | power | where labels begin
FS ( L fn=33 | 2 0 33 48 | saved | paper layout
FS ( L fn=65 | 2 0 65 48 | acts | to the peeler
FS ( L fn=66 | 2 0 66 48 | acts | to the cutter
FS ( L fn=67 | 2 0 67 48 | acts | to the next label
FS ( L fn=80 | 2 0 80 48 | power | margins
`;

const IMAGES = `
ESC * | 33 2 0 255 129 255 255 129 255 | draws | columns of dots
GS v | '0' 0 1 0 2 0 255 129 | draws | raster picture
GS Q 0 | 0 1 0 1 0 255 | draws | variable height picture
GS * | 1 1 1 2 3 4 5 6 7 8 | stores | downloaded picture
GS / | 0 | draws | prints the downloaded picture
FS p | 1 0 | draws | NV picture
FS q | 1 1 0 1 0 1 2 3 4 5 6 7 8 | stores,device | defines NV pictures
GS ( L fn=48 | 2 0 48 48 | answers | NV memory
GS ( L fn=49 | 4 0 48 49 50 50 | power | dot density
GS ( L fn=50 | 2 0 48 50 | draws | prints the stored graphic
GS ( L fn=51 | 2 0 48 51 | answers | free NV memory
GS ( L fn=52 | 2 0 48 52 | answers | free download memory
GS ( L fn=64 | 4 0 48 64 75 67 | answers | NV keys
GS ( L fn=65 | 5 0 48 65 67 76 82 | stores,device | deletes all NV graphics
GS ( L fn=66 | 4 0 48 66 65 65 | stores,device | deletes an NV graphic
GS ( L fn=67 | 12 0 48 67 48 65 65 1 8 0 1 0 49 255 | stores,device | defines an NV graphic
GS ( L fn=69 | 6 0 48 69 65 65 1 1 | draws | prints an NV graphic
GS ( L fn=80 | 4 0 48 80 75 67 | answers | download keys
GS ( L fn=81 | 5 0 48 81 67 76 82 | stores | deletes all downloaded graphics
GS ( L fn=82 | 4 0 48 82 65 65 | stores | deletes a downloaded graphic
GS ( L fn=83 | 12 0 48 83 48 65 65 1 8 0 1 0 49 255 | stores | defines a downloaded graphic
GS ( L fn=85 | 6 0 48 85 65 65 1 1 | draws | prints a downloaded graphic
GS ( L fn=112 | 11 0 48 112 48 1 1 49 8 0 1 0 255 | draws | stores a graphic for 50
GS 8 | 'L' 11 0 0 0 48 112 48 1 1 49 8 0 1 0 255 | draws | the same
`;

const STATUS = `
DLE EOT | 1 | answers | status at once
DLE ENQ | 2 | acts | recovers
DLE DC4 fn=1 | 1 0 1 | acts | pulse
DLE DC4 fn=2 | 2 1 8 | acts | power off
DLE DC4 fn=3 | 3 1 1 1 1 1 | acts | buzzer
DLE DC4 fn=7 | 7 1 | answers | status
DLE DC4 fn=8 | 8 1 3 20 1 6 2 8 | acts | clears buffers
GS I | 1 | answers | identification
GS a | 255 | power | automatic status back
GS j | 255 | power | automatic ink status
GS r | 1 | answers | status
ESC u | 0 | answers | drawer
ESC v |  | answers | paper
GS ( H fn=48 | 6 0 48 48 49 50 51 52 | answers | process ID
GS ( H fn=49 | 3 0 49 48 49 | power | offline response
FS ( e | 2 0 51 8 | power | optional automatic status
FS ( C | 2 0 48 50 | power | character encoding
`;

const CODES = `
GS H | 2 | power | text of bar codes
GS f | 1 | power | font of that text
GS h | 80 | power | height of bar codes
GS w | 4 | power | module of bar codes
GS k | 73 4 123 65 66 67 | draws | bar code
GS ( k fn=65 | 3 0 48 65 5 | power | PDF417 columns
GS ( k fn=66 | 3 0 48 66 5 | power | PDF417 rows
GS ( k fn=67 | 3 0 48 67 4 | power | PDF417 module
GS ( k fn=68 | 3 0 48 68 5 | power | PDF417 row height
GS ( k fn=69 | 4 0 48 69 48 51 | power | PDF417 correction
GS ( k fn=70 | 3 0 48 70 1 | power | PDF417 options
GS ( k fn=80 | 4 0 48 80 48 65 | power | PDF417 data
GS ( k fn=81 | 3 0 48 81 48 | draws | PDF417
GS ( k fn=165 | 4 0 49 65 49 0 | power | QR model
GS ( k fn=167 | 3 0 49 67 8 | power | QR module
GS ( k fn=169 | 3 0 49 69 51 | power | QR correction
GS ( k fn=180 | 4 0 49 80 48 65 | power | QR data
GS ( k fn=181 | 3 0 49 81 48 | draws | QR Code
GS ( k fn=265 | 3 0 50 65 51 | power | MaxiCode mode
GS ( k fn=280 | 4 0 50 80 48 65 | power | MaxiCode data
GS ( k fn=281 | 3 0 50 81 48 | draws | MaxiCode
GS ( k fn=367 | 3 0 51 67 4 | power | DataBar module
GS ( k fn=380 | 4 0 51 80 48 65 | power | DataBar data
GS ( k fn=381 | 3 0 51 81 48 | draws | DataBar
GS ( k fn=471 | 3 0 52 71 48 | power | composite
GS ( k fn=566 | 5 0 53 66 48 3 3 | power | Aztec mode
GS ( k fn=581 | 3 0 53 81 48 | draws | Aztec
GS ( k fn=667 | 3 0 54 67 5 | power | Data Matrix module
GS ( k fn=680 | 4 0 54 80 48 65 | power | Data Matrix data
GS ( k fn=681 | 3 0 54 81 48 | draws | Data Matrix
`;

const MACROS = `
GS : |  | reads,stores | begins or ends a macro
GS ^ | 2 1 0 | acts | runs the macro
`;

const SENSORS = `
ESC c 3 | 15 | power | sensors that tell the end of paper
ESC c 4 | 15 | power | sensors that stop
ESC c 5 | 1 | power | keys off
`;

const KANJI = `
FS ! | 12 | power | kanji mode
FS & |  | reads,power | kanji on
FS - | 1 | power | kanji underline
FS . |  | reads,power | kanji off
FS 2 | 119 33 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 | stores | defines a kanji
FS ? | 119 33 | stores | undefines a kanji
FS C | 1 | reads,power | kanji code
FS S | 4 4 | power | kanji spacing
FS W | 1 | power | kanji four times
FS ( A | 2 0 48 2 | power | kanji font
`;

const OTHERS = `
ESC = | 2 | reads,power | selects a device
ESC @ |  | power | initializes
ESC p | 0 50 50 | acts | pulse for the drawer
ESC ( A | 5 0 97 100 1 50 100 | power | buzzer
ESC ( Y | 2 0 0 0 | device | batch print
GS ( A | 2 0 0 2 | acts | test print
GS ( B | 2 0 97 0 | power | customizes ASB
GS ( C fn=0 | 5 0 0 0 0 65 65 | stores,device | deletes a record
GS ( C fn=1 | 6 0 0 1 0 65 65 66 | stores,device | stores a record
GS ( D | 3 0 20 1 0 | reads,power | real-time commands off
GS ( E fn=1 | 3 0 1 73 78 | reads | user setting mode
GS ( E fn=2 | 4 0 2 79 85 84 | reads,acts | ends it, restarts
GS ( E fn=3 | 10 0 3 1 50 50 50 50 50 50 50 50 | device | memory switch
GS ( E fn=4 | 2 0 4 1 | answers | memory switch
GS ( E fn=5 | 4 0 5 5 3 0 | device | customized value
GS ( E fn=6 | 2 0 6 5 | answers | customized value
GS ( E fn=7 | 4 0 7 10 1 0 | device | copies a font
GS ( E fn=8 | 7 0 8 49 2 65 65 0 0 | device | defines a font
GS ( E fn=9 | 4 0 9 10 0 0 | device | deletes a font
GS ( E fn=10 | 6 0 10 12 24 1 65 65 | device | page of codes
GS ( E fn=11 | 4 0 11 1 57 54 | device | serial port
GS ( E fn=12 | 2 0 12 1 | answers | serial port
GS ( E fn=13 | 3 0 13 65 49 | device | Bluetooth
GS ( E fn=14 | 2 0 14 65 | answers | Bluetooth
GS ( E fn=15 | 3 0 15 1 48 | device | USB
GS ( E fn=16 | 2 0 16 1 | answers | USB
GS ( E fn=48 | 4 0 48 67 76 82 | device | deletes the paper layout
GS ( E fn=49 | 4 0 49 49 59 59 | device | paper layout
GS ( E fn=50 | 2 0 50 64 | answers | paper layout
GS ( E fn=51 | 3 0 51 48 48 | device | control of labels
GS ( E fn=52 | 2 0 52 1 | answers | control of labels
GS ( K fn=48 | 2 0 48 2 | power | print control
GS ( K fn=49 | 2 0 49 6 | power | density
GS ( K fn=50 | 2 0 50 1 | power | speed
GS ( K fn=97 | 2 0 97 2 | power | parts of the head
GS ( M fn=1 | 2 0 1 49 | device | saves settings
GS ( M fn=2 | 2 0 2 49 | power | loads settings
GS ( M fn=3 | 2 0 3 1 | device | settings at power up
GS ( P | 8 0 48 100 0 100 0 1 3 0 | power | size of the page
GS ( Q | 12 0 48 10 0 10 0 50 0 50 0 1 0 0 | draws | line on the page
GS ( V | 2 0 48 49 | acts | cuts
GS ( z | 3 0 42 48 48 | power | layout
GS C 0 | 3 1 | power | counter mode
GS C 1 | 1 0 10 0 1 1 | power | counter mode
GS C 2 | 1 0 | power | counter value
GS C ; | '1;10;1;1;1;' | power | counter mode
GS c |  | draws | counter
GS E | 1 | power | speed and head
GS g 0 | 0 20 0 | device | maintenance counter
GS g 2 | 0 20 0 | answers | maintenance counter
GS z 0 | 1 1 | power | serial
FS g 1 | 0 0 0 0 0 1 0 65 | stores,device | NV user memory
FS g 2 | 0 0 0 0 0 1 0 | answers | NV user memory
FS ( E fn=60 | 6 0 60 2 48 67 76 82 | device | logos off
FS ( E fn=61 | 3 0 61 2 48 | answers | logos
FS ( E fn=62 | 7 0 62 2 65 65 48 0 0 | device | logo above
FS ( E fn=63 | 6 0 63 2 65 65 48 0 | device | logo below
FS ( E fn=64 | 4 0 64 2 48 48 | device | logos, further
FS ( E fn=65 | 4 0 65 2 48 49 | device | logos on
FS ( f | 6 0 0 48 49 0 0 0 | power | form
FS ( g | 2 0 48 1 | power | scanner
FS a 0 | 1 | acts | check reader
FS a 1 |  | answers | check reader
FS a 2 |  | acts | check reader
FS b |  | acts | check reader
FS c |  | acts | check reader
`;

const CODES_BY_NAME: Readonly<Record<string, number>> = {
  HT: 9,
  LF: 10,
  FF: 12,
  CR: 13,
  DLE: 0x10,
  DC4: 0x14,
  CAN: 0x18,
  ESC: 0x1b,
  FS: 0x1c,
  GS: 0x1d,
  SP: 0x20,
  EOT: 4,
  ENQ: 5,
};

/** Encodes names and single letters of a name, and numbers and texts of the parameters. */
const encodeCommand = (name: string, parameters: string): Buffer => {
  const letters = name.replace(/ fn=\d+$/, '').split(' ');
  const values = parameters === '' ? [] : parameters.split(' ');
  return Buffer.from([
    ...letters.map((letter) => CODES_BY_NAME[letter] ?? letter.charCodeAt(0)),
    ...values.flatMap((value) =>
      value.startsWith("'") ? [...Buffer.from(value.slice(1, -1), 'latin1')] : [Number(value)],
    ),
  ]);
};

/** Every command of Epson's ESC/POS reference. */
export const ESCPOS_MANUAL: readonly ManualCommand[] = [
  ...readManual('print', PRINT, encodeCommand),
  ...readManual('line spacing', SPACING, encodeCommand),
  ...readManual('character', CHARACTERS, encodeCommand),
  ...readManual('print position and mechanism', POSITION, encodeCommand),
  ...readManual('bit image', IMAGES, encodeCommand),
  ...readManual('status', STATUS, encodeCommand),
  ...readManual('bar code and two-dimensional code', CODES, encodeCommand),
  ...readManual('macro function', MACROS, encodeCommand),
  ...readManual('panel button and paper sensor', SENSORS, encodeCommand),
  ...readManual('kanji', KANJI, encodeCommand),
  ...readManual('miscellaneous', OTHERS, encodeCommand),
];
