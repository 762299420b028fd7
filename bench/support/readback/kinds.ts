import type { ReaderOptions } from 'zxing-wasm/reader';
import type { TemplateElement } from '@yunbiao/label';

/** Numbers that look random and are the same each time. */
export type Draw = (below: number) => number;

export function drawOf(seed: number): Draw {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    state ^= state >>> 13;
    return (state >>> 0) % below;
  };
}

/** A symbology, contents of it, and what its readers say of one. */
export type Kind = {
  element: (content: string) => TemplateElement;
  content: (draw: Draw) => string;
  zxing: ReaderOptions;
  /** zbarimg's names of it; left out where it does not know it. */
  zbar?: readonly string[];
  /** The content as a reader tells it, where that differs. */
  told?: (content: string, reader: 'zxing' | 'zbar') => string;
  /** The same of bwip-js: its name, and its options. */
  peer: {
    id: string;
    options?: object;
    content?: (content: string) => string;
    /** Modules of each row it tells, where they are higher than one. */
    rowModules?: (row: number) => number;
  };
};

const text = (draw: Draw, characters: string, most: number): string =>
  Array.from({ length: 1 + draw(most) }, () => characters[draw(characters.length)]).join('');
const digits = (draw: Draw, length: number): string =>
  Array.from({ length }, () => draw(10)).join('');

/** With its check digit (GS1 General Specifications, 7.9). */
function checked(number: string): string {
  let sum = 0;
  for (let i = 0; i < number.length; i += 1)
    sum += Number(number[number.length - 1 - i]) * (i % 2 === 0 ? 3 : 1);
  return number + String((10 - (sum % 10)) % 10);
}

const box = { id: 'c', xMm: 2, yMm: 2, widthMm: 70, heightMm: 10, rotation: 0 } as const;
const square = { ...box, widthMm: 22, heightMm: 22 };
const large = { ...box, widthMm: 40, heightMm: 40 };
const bars = { ...box, showText: false, textSizeMm: 3 };
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Without braces, which would be places for values. */
const ASCII = Array.from({ length: 91 }, (_, i) => String.fromCharCode(32 + i)).join('');
const HANZI = '云南小粒咖啡豆深度烘焙山东寿光西红柿内蒙古风干牛肉阳澄湖大闸蟹℃';

/** As scanners tell bytes: bwip-js takes them escaped. */
const escaped = (content: string): string =>
  Array.from(new TextEncoder().encode(content), (byte) => `^${String(byte).padStart(3, '0')}`).join(
    '',
  );
const parse = { parse: true };
const gs1 = (draw: Draw): string =>
  `(01)${checked(`0${digits(draw, 12)}`)}(10)${text(draw, CAPITALS, 8)}`;

export const KINDS: Readonly<Record<string, Kind>> = {
  'Code 128': {
    element: (content) => ({ ...bars, type: 'code128', content }),
    content: (draw) => text(draw, ASCII, 16).trim() || '0',
    zxing: { formats: ['Code128'] },
    zbar: ['code128'],
    peer: { id: 'code128', options: parse, content: escaped },
  },
  'EAN-13': {
    element: (content) => ({ ...bars, type: 'ean13', content }),
    content: (draw) => checked(digits(draw, 12)),
    zxing: { formats: ['EAN13'] },
    zbar: ['ean13'],
    peer: { id: 'ean13' },
  },
  'ITF-14': {
    element: (content) => ({ ...bars, type: 'itf14', content }),
    content: (draw) => checked(digits(draw, 13)),
    zxing: { formats: ['ITF'] },
    zbar: ['i25'],
    peer: { id: 'itf14' },
  },
  'Code 39': {
    element: (content) => ({ ...bars, type: 'code39', content }),
    content: (draw) => text(draw, CAPITALS, 10),
    zxing: { formats: ['Code39'] },
    zbar: ['code39'],
    peer: { id: 'code39' },
  },
  'Code 93': {
    element: (content) => ({ ...bars, type: 'code93', content }),
    content: (draw) => text(draw, CAPITALS, 14),
    zxing: { formats: ['Code93'] },
    zbar: ['code93'],
    peer: { id: 'code93', options: { includecheck: true } },
  },
  Codabar: {
    element: (content) => ({ ...bars, type: 'codabar', content }),
    content: (draw) => `A${digits(draw, 6 + draw(8))}B`,
    zxing: { formats: ['Codabar'] },
    zbar: ['codabar'],
    peer: { id: 'rationalizedCodabar' },
  },
  'GS1 DataBar': {
    element: (content) => ({ ...bars, type: 'databar', content }),
    content: (draw) => `(01)${checked(digits(draw, 13))}`,
    zxing: { formats: ['DataBarOmni'], textMode: 'HRI' },
    zbar: ['databar'],
    told: (content, reader) => (reader === 'zbar' ? content.replaceAll(/[()]/g, '') : content),
    peer: { id: 'databaromni' },
  },
  'GS1 DataBar Expanded Stacked': {
    element: (content) => ({ ...bars, ...large, type: 'databar-expanded-stacked', content }),
    content: gs1,
    zxing: { formats: ['DataBar Expanded Stacked'], textMode: 'HRI' },
    peer: { id: 'databarexpandedstacked', rowModules: (row) => (row % 4 === 0 ? 34 : 1) },
  },
  QR: {
    element: (content) => ({ ...square, type: 'qr', level: 'M', content }),
    content: (draw) => text(draw, ASCII + HANZI, 40).trim() || '0',
    zxing: { formats: ['QRCode'] },
    zbar: ['qrcode'],
    peer: { id: 'qrcode', options: { parse: true, eclevel: 'M' }, content: escaped },
  },
  'Micro QR': {
    element: (content) => ({ ...square, type: 'microqr', level: 'L', content }),
    content: (draw) => text(draw, CAPITALS, 12),
    zxing: { formats: ['MicroQRCode'] },
    peer: { id: 'microqrcode' },
  },
  'Data Matrix': {
    element: (content) => ({ ...square, type: 'datamatrix', content }),
    content: (draw) => text(draw, ASCII + HANZI, 40).trim() || '0',
    zxing: { formats: ['DataMatrix'] },
    peer: { id: 'datamatrix', options: parse, content: escaped },
  },
  PDF417: {
    element: (content) => ({ ...box, type: 'pdf417', content }),
    content: (draw) => text(draw, ASCII + HANZI, 40).trim() || '0',
    zxing: { formats: ['PDF417'] },
    peer: { id: 'pdf417', options: parse, content: escaped, rowModules: () => 3 },
  },
  Aztec: {
    element: (content) => ({ ...square, type: 'aztec', content }),
    content: (draw) => text(draw, ASCII + HANZI, 40).trim() || '0',
    zxing: { formats: ['Aztec'] },
    peer: { id: 'azteccode', options: parse, content: escaped },
  },
};
