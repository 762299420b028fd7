import { refuseAt } from '../label.ts';

const [TAB, LF, SPACE] = [0x09, 0x0a, 0x20];
const [STORE_RASTER, STORE_COLUMNS] = [112, 113];
const PRINT_GRAPHICS = [2, 50];
const [STORE_CODE, PRINT_CODE] = [80, 81];

const CUTS = new Set(['GS V', 'ESC i', 'ESC m']);
/** Printed at once: printers take them at the beginning of a line only, and of some the data as text within one. */
const WHOLE = new Set(['GS k', 'GS v', 'FS p']);
/** They stand in the line, as text does. */
const WITHIN_LINE = new Set(['ESC *', 'GS c']);
const POSITIONS = new Set(['ESC $', 'ESC \\']);
/** They print the line; of the two that feed back (`ESC K`, `ESC e`) not all printers know. */
const FEEDS = new Set(['ESC J', 'ESC d']);

/** Whether a command ends a label. */
export const isCut = (name: string): boolean => CUTS.has(name);

const hasInk = (text: Uint8Array): boolean => text.some((byte) => byte >= SPACE);

type Function = 'store graphics' | 'print graphics' | 'store code' | 'print code';

/** What a command with functions does of those that store and print; `data` begins with its name. */
function readFunction(name: string, data: Uint8Array): Function | null {
  if (name === 'GS (k') {
    if (data[6] === STORE_CODE) return 'store code';
    return data[6] === PRINT_CODE ? 'print code' : null;
  }
  if (name !== 'GS (L' && name !== 'GS 8') return null;
  const number = data[name === 'GS 8' ? 8 : 6] ?? 0;
  if (number === STORE_RASTER || number === STORE_COLUMNS) return 'store graphics';
  return PRINT_GRAPHICS.includes(number) ? 'print graphics' : null;
}

/**
 * What of a label a printer holds back, as far as it has not come out yet: the line on its way, the page of page mode,
 * stored graphics and codes. Each label begins with `ESC @`, which empties all of it.
 */
export class PrintBuffer {
  #isPrinted = false;
  #line = { isInked: false, isMoved: false };
  #page: 'closed' | 'blank' | 'inked' = 'closed';
  /** Where graphics stand in the stream that are stored and not printed. */
  #graphicsAt: number | null = null;
  /** Codes that are stored, by their symbology; printing keeps them. */
  readonly #codes = new Map<number, { at: number; isPrinted: boolean }>();

  /** In page mode nothing is printed or cut until it ends. */
  get isPage(): boolean {
    return this.#page !== 'closed';
  }

  /** Whether text stands in the line that no line end has printed. */
  get isLineInked(): boolean {
    return this.#line.isInked;
  }

  /** Whether something comes out of the label, once its line is ended. */
  get isDrawn(): boolean {
    return this.#isPrinted || this.#line.isInked;
  }

  /** A CR prints a line on some printers only. */
  text(text: Uint8Array): void {
    if (this.isPage) {
      if (hasInk(text)) this.#page = 'inked';
      return;
    }
    const lineEnd = text.lastIndexOf(LF);
    if (lineEnd >= 0) {
      this.#line.isInked ||= hasInk(text.subarray(0, lineEnd));
      this.#printLine();
    }
    const rest = text.subarray(lineEnd + 1);
    this.#line.isInked ||= hasInk(rest);
    this.#line.isMoved ||= rest.includes(TAB);
  }

  /**
   * Whether the line must be ended before this command: within one printers pass over it, or print its data as text and
   * carry out what commands stand there.
   */
  needsLineEnd(name: string, data: Uint8Array): boolean {
    if (this.isPage) return false;
    const { isInked, isMoved } = this.#line;
    if (CUTS.has(name) || name === 'ESC L') return isInked || isMoved;
    const called = readFunction(name, data);
    return isInked && (WHOLE.has(name) || (called !== null && called !== 'store code'));
  }

  /** `at`: where it stands. @throws RawRefusal for what is printed without being stored, or forgotten without being printed */
  command(name: string, data: Uint8Array, at: number): void {
    const called = readFunction(name, data);
    if (called) this.#call(called, data, at);
    else if (name === 'ESC @') this.#reset();
    else if (name === 'ESC S') this.#page = 'closed';
    else if (name === 'ESC L' && !this.isPage) this.#page = 'blank';
    else if (WHOLE.has(name)) this.#print();
    else if (this.isPage)
      this.#page = WITHIN_LINE.has(name) || name === 'GS (Q' ? 'inked' : this.#page;
    else this.#inLine(name, data);
  }

  /** The page of page mode comes out, or in standard mode the line does. */
  formFeed(): void {
    this.#isPrinted ||= this.#page === 'inked';
    this.#page = 'closed';
    this.#printLine();
  }

  /** @throws RawRefusal where something is stored that nothing prints */
  checkStored(): void {
    if (this.#graphicsAt !== null)
      throw refuseAt(this.#graphicsAt, '存了图形没有印：后面要有 GS ( L 的功能 50');
    for (const { at, isPrinted } of this.#codes.values())
      if (!isPrinted) throw refuseAt(at, '存了二维码的内容没有印：后面要有 GS ( k 的功能 81');
  }

  #inLine(name: string, [, , n = 0]: Uint8Array): void {
    if (WITHIN_LINE.has(name)) this.#line.isInked = true;
    else if (POSITIONS.has(name)) this.#line.isMoved = true;
    else if (FEEDS.has(name)) this.#printLine();
    // Goes back to the beginning of the line: 0 takes out what stands in it, 1 prints it.
    else if (name === 'GS T' && n % 48 === 0) this.#line = { isInked: false, isMoved: false };
  }

  #call(called: Function, data: Uint8Array, at: number): void {
    const symbology = data[5] ?? 0;
    if (called === 'store graphics') this.#graphicsAt ??= at;
    else if (called === 'store code') this.#codes.set(symbology, { at, isPrinted: false });
    else if (called === 'print code') {
      const code = this.#codes.get(symbology);
      if (!code) throw refuseAt(at, '要印的二维码没有内容：前面要有 GS ( k 的功能 80');
      code.isPrinted = true;
      this.#print();
    } else if (this.#graphicsAt !== null) {
      this.#graphicsAt = null;
      this.#print();
    }
  }

  #print(): void {
    if (this.isPage) this.#page = 'inked';
    else {
      this.#line.isInked = true;
      this.#printLine();
    }
  }

  #printLine(): void {
    this.#isPrinted ||= this.#line.isInked;
    this.#line = { isInked: false, isMoved: false };
  }

  #reset(): void {
    this.checkStored();
    this.#line = { isInked: false, isMoved: false };
    this.#page = 'closed';
    this.#codes.clear();
  }
}
