import { Download, isDownload } from './download.ts';
import { CHANGES, DLE, Growing, type Reading, RS, SI, readStandard, US } from './reading.ts';

const CARET = 0x5e;
const COMMA = 0x2c;
const STX = 0x02;
const ETX = 0x03;
const CR = 0x0d;
const LF = 0x0a;

/** Control commands without parameters: executed on their second letter. */
const BARE = new Set(
  (
    'HB HD HI HL HM HS HU JA JB JC JD JE JG JI JL JN JO JP JQ JR JX KB NR NT PH PP PR PS ' +
    'DN EF EG WC WL WR'
  ).split(' '),
);

const BANG = 0x21;
const BRACE = 0x7b;
/** `{}{"name":"value"}` */
const JSON_LINE = /^\{\}\{[^}]*\}$/;
const MAX_LINE_LENGTH = 1024;
const MAX_PARAMETER_LENGTH = 64;

export type LexerEvents = {
  /** A complete format: the bytes between ^XA and ^XZ without control commands. */
  format: (bytes: Buffer) => void;
  control: (name: string, parameter: string) => void;
  /** `! U1 verb "name" "value"`. */
  sgd: (verb: string, name: string, value: string) => void;
  /** ~DG and the other storing commands: parameters and data. */
  download?: (name: string, parameters: readonly string[], data: Buffer) => void;
  /** A line of another language, `! …`. */
  foreign?: (line: string) => void;
  lost: (bytes: number, reason: string) => void;
};

export type LexerRules = {
  /** A longer format exceeds the printer's memory and is lost. */
  mostFormatBytes: number;
  /** Effect of ^XA inside a format. */
  strayXa: 'restarts' | 'merges';
  /** RS, DLE and US are equal to the prefixes and the delimiter, as in the guide. */
  controlCodes?: 'equal' | 'data';
  /** Line ends and other control codes between the letters of a command. */
  controlsInNames?: 'skipped' | 'read';
  /** A ^ command before any ^XA. */
  outside?: 'ignored' | 'obeyed';
};

/** Commands whose delimiters are data. */
const TEXTS = new Set(['FD', 'FV', 'FX']);
const GRAPHIC_DELIMITERS = 4;

type Mode = 'outside' | 'format' | 'oversize';

/**
 * Splits the input of one connection into formats, control commands and SGD lines, byte by byte.
 */
export class Lexer {
  /** The event handlers; a lexer left by a closed connection can be reused. */
  on: LexerEvents;
  readonly #rules: LexerRules;
  readonly #reading: Reading;
  #mode: Mode = 'outside';
  readonly #format = new Growing();
  #oversize = 0;
  /** The command being read: its prefix and the letters after it. */
  #lead = 0;
  #name = '';
  /** A control command that takes a parameter. */
  #control = '';
  #parameter: string | null = null;
  #line: string | null = null;
  /** `a,b,c,d` of a ^GF, until its data starts. */
  #graphic: string | null = null;
  #binary = 0;
  /** The command whose parameters are being read, and the number of its delimiters so far. */
  #command = '';
  #delimiters = 0;
  /** The prefix or delimiter that the next byte sets. */
  #change: 'format' | 'control' | 'delimiter' | null = null;
  #download: Download | null = null;
  #tail = '';
  /** A command before any ^XA was obeyed. */
  #isImplied = false;

  constructor(rules: LexerRules, on: LexerEvents, reading: Reading = readStandard()) {
    this.#rules = rules;
    this.#reading = reading;
    this.on = on;
  }

