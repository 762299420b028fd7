import { type Paper, createRefusalAtByte } from '../label.ts';
import {
  createPageDefaults,
  DOT_MM,
  type Page,
  readUint16LittleEndian,
  applyPageCommand,
} from './page.ts';

const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const TAB_CHARACTERS = 8;
const LINE_MM = 24 * DOT_MM.down;
/** Minimum print width of receipt printers. */
const MIN_WIDTH_MM = 48;
/**
 * Receipt paper is continuous, 30 to 80 m per roll; the longest shop receipts have about 400 lines.
 */
const MAX_LENGTH_MM = 2_000;
/**
 * Receipts have blank lines between sections: blank paper may add this share of the printed length.
 */
const BLANK_SHARE = 0.5;
/** Modules of the largest QR code. */
const QR_MODULES = 177;
/** Assumed height of a picture stored in the printer. */
const UNKNOWN_MM = 40;

/** Paper movement of a command, mm: blank and printed. */
type PaperMove = { blank?: number; drawn?: number };
type Mover = (data: Uint8Array, page: Page, widthMm: number) => PaperMove;

/**
 * `GS ( L` and `GS 8 L` store dots with functions 112 and 113; printing them (50) adds no further
 * length.
 */
const createStoredMover =
  (from: number): Mover =>
  (data) =>
    data[from + 1] === 112 || data[from + 1] === 113
      ? {
          drawn:
            readUint16LittleEndian(data, from + 8) * Math.max(1, data[from + 4] ?? 1) * DOT_MM.down,
        }
      : {};

/**
 * Two-dimensional codes are printed by function 81, at most as wide as the paper; the size of QR
 * codes follows from their modules.
 */
const measureMatrixCodeHeight: Mover = (data, { qrDots }, widthMm) => {
  if (data[6] !== 81) return {};
  const size = data[5] === 49 ? QR_MODULES * qrDots * DOT_MM.down : widthMm;
  return { drawn: Math.min(size, widthMm) };
};

/** Paper movement of a command, by its name; `data` starts with the name. */
const MOVERS: Readonly<Record<string, Mover>> = {
  'ESC J': (data, { unitMm }) => ({ blank: (data[2] ?? 0) * unitMm }),
  'ESC K': (data, { unitMm }) => ({ blank: (data[2] ?? 0) * unitMm }),
  'ESC d': (data, { spacingMm }) => ({ blank: (data[2] ?? 0) * spacingMm }),
  'ESC e': (data, { spacingMm }) => ({ blank: (data[2] ?? 0) * spacingMm }),
  'GS V': (data, { unitMm }) => ({ blank: (data[3] ?? 0) * unitMm }),
  'GS v': (data) => ({
    drawn: readUint16LittleEndian(data, 6) * ((data[3] ?? 0) & 2 ? 2 : 1) * DOT_MM.down,
  }),
  'GS (L': createStoredMover(5),
  'GS 8': createStoredMover(7),
  // Text may be printed above and below the bars.
  'GS k': (_data, { barDots, scaleY }) => ({ drawn: barDots * DOT_MM.down + 2 * scaleY * LINE_MM }),
  'GS (k': measureMatrixCodeHeight,
  'FS p': () => ({ drawn: UNKNOWN_MM }),
  'GS c': (_data, { spacingMm }) => ({ drawn: spacingMm }),
};

/**
 * Tracks the paper length of a label: exact for feed commands, approximate for printed lines.
 * Linear time.
 */
export class Feed {
  readonly #maxBlankMm: number;
  readonly #widthMm: number;
  readonly #page = createPageDefaults();
  /** Current line: width of its text, height in lines, and whether it contains ink. */
  #line = { xMm: 0, scale: 1, isInked: false };
  #blankMm = 0;
  #lengthMm = 0;

  constructor({ maxLengthMm, widthMm }: Paper) {
    this.#maxBlankMm = maxLengthMm;
    this.#widthMm = Math.max(MIN_WIDTH_MM, widthMm);
  }

