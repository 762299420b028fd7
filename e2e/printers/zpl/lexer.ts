const CARET = 0x5e;
const TILDE = 0x7e;
const STX = 0x02;
const ETX = 0x03;
const CR = 0x0d;
const LF = 0x0a;

/** Control commands that take nothing: acted upon with their second letter. */
const BARE = new Set(
  'HS HI JA JX JP JR PP PS HM HD JD JE JC JG JL JN JO KB NC NT RO WC'.split(' '),
);

const SGD_LEAD = '! U1 ';
const LONGEST_LINE = 1024;
const LONGEST_PARAMETER = 64;

export type LexerEvents = {
  /** A whole format: what stood between ^XA and ^XZ, without the two and without control commands. */
  format: (bytes: Buffer) => void;
  control: (name: string, parameter: string) => void;
  /** `! U1 verb "name" "value"`. */
  sgd: (verb: string, name: string, value: string) => void;
  lost: (bytes: number, why: string) => void;
};

export type LexerRules = {
  /** A format longer than this does not fit the printer's memory and is lost. */
  mostFormatBytes: number;
  /** What ^XA does inside a format. */
  strayXa: 'restarts' | 'merges';
};

/** A buffer that grows by doubling: linear however the bytes arrive. */
class Growing {
  #bytes = Buffer.alloc(256);
  length = 0;

  push(byte: number): void {
    if (this.length === this.#bytes.length) {
      const larger = Buffer.alloc(this.length * 2);
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    this.#bytes[this.length++] = byte;
  }

  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.length);
    this.clear();
    return taken;
  }

  clear(): void {
    this.#bytes = Buffer.alloc(256);
    this.length = 0;
  }
}

type Mode = 'outside' | 'format' | 'oversize';

/** Splits what arrives on one connection into formats, control commands and SGD lines, byte by byte. */
export class Lexer {
  /** Who hears it; a lexer left by a closed connection may be handed on. */
  on: LexerEvents;
  readonly #rules: LexerRules;
  #mode: Mode = 'outside';
  readonly #format = new Growing();
  #oversize = 0;
  /** The command being read: its lead, and the letters after it. */
  #lead = 0;
  #name = '';
  /** A control command that takes a parameter. */
  #control = '';
  #parameter: string | null = null;
  #line: string | null = null;
  /** `a,b,c,d` of a ^GF, until its data are reached. */
  #graphic: string | null = null;
  #binary = 0;

  constructor(rules: LexerRules, on: LexerEvents) {
    this.#rules = rules;
    this.on = on;
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

  /** ~JX: the format being received is gone; what follows is read afresh. */
  cancel(why: string): void {
    const held = this.#format.length + this.#oversize;
    if (this.inFormat) this.on.lost(held, why);
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
  }

  #byte(byte: number): void {
    if (this.#binary > 0) {
      this.#binary--;
      this.#store(byte);
    } else if (this.#line !== null) this.#inLine(this.#line, byte);
    else if (this.#parameter !== null) this.#inParameter(this.#parameter, byte);
    else if (this.#lead !== 0) this.#inName(byte);
    else this.#plain(byte);
  }

  #plain(byte: number): void {
    if (byte === CARET || byte === TILDE) {
      this.#graphic = null;
      this.#lead = byte;
      this.#name = '';
    } else if (byte === STX) this.#begin();
    else if (byte === ETX && this.inFormat) this.#end();
    else if (this.inFormat) this.#store(byte);
    else if (byte === 0x21) this.#line = '!';
  }

  #inName(byte: number): void {
    if (byte === CARET || byte === TILDE) {
      this.#name = '';
      this.#lead = byte;
      return;
    }
    this.#name += String.fromCharCode(byte).toUpperCase();
    if (this.#name.length < 2) return;
    const lead = this.#lead;
    const name = this.#name;
    this.#lead = 0;
    if (lead === TILDE) this.#controlNamed(name);
    else if (name === 'XA') this.#begin();
    else if (name === 'XZ') this.#end();
    else if (this.inFormat) {
      this.#store(CARET);
      for (const letter of name) this.#store(letter.charCodeAt(0));
      if (name === 'GF') this.#graphic = '';
    }
  }

  #controlNamed(name: string): void {
    if (BARE.has(name)) this.on.control(name, '');
    else {
      this.#control = name;
      this.#parameter = '';
    }
  }

  #inParameter(parameter: string, byte: number): void {
    if (byte !== CARET && byte !== TILDE && byte !== CR && byte !== LF) {
      if (parameter.length < LONGEST_PARAMETER)
        this.#parameter = parameter + String.fromCharCode(byte);
      return;
    }
    this.#parameter = null;
    this.on.control(this.#control, parameter);
    this.#plain(byte);
  }

  #inLine(line: string, byte: number): void {
    const ends = byte === CR || byte === LF || byte === CARET || byte === TILDE;
    const longer = line + String.fromCharCode(byte);
    if (ends || longer.length > LONGEST_LINE) this.#endLine(line, byte);
    else if (longer.length <= SGD_LEAD.length && !SGD_LEAD.startsWith(longer.toUpperCase())) {
      this.#line = null;
      this.#plain(byte);
    } else this.#line = longer;
  }

  #endLine(line: string, byte: number): void {
    this.#line = null;
    const parts = /^! U1 +(getvar|setvar|do) +"([^"]{1,200})"(?: +"([^"]*)")? *$/i.exec(line);
    if (parts) this.on.sgd((parts[1] ?? '').toLowerCase(), parts[2] ?? '', parts[3] ?? '');
    this.#plain(byte);
  }

  #begin(): void {
    if (this.inFormat) {
      if (this.#rules.strayXa === 'merges') return;
      this.cancel('cut short by another ^XA');
    }
    this.#mode = 'format';
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

  /** Binary data may hold carets and tildes: they are counted, not read. */
  #inGraphic(head: string): void {
    const binary = /^[BC],(\d{1,7}),\d*,\d*,$/.exec(head);
    if (binary) this.#binary = Number(binary[1]);
    const done = binary !== null || head.length > 40 || !/^[BC](,|$)/.test(head);
    this.#graphic = done ? null : head;
  }
}
