import { type Paper, refuseAt } from '../label.ts';
import { createPage, DOT_MM, type Page, readWord, setPage } from './page.ts';

const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const TAB_CHARACTERS = 8;
const LINE_MM = 24 * DOT_MM.down;
/** Printers of receipts print at least as wide. */
const MIN_WIDTH_MM = 48;
/** Paper of receipts is continuous, 30 to 80 m a roll: the longest receipts of shops are some 400 lines. */
const MAX_LENGTH_MM = 2_000;
/** Receipts leave lines out between their parts: so much again of what stands on the paper may be blank. */
const BLANK_SHARE = 0.5;
/** Of the largest QR code. */
const QR_MODULES = 177;
/** A picture that stands in the printer: how high is not known. */
const UNKNOWN_MM = 40;

/** How far a command moves the paper, mm: blank, and with something on it. */
type Move = { blank?: number; drawn?: number };
type Mover = (data: Uint8Array, page: Page, widthMm: number) => Move;

/** `GS ( L` and `GS 8 L` bring dots in functions 112 and 113; printing them (50) takes no more. */
const defineStored =
  (from: number): Mover =>
  (data) =>
    data[from + 1] === 112 || data[from + 1] === 113
      ? { drawn: readWord(data, from + 8) * Math.max(1, data[from + 4] ?? 1) * DOT_MM.down }
      : {};

/** Codes of two dimensions are printed by function 81, and no wider than the paper; of QR codes their modules are known. */
const moveCode: Mover = (data, { qrDots }, widthMm) => {
  if (data[6] !== 81) return {};
  const size = data[5] === 49 ? QR_MODULES * qrDots * DOT_MM.down : widthMm;
  return { drawn: Math.min(size, widthMm) };
};

/** By the command's name; `data` begins with it. */
const MOVERS: Readonly<Record<string, Mover>> = {
  'ESC J': (data, { unitMm }) => ({ blank: (data[2] ?? 0) * unitMm }),
  'ESC K': (data, { unitMm }) => ({ blank: (data[2] ?? 0) * unitMm }),
  'ESC d': (data, { spacingMm }) => ({ blank: (data[2] ?? 0) * spacingMm }),
  'ESC e': (data, { spacingMm }) => ({ blank: (data[2] ?? 0) * spacingMm }),
  'GS V': (data, { unitMm }) => ({ blank: (data[3] ?? 0) * unitMm }),
  'GS v': (data) => ({
    drawn: readWord(data, 6) * ((data[3] ?? 0) & 2 ? 2 : 1) * DOT_MM.down,
  }),
  'GS (L': defineStored(5),
  'GS 8': defineStored(7),
  // Its text may stand above it and below.
  'GS k': (_data, { barDots, scaleY }) => ({ drawn: barDots * DOT_MM.down + 2 * scaleY * LINE_MM }),
  'GS (k': moveCode,
  'FS p': () => ({ drawn: UNKNOWN_MM }),
  'GS c': (_data, { spacingMm }) => ({ drawn: spacingMm }),
};

/**
 * How far paper goes for a label: blank paper as the commands say it, and what something stands on about as printers of
 * receipts break lines. In linear time.
 */
export class Feed {
  readonly #maxBlankMm: number;
  readonly #widthMm: number;
  readonly #page = createPage();
  /** Of the line on its way: how far its text goes, how high it is in lines, and whether it is more than blank. */
  #line = { xMm: 0, scale: 1, isInked: false };
  #blankMm = 0;
  #lengthMm = 0;

  constructor({ maxLengthMm, widthMm }: Paper) {
    this.#maxBlankMm = maxLengthMm;
    this.#widthMm = Math.max(MIN_WIDTH_MM, widthMm);
  }

  /** Another label begins; what is set stays. */
  restart(): void {
    this.#blankMm = 0;
    this.#lengthMm = 0;
  }

  /** `at`: where it stands in the stream. @throws RawRefusal where it goes too far */
  text(text: Uint8Array, at: number): void {
    for (let i = 0; i < text.length; i += 1) {
      const byte = text[i] ?? 0;
      // There are printers that take a CR for the end of a line, too.
      if (byte === LF || (byte === CR && text[i + 1] !== LF)) this.#endLine();
      else if (byte === TAB) this.#tab();
      else if (byte >= SPACE) this.#put(byte);
      this.#check(at + i);
    }
  }

  /** `data` begins with its name. @throws RawRefusal where it goes too far */
  command(name: string, data: Uint8Array, at: number): void {
    const page = this.#page;
    const line = this.#line;
    setPage(page, name, data);
    const offset = readWord(data, 2);
    if (name === 'ESC @') Object.assign(line, { xMm: 0, scale: 1, isInked: false });
    else if (name === 'ESC $') line.xMm = offset * page.unitXMm;
    else if (name === 'ESC \\')
      line.xMm += (offset < 32_768 ? offset : offset - 65_536) * page.unitXMm;
    else if (name === 'ESC *') line.isInked = true;
    if (page.isOpen) return;
    const { blank = 0, drawn = 0 } = MOVERS[name]?.(data, page, this.#widthMm) ?? {};
    this.#move(blank, drawn);
    this.#check(at);
  }

  /** A form feed in page mode: the page comes out. @throws RawRefusal where it goes too far */
  endPage(at: number): void {
    this.#page.isOpen = false;
    this.#move(0, this.#page.areaMm);
    this.#check(at);
  }

  #move(blank: number, drawn: number): void {
    this.#blankMm += blank;
    this.#lengthMm += blank + drawn;
  }

  #tab(): void {
    const step = TAB_CHARACTERS * this.#page.scaleX * this.#page.characterMm;
    this.#line.xMm = (Math.floor(this.#line.xMm / step) + 1) * step;
  }

  #put(byte: number): void {
    const { scaleX, scaleY, kanjiScale, characterMm, spaceMm, leftMm, widthMm } = this.#page;
    const least = byte >= 0x80 ? kanjiScale : 1;
    const step = Math.max(scaleX, least) * characterMm + spaceMm;
    const room = Math.min(widthMm, this.#widthMm - leftMm);
    if (this.#line.xMm > 0 && this.#line.xMm + step > room) this.#endLine();
    const line = this.#line;
    line.xMm += step;
    line.scale = Math.max(line.scale, scaleY, least);
    if (byte > SPACE) line.isInked = true;
  }

  #endLine(): void {
    const { spacingMm, isOpen } = this.#page;
    const { scale, isInked } = this.#line;
    if (!isOpen && isInked) this.#move(0, Math.max(spacingMm, scale * LINE_MM));
    else if (!isOpen) this.#move(spacingMm, 0);
    Object.assign(this.#line, { xMm: 0, scale: 1, isInked: false });
  }

  #check(at: number): void {
    const drawnMm = this.#lengthMm - this.#blankMm;
    const maxBlankMm = Math.floor(this.#maxBlankMm + drawnMm * BLANK_SHARE);
    if (this.#blankMm > maxBlankMm)
      throw refuseAt(at, `空走的纸比这个配置的标签和上面的内容长得多，到这里最多 ${maxBlankMm} mm`);
    if (this.#lengthMm > MAX_LENGTH_MM)
      throw refuseAt(at, `这一张要走的纸太长，最多 ${MAX_LENGTH_MM} mm`);
  }
}