  /** Unfinished input that the next bytes continue. */
  get pending(): string | null {
    if (this.#change) return `the ${this.#change} character`;
    if (this.#download) return `the data of ~${this.#download.name}`;
    if (this.#binary > 0) return 'the dots of ^GF';
    if (this.#line !== null) return `the line ${this.#line.slice(0, 40)}`;
    if (this.#parameter !== null) return `the parameters of ~${this.#control}`;
    if (this.#lead !== 0) return 'the name of a command';
    return this.inFormat ? 'a format' : null;
  }

  get inFormat(): boolean {
    return this.#mode !== 'outside';
  }

  /** Bytes of the unfinished format. */
  get held(): number {
    return this.#format.length;
  }

  push(bytes: Uint8Array): void {
    for (const byte of bytes) this.#byte(byte);
  }

  /** ~JX: discards the format being received; parsing restarts. */
  cancel(reason: string): void {
    const held = this.#format.length + this.#oversize;
    if (this.inFormat) this.on.lost(held, reason);
    this.#reset();
  }

  #reset(): void {
    this.#mode = 'outside';
    this.#format.clear();
    this.#oversize = 0;
    this.#lead = 0;
    this.#parameter = null;
    this.#line = null;
    this.#graphic = null;
    this.#binary = 0;
    this.#command = '';
    this.#change = null;
    this.#download = null;
    this.#isImplied = false;
  }

  #isFormat(byte: number): boolean {
    return byte === this.#reading.format || (byte === RS && this.#equal);
  }

  #isControl(byte: number): boolean {
    return byte === this.#reading.control || (byte === DLE && this.#equal);
  }

  #isPrefix(byte: number): boolean {
    return this.#isFormat(byte) || this.#isControl(byte);
  }

  #delimits(byte: number): boolean {
    return byte === this.#reading.delimiter || (byte === US && this.#equal);
  }

  get #equal(): boolean {
    return this.#rules.controlCodes !== 'data';
  }

  /** ZPL is disabled: the input goes to the interpreter or is printed raw. */
  #elsewhere(byte: number, until: string): void {
    this.#tail = (this.#tail + String.fromCharCode(byte)).slice(-until.length);
    if (this.#tail.toUpperCase() !== until) return;
    this.#tail = '';
    this.#reading.until = null;
  }

