import type { ReaderOptions } from 'zxing-wasm/reader';
import type { TemplateElement } from '@yunbiao/label';
import type { SimulatedPrint } from '@yunbiao/label/scan';
import { elementStrings, gtinAndLot, toScannedText } from './gs1-contents.ts';
import { readDataBarExpanded } from './own/databar-expanded.ts';
import { readDataBarLimited } from './own/databar-limited.ts';
import { readDataBarStacked } from './own/databar-stacked.ts';
import { withCheckDigit as checked } from './own/gtin.ts';
import { readMicroQr } from './own/micro-qr.ts';

/** Deterministic pseudo-random numbers. */
export type Draw = (below: number) => number;

export function createDraw(seed: number): Draw {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    state ^= state >>> 13;
    return (state >>> 0) % below;
  };
}

export type Reader = 'ZXing' | 'zbarimg' | 'rxing' | 'dmtxread' | 'own';

/** A symbology, its contents, and the expected output of its readers. */
export type Kind = {
  element: (content: string) => TemplateElement;
  content: (draw: Draw) => string;
  zxing: ReaderOptions;
  /**
   * zbarimg's names of it, and a content for the divider picture; omitted when zbarimg does not
   * support it.
   */
  zbar?: { names: readonly string[]; divider: string };
  /** rxing's name of it, when zbarimg does not support it. */
  rxing?: string;
  /** Whether dmtxread supports it. */
  dmtx?: true;
  /** The bench's own decoder, written from the standard and independent of our encoders. */
  own?: (print: SimulatedPrint) => string[];
  /** The content as a reader transmits it, when that differs. */
  told?: (content: string, reader: Reader) => string;
  /** bwip-js's name and options. */
  peer: {
    id: string;
    options?: object | ((content: string) => object);
    content?: (content: string) => string;
    /** Height in modules of each row of its result, when more than one. */
    rowModules?: (row: number) => number;
  };
};

const drawText = (draw: Draw, characters: string, max: number): string =>
  Array.from({ length: 1 + draw(max) }, () => characters[draw(characters.length)]).join('');
const drawDigits = (draw: Draw, length: number): string =>
  Array.from({ length }, () => draw(10)).join('');

/** No content contains a hyphen. */
const DIVIDER = 'DIVIDER-1';
/** Longer than any content. */
const LONG_DIVIDER = 'A picture that stands between those of other contents, and no other';

const box = { id: 'c', xMm: 2, yMm: 2, widthMm: 70, heightMm: 10, rotation: 0 } as const;
const square = { ...box, widthMm: 22, heightMm: 22 };
const large = { ...box, widthMm: 40, heightMm: 40 };
/** Height makes reading slower without further information. */
const bars = { ...box, heightMm: 4, showText: false, textSizeMm: 3 };
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Without braces, which would be placeholders. */
const ASCII = Array.from({ length: 91 }, (_, i) => String.fromCharCode(32 + i)).join('');
const HANZI = '云南小粒咖啡豆深度烘焙山东寿光西红柿内蒙古风干牛肉阳澄湖大闸蟹℃';

/** Bytes as scanners transmit them: bwip-js expects them escaped. */
const escapeContent = (content: string): string =>
  Array.from(new TextEncoder().encode(content), (byte) => `^${String(byte).padStart(3, '0')}`).join(
    '',
  );
const parse = { parse: true };
const isBeyondAscii = (content: string): boolean => /[^\0-\x7f]/.test(content);

/** A content of a random mode, up to the capacity of the largest symbol. */
function microContent(draw: Draw): string {
  const ways = [
    () => drawDigits(draw, 1 + draw(35)),
    () => drawText(draw, CAPITALS, 21),
    () => drawText(draw, ASCII, 15).trim() || '0',
    () =>
      drawText(draw, '0123456789', 5) +
      drawText(draw, CAPITALS, 2) +
      drawText(draw, ASCII, 2).trim(),
  ];
  return ways[draw(ways.length)]?.() ?? '';
}

/** Any level for short contents; long ones fit at the lowest level only. */
function microLevel(content: string): 'L' | 'M' | 'Q' {
  if (content.length > 9) return 'L';
  return (['L', 'M', 'Q'] as const)[content.charCodeAt(0) % 3] ?? 'L';
}

/**
 * A UPC-E number of system 0, eight digits, and its UPC-A number (GS1 General Specifications,
 * 5.2.2.4).
 */