  /** Starts a new label; settings stay. */
  restart(): void {
    this.#blankMm = 0;
    this.#lengthMm = 0;
  }

  /** `at`: position in the stream. @throws RawRefusal when the paper length exceeds the limits */
  addText(text: Uint8Array, at: number): void {
    for (let i = 0; i < text.length; i += 1) {
      const byte = text[i] ?? 0;
      // Some printers also treat a CR as a line end.
      if (byte === LF || (byte === CR && text[i + 1] !== LF)) this.#finishLine();
      else if (byte === TAB) this.#advanceTab();
      else if (byte >= SPACE) this.#addCharacter(byte);
      this.#checkLimits(at + i);
    }
  }

  /** `data` starts with the name. @throws RawRefusal when the paper length exceeds the limits */
  addCommand(name: string, data: Uint8Array, at: number): void {
    const page = this.#page;
    const line = this.#line;
    applyPageCommand(page, name, data);
    const offset = readUint16LittleEndian(data, 2);
    if (name === 'ESC @') Object.assign(line, { xMm: 0, scale: 1, isInked: false });
    else if (name === 'ESC $') line.xMm = offset * page.unitXMm;
    else if (name === 'ESC \\')
      line.xMm += (offset < 32_768 ? offset : offset - 65_536) * page.unitXMm;
    else if (name === 'ESC *') line.isInked = true;
    if (page.isOpen) return;
    const { blank = 0, drawn = 0 } = MOVERS[name]?.(data, page, this.#widthMm) ?? {};
    this.#advance(blank, drawn);
    this.#checkLimits(at);
  }

  /**
   * Form feed in page mode: prints the page. @throws RawRefusal when the paper length exceeds the
   * limits
   */
  finishPage(at: number): void {
    this.#page.isOpen = false;
    this.#advance(0, this.#page.areaMm);
    this.#checkLimits(at);
  }

  #advance(blank: number, drawnMm: number): void {
    this.#blankMm += blank;
    this.#lengthMm += blank + drawnMm;
  }

  #advanceTab(): void {
    const step = TAB_CHARACTERS * this.#page.scaleX * this.#page.characterMm;
    this.#line.xMm = (Math.floor(this.#line.xMm / step) + 1) * step;
  }

  #addCharacter(byte: number): void {
    const { scaleX, scaleY, kanjiScale, characterMm, spaceMm, leftMm, widthMm } = this.#page;
    const min = byte >= 0x80 ? kanjiScale : 1;
    const step = Math.max(scaleX, min) * characterMm + spaceMm;
    const room = Math.min(widthMm, this.#widthMm - leftMm);
    if (this.#line.xMm > 0 && this.#line.xMm + step > room) this.#finishLine();
    const line = this.#line;
    line.xMm += step;
    line.scale = Math.max(line.scale, scaleY, min);
    if (byte > SPACE) line.isInked = true;
  }

  #finishLine(): void {
    const { spacingMm, isOpen } = this.#page;
    const { scale, isInked } = this.#line;
    if (!isOpen && isInked) this.#advance(0, Math.max(spacingMm, scale * LINE_MM));
    else if (!isOpen) this.#advance(spacingMm, 0);
    Object.assign(this.#line, { xMm: 0, scale: 1, isInked: false });
  }

  #checkLimits(at: number): void {
    const drawnMm = this.#lengthMm - this.#blankMm;
    const maxBlankMm = Math.floor(this.#maxBlankMm + drawnMm * BLANK_SHARE);
    if (this.#blankMm > maxBlankMm)
      throw createRefusalAtByte(
        at,
        `空走的纸比这个配置的标签和上面的内容长得多，到这里最多 ${maxBlankMm} mm`,
      );
    if (this.#lengthMm > MAX_LENGTH_MM)
      throw createRefusalAtByte(at, `这一张要走的纸太长，最多 ${MAX_LENGTH_MM} mm`);
  }
}