  #changed(what: 'format' | 'control' | 'delimiter', byte: number): void {
    this.#change = null;
    this.#reading[what] = byte;
  }

  #byte(byte: number): void {
    if (this.#reading.until !== null) this.#elsewhere(byte, this.#reading.until);
    else if (this.#change) this.#changed(this.#change, byte);
    else if (this.#download) this.#inDownload(this.#download, byte);
    else if (this.#binary > 0) {
      this.#binary--;
      this.#store(byte);
    } else if (this.#line !== null) this.#inLine(this.#line, byte);
    else if (this.#parameter !== null) this.#inParameter(this.#parameter, byte);
    else if (this.#lead !== 0) this.#inName(byte);
    else this.#plain(byte);
  }

  #plain(byte: number): void {
    if (this.#isPrefix(byte)) {
      this.#graphic = null;
      this.#lead = this.#isFormat(byte) ? CARET : DLE;
      this.#name = '';
    } else if (byte === STX) this.#begin();
    else if (byte === ETX && this.inFormat) this.#end();
    else if (byte === SI && this.inFormat) this.#named('FS');
    else if (this.inFormat) this.#inData(byte);
    else if (byte === BANG || byte === BRACE) this.#line = String.fromCharCode(byte);
  }

  /** In stored form `^` starts a command, `^^` is a caret, and only `,` delimits. */
  #inData(byte: number): void {
    const raw =
      TEXTS.has(this.#command) ||
      (this.#command === 'GF' && this.#delimiters >= GRAPHIC_DELIMITERS);
    if (!raw && this.#delimits(byte)) {
      this.#delimiters++;
      this.#store(COMMA);
    } else if (!raw && byte === COMMA) this.#store(US);
    else {
      if (byte === CARET) this.#store(CARET);
      this.#store(byte);
    }
  }

  #inName(byte: number): void {
    if (this.#isPrefix(byte)) {
      this.#name = '';
      this.#lead = this.#isFormat(byte) ? CARET : DLE;
      return;
    }
    if (byte < 0x20 && this.#rules.controlsInNames !== 'read') return;
    this.#name += String.fromCharCode(byte).toUpperCase();
    if (this.#name.length < 2) return;
    const lead = this.#lead;
    const name = this.#name;
    this.#lead = 0;
    const isRead = lead === DLE || this.inFormat || this.#rules.outside === 'obeyed';
    if (CHANGES[name] && isRead) this.#change = CHANGES[name] ?? null;
    else if (lead === DLE) this.#controlNamed(name);
    else if (name === 'XA') this.#begin();
    else if (name === 'XZ') this.#end();
    else if (isRead) this.#named(name);
  }

  /** A command of the format. */
  #named(name: string): void {
    if (this.#mode === 'outside') {
      this.#mode = 'format';
      this.#isImplied = true;
    }
    this.#store(CARET);
    for (const letter of name) this.#store(letter.charCodeAt(0));
    this.#command = name;
    this.#delimiters = 0;
    this.#graphic = name === 'GF' ? '' : null;
  }

  #controlNamed(name: string): void {
    if (name === 'JI' || name === 'JD') this.#reading.until = name === 'JI' ? '~JQ' : '~JE';
    if (BARE.has(name)) this.on.control(name, '');
    else if (isDownload(name)) this.#download = new Download(name, this.#rules.mostFormatBytes);
    else {
      this.#control = name;
      this.#parameter = '';
    }
  }

  #inParameter(parameter: string, byte: number): void {
    if (!this.#isPrefix(byte) && byte !== CR && byte !== LF) {
      if (parameter.length < MAX_PARAMETER_LENGTH)
        this.#parameter = parameter + String.fromCharCode(byte);
      return;
    }
    this.#parameter = null;
    this.on.control(this.#control, parameter);
    this.#plain(byte);
  }

  #inDownload(download: Download, byte: number): void {
    const counted = download.left !== null;
    const ends = !counted && this.#isPrefix(byte);
    if (!ends && (counted || (byte !== CR && byte !== LF)))
      download.take(byte, !download.inData && this.#delimits(byte));
    if (!ends && download.left !== 0) return;
    this.#download = null;
    this.on.download?.(download.name, download.parameters, download.data());
    if (ends) this.#plain(byte);
  }

  #inLine(line: string, byte: number): void {
    const ends = byte === CR || byte === LF || this.#isPrefix(byte);
    const longer = line + String.fromCharCode(byte);
    if (JSON_LINE.test(longer)) this.#endJson(longer);
    else if (ends || longer.length > MAX_LINE_LENGTH) this.#endLine(line, byte);
    else if (longer.length <= 2 && longer !== '! ' && longer !== '{}') {
      this.#line = null;
      this.#plain(byte);
    } else this.#line = longer;
  }

  #endLine(line: string, byte: number): void {
    this.#line = null;
    const parts = /^! U1 +(getvar|setvar|do) +"([^"]{1,200})"(?: +"([^"]*)")? *$/i.exec(line);
    if (parts) this.on.sgd((parts[1] ?? '').toLowerCase(), parts[2] ?? '', parts[3] ?? '');
    else if (line.startsWith('! ')) this.on.foreign?.(line);
    this.#plain(byte);
  }

  #endJson(line: string): void {
    this.#line = null;
    for (const [, name = '', value = ''] of line.matchAll(/"([^"]*)"\s*:\s*"([^"]*)"/g))
      this.on.sgd('setvar', name, value);
  }

  #begin(): void {
    const begun = this.#isImplied;
    this.#isImplied = false;
    if (begun) return;
    if (this.inFormat) {
      if (this.#rules.strayXa === 'merges') return;
      this.cancel('cut short by another ^XA');
    }
    this.#mode = 'format';
    this.#command = '';
  }

  #end(): void {
    const oversize = this.#mode === 'oversize';
    const bytes = this.#oversize;
    const whole = this.inFormat && !oversize ? this.#format.take() : null;
    this.#reset();
    if (oversize) this.on.lost(bytes, 'out of memory');
    if (whole) this.on.format(whole);
  }

  #store(byte: number): void {
    if (this.#mode === 'oversize') this.#oversize++;
    if (this.#mode !== 'format') return;
    this.#format.push(byte);
    if (this.#graphic !== null) this.#inGraphic(this.#graphic + String.fromCharCode(byte));
    if (this.#format.length > this.#rules.mostFormatBytes) {
      this.#oversize = this.#format.length;
      this.#format.clear();
      this.#mode = 'oversize';
    }
  }

  /** Binary data may contain carets and tildes: it is counted, not parsed. */
  #inGraphic(head: string): void {
    const binary = /^[BC],(\d{1,7}),\d*,\d*,$/.exec(head);
    if (binary) this.#binary = Number(binary[1]);
    const done = binary !== null || head.length > 40 || !/^[BC](,|$)/.test(head);
    this.#graphic = done ? null : head;
  }
}