function upcE(six: string): { short: string; full: string } {
  const [head, tail, last] = [six.slice(0, 2), six.slice(2, 5), Number(six[5])];
  let ten = `${six.slice(0, 5)}0000${last}`;
  if (last <= 2) ten = `${head}${last}0000${tail}`;
  if (last === 3) ten = `${six.slice(0, 3)}00000${six.slice(3, 5)}`;
  if (last === 4) ten = `${six.slice(0, 4)}00000${six.slice(4, 5)}`;
  const full = checked(`0${ten}`);
  return { short: `0${six}${full.slice(-1)}`, full };
}

/** All readers except ZXing transmit GS1 element strings as scanners do. */
const asScanned = (content: string, reader: Reader): string =>
  reader === 'ZXing' ? content : toScannedText(content);

export const KINDS: Readonly<Record<string, Kind>> = {
  'Code 128': {
    element: (content) => ({ ...bars, type: 'code128', content }),
    content: (draw) => drawText(draw, ASCII, 16).trim() || '0',
    zxing: { formats: ['Code128'] },
    zbar: { names: ['code128'], divider: LONG_DIVIDER.slice(0, 20) },
    peer: { id: 'code128', options: parse, content: escapeContent },
  },
  'GS1-128': {
    element: (content) => ({ ...bars, type: 'gs1-128', content }),
    content: (draw) => `${gtinAndLot(draw)}(21)${drawText(draw, CAPITALS, 6)}`,
    zxing: { formats: ['Code128'], textMode: 'HRI' },
    zbar: { names: ['code128'], divider: '(10)DIVIDER(21)1' },
    told: asScanned,
    peer: { id: 'gs1-128' },
  },
  'EAN-13': {
    element: (content) => ({ ...bars, type: 'ean13', content }),
    content: (draw) => checked(drawDigits(draw, 12)),
    zxing: { formats: ['EAN13'] },
    zbar: { names: ['ean13'], divider: checked('000000000000') },
    peer: { id: 'ean13' },
  },
  'EAN-8': {
    element: (content) => ({ ...bars, type: 'ean8', content }),
    content: (draw) => checked(drawDigits(draw, 7)),
    zxing: { formats: ['EAN8'] },
    zbar: { names: ['ean8'], divider: checked('0000000') },
    peer: { id: 'ean8' },
  },
  'UPC-A': {
    element: (content) => ({ ...bars, type: 'upca', content }),
    content: (draw) => checked(drawDigits(draw, 11)),
    zxing: { formats: ['UPCA'] },
    zbar: { names: ['ean13', 'upca'], divider: checked('00000000000') },
    told: (content, reader) => (reader === 'ZXing' ? `0${content}` : content),
    peer: { id: 'upca' },
  },
  'UPC-E': {
    element: (content) => ({ ...bars, type: 'upce', content }),
    content: (draw) => upcE(drawDigits(draw, 6)).short,
    zxing: { formats: ['UPCE'] },
    zbar: { names: ['upce'], divider: upcE('000000').short },
    told: (content, reader) =>
      reader === 'ZXing' ? `0${upcE(content.slice(1, 7)).full}` : content,
    peer: { id: 'upce' },
  },
  'ITF-14': {
    element: (content) => ({ ...bars, type: 'itf14', content }),
    content: (draw) => checked(drawDigits(draw, 13)),
    zxing: { formats: ['ITF'] },
    zbar: { names: ['i25'], divider: checked('0000000000000') },
    peer: { id: 'itf14' },
  },
  'Code 39': {
    element: (content) => ({ ...bars, type: 'code39', content }),
    content: (draw) => drawText(draw, CAPITALS, 10),
    zxing: { formats: ['Code39'] },
    zbar: { names: ['code39'], divider: DIVIDER },
    peer: { id: 'code39' },
  },
  'Code 93': {
    element: (content) => ({ ...bars, type: 'code93', content }),
    content: (draw) => drawText(draw, CAPITALS, 14),
    zxing: { formats: ['Code93'] },
    zbar: { names: ['code93'], divider: DIVIDER },
    peer: { id: 'code93', options: { includecheck: true } },
  },
  Codabar: {
    element: (content) => ({ ...bars, type: 'codabar', content }),
    content: (draw) => `A${drawDigits(draw, 6 + draw(8))}B`,
    zxing: { formats: ['Codabar'] },
    zbar: { names: ['codabar'], divider: 'A01-10B' },
    peer: { id: 'rationalizedCodabar' },
  },
  'GS1 DataBar': {
    element: (content) => ({ ...bars, type: 'databar', content }),
    content: (draw) => `(01)${checked(drawDigits(draw, 13))}`,
    zxing: { formats: ['DataBarOmni'], textMode: 'HRI' },
    zbar: { names: ['databar'], divider: '(01)00000000000000' },
    told: asScanned,
    peer: { id: 'databaromni' },
  },
  'GS1 DataBar Limited': {
    element: (content) => ({ ...bars, type: 'databar-limited', content }),
    content: (draw) => `(01)${checked(`${draw(2)}${drawDigits(draw, 12)}`)}`,
    zxing: { formats: ['DataBarLimited'], textMode: 'HRI' },
    own: readDataBarLimited,
    told: asScanned,
    peer: { id: 'databarlimited' },
  },
  'GS1 DataBar Stacked': {
    element: (content) => ({ ...bars, ...large, type: 'databar-stacked', content }),
    content: (draw) => `(01)${checked(drawDigits(draw, 13))}`,
    zxing: { formats: ['DataBar Stacked'], textMode: 'HRI' },
    own: readDataBarStacked,
    told: asScanned,
    peer: { id: 'databarstacked', rowModules: (row) => [5, 1, 7][row] ?? 1 },
  },
  'GS1 DataBar Stacked Omnidirectional': {
    element: (content) => ({ ...bars, ...large, type: 'databar-stacked-omni', content }),
    content: (draw) => `(01)${checked(drawDigits(draw, 13))}`,
    zxing: { formats: ['DataBar Stacked Omni'], textMode: 'HRI' },
    own: readDataBarStacked,
    told: asScanned,
    peer: { id: 'databarstackedomni', rowModules: (row) => (row % 4 === 0 ? 33 : 1) },
  },
  'GS1 DataBar Expanded': {
    element: (content) => ({ ...bars, heightMm: 10, type: 'databar-expanded', content }),
    content: elementStrings,
    zxing: { formats: ['DataBarExpanded'], textMode: 'HRI' },
    zbar: { names: ['databar-exp'], divider: '(10)DIVIDER(21)1' },
    own: readDataBarExpanded,
    told: asScanned,
    peer: { id: 'databarexpanded' },
  },
  'GS1 DataBar Expanded Stacked': {
    element: (content) => ({ ...bars, ...large, type: 'databar-expanded-stacked', content }),
    content: elementStrings,
    zxing: { formats: ['DataBar Expanded Stacked'], textMode: 'HRI' },
    own: readDataBarExpanded,
    told: asScanned,
    peer: { id: 'databarexpandedstacked', rowModules: (row) => (row % 4 === 0 ? 34 : 1) },
  },
  QR: {
    element: (content) => ({ ...square, type: 'qr', level: 'M', content }),
    content: (draw) => drawText(draw, ASCII + HANZI, 40).trim() || '0',
    zxing: { formats: ['QRCode'] },
    zbar: { names: ['qrcode'], divider: LONG_DIVIDER },
    peer: { id: 'qrcode', options: { parse: true, eclevel: 'M' }, content: escapeContent },
  },
  'Micro QR': {
    element: (content) => ({ ...square, type: 'microqr', level: microLevel(content), content }),
    content: microContent,
    zxing: { formats: ['MicroQRCode'] },
    own: readMicroQr,
    peer: { id: 'microqrcode', options: (content) => ({ eclevel: microLevel(content) }) },
  },
  'Data Matrix': {
    element: (content) => ({ ...square, type: 'datamatrix', content }),
    content: (draw) => drawText(draw, ASCII + HANZI, 40).trim() || '0',
    zxing: { formats: ['DataMatrix'] },
    dmtx: true,
    // The reader outputs the ECI number, 26 for UTF-8, as a byte.
    told: (content, reader) =>
      reader === 'dmtxread' && isBeyondAscii(content) ? `\u001a${content}` : content,
    peer: { id: 'datamatrix', options: parse, content: escapeContent },
  },
  'GS1 DataMatrix': {
    element: (content) => ({ ...square, type: 'gs1-datamatrix', content }),
    content: (draw) => `${gtinAndLot(draw)}(21)${drawText(draw, CAPITALS, 6)}`,
    zxing: { formats: ['DataMatrix'], textMode: 'HRI' },
    dmtx: true,
    told: (content, reader) =>
      reader === 'dmtxread' ? `\u001d${toScannedText(content)}` : content,
    peer: { id: 'gs1datamatrix' },
  },
  PDF417: {
    element: (content) => ({ ...box, type: 'pdf417', content }),
    content: (draw) => drawText(draw, ASCII + HANZI, 40).trim() || '0',
    zxing: { formats: ['PDF417'] },
    rxing: 'PDF_417',
    peer: { id: 'pdf417', options: parse, content: escapeContent, rowModules: () => 3 },
  },
  Aztec: {
    element: (content) => ({ ...square, type: 'aztec', content }),
    content: (draw) => drawText(draw, ASCII + HANZI, 40).trim() || '0',
    zxing: { formats: ['Aztec'] },
    rxing: 'AZTEC',
    peer: { id: 'azteccode', options: parse, content: escapeContent },
  },
};
