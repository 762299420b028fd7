import { createRefusalAtByte } from '../label.ts';

const [TAB, LF, SPACE] = [0x09, 0x0a, 0x20];
const [STORE_RASTER, STORE_COLUMNS] = [112, 113];
const PRINT_GRAPHICS = [2, 50];
const [STORE_CODE, PRINT_CODE] = [80, 81];

const CUTS = new Set(['GS V', 'ESC i', 'ESC m']);
/**
 * Printed immediately. Printers accept them only at the start of a line; within a line some print
 * the data as text.
 */
const LINE_START_COMMANDS = new Set(['GS k', 'GS v', 'FS p']);
/** Placed in the line like text. */
const IN_LINE_COMMANDS = new Set(['ESC *', 'GS c']);
const POSITIONS = new Set(['ESC $', 'ESC \\']);
/**
 * Print the line. Reverse feeds (`ESC K`, `ESC e`) are excluded because not all printers support
 * them.
 */
const FEEDS = new Set(['ESC J', 'ESC d']);

/** Whether a command ends a label. */
export const isCutCommand = (name: string): boolean => CUTS.has(name);

const hasPrintableText = (text: Uint8Array): boolean => text.some((byte) => byte >= SPACE);

type Function = 'store graphics' | 'print graphics' | 'store code' | 'print code';

/** Which store or print function a command calls; `data` starts with its name. */
function readStoreOrPrintFunction(name: string, data: Uint8Array): Function | null {
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
 * Content of a label that the printer still buffers: the current line, the page of page mode,
 * stored graphics and codes. Each label starts with `ESC @`, which clears all of it.
 */
export class PrintBuffer {
  #isPrinted = false;
  #line = { isInked: false, isMoved: false };
  #page: 'closed' | 'blank' | 'inked' = 'closed';
  /** Stream position of stored graphics that are not printed yet. */
  #graphicsAt: number | null = null;
  /** Stored codes by symbology; printing does not remove them. */
  readonly #codes = new Map<number, { at: number; isPrinted: boolean }>();

  /** In page mode nothing is printed or cut until it ends. */
  get isPageMode(): boolean {
    return this.#page !== 'closed';
  }

  /** Whether the line contains content that no line end has printed. */
  get isLineInked(): boolean {
    return this.#line.isInked;
  }

  /** Whether the label prints anything, once its line is ended. */
  get isDrawn(): boolean {
    return this.#isPrinted || this.#line.isInked;
  }

  /** A CR is ignored because only some printers print the line. */
  addText(text: Uint8Array): void {
    if (this.isPageMode) {
      if (hasPrintableText(text)) this.#page = 'inked';
      return;
    }
    const lineEnd = text.lastIndexOf(LF);
    if (lineEnd >= 0) {
      this.#line.isInked ||= hasPrintableText(text.subarray(0, lineEnd));
      this.#printLine();
    }
    const lineRest = text.subarray(lineEnd + 1);
    this.#line.isInked ||= hasPrintableText(lineRest);
    this.#line.isMoved ||= lineRest.includes(TAB);
  }

  /**
   * Whether the line must be ended before this command. Within a line, printers ignore the command,
   * or print its data as text and execute commands in it.
   */
  needsLineEnd(name: string, data: Uint8Array): boolean {
    if (this.isPageMode) return false;
    const { isInked, isMoved } = this.#line;
    if (CUTS.has(name) || name === 'ESC L') return isInked || isMoved;
    const called = readStoreOrPrintFunction(name, data);
    return (
      isInked && (LINE_START_COMMANDS.has(name) || (called !== null && called !== 'store code'))
    );
  }

  /**
   * `at`: position in the stream. @throws RawRefusal when something is printed without being
   * stored, or discarded without being printed
   */
  addCommand(name: string, data: Uint8Array, at: number): void {
    const called = readStoreOrPrintFunction(name, data);
    if (called) this.#runFunction(called, data, at);
    else if (name === 'ESC @') this.#reset();
    else if (name === 'ESC S') this.#page = 'closed';
    else if (name === 'ESC L' && !this.isPageMode) this.#page = 'blank';
    else if (LINE_START_COMMANDS.has(name)) this.#print();
    else if (this.isPageMode)
      this.#page = IN_LINE_COMMANDS.has(name) || name === 'GS (Q' ? 'inked' : this.#page;
    else this.#updateLine(name, data);
  }

  /** Prints the page of page mode, or the line in standard mode. */
  addFormFeed(): void {
    this.#isPrinted ||= this.#page === 'inked';
    this.#page = 'closed';
    this.#printLine();
  }

  /** @throws RawRefusal when something stored is never printed */
  checkStored(): void {
    if (this.#graphicsAt !== null)
      throw createRefusalAtByte(this.#graphicsAt, '存了图形没有打印：后面要有 GS ( L 的功能 50');
    for (const { at, isPrinted } of this.#codes.values())
      if (!isPrinted)
        throw createRefusalAtByte(at, '存了二维码的内容没有打印：后面要有 GS ( k 的功能 81');
  }

  #updateLine(name: string, [, , n = 0]: Uint8Array): void {
    if (IN_LINE_COMMANDS.has(name)) this.#line.isInked = true;
    else if (POSITIONS.has(name)) this.#line.isMoved = true;
    else if (FEEDS.has(name)) this.#printLine();
    // Returns to the start of the line: 0 discards its content, 1 prints it.
    else if (name === 'GS T' && n % 48 === 0) this.#line = { isInked: false, isMoved: false };
  }

  #runFunction(called: Function, data: Uint8Array, at: number): void {
    const symbology = data[5] ?? 0;
    if (called === 'store graphics') this.#graphicsAt ??= at;
    else if (called === 'store code') this.#codes.set(symbology, { at, isPrinted: false });
    else if (called === 'print code') {
      const code = this.#codes.get(symbology);
      if (!code) throw createRefusalAtByte(at, '要打印的二维码没有内容：前面要有 GS ( k 的功能 80');
      code.isPrinted = true;
      this.#print();
    } else if (this.#graphicsAt !== null) {
      this.#graphicsAt = null;
      this.#print();
    }
  }

  #print(): void {
    if (this.isPageMode) this.#page = 'inked';
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
