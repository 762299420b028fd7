import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import bwipjs from 'bwip-js/node';
import {
  isBlackDot,
  layoutLabel,
  loadFonts,
  rasterizeScene,
  extractScanCodes,
} from '@yunbiao/label';
import type { Bitmap, DotRect, Dpi, Fonts } from '@yunbiao/label';
import { RARE_ENCODERS } from '@yunbiao/label/rare-encoders';
import { createDraw } from './kinds.ts';
import type { Draw, Kind, Reader } from './kinds.ts';
import {
  PIXELS_PER_DOT,
  type SimulatedPrint,
  simulateThermalPrint,
  simulateCamera,
} from '@yunbiao/label/scan';
import {
  hasDmtxread,
  hasZbarimg,
  readWithDmtxread,
  readWithRxing,
  readWithZbarimg,
  readWithZxing,
} from './readers.ts';

const require = createRequire(import.meta.url);
let fonts: Fonts | undefined;
const labelFonts = (): Fonts =>
  (fonts ??= loadFonts({
    read: (file) => readFileSync(require.resolve(`@yunbiao/label/fonts/${file}`)),
  }));

export type Tally = {
  read: number;
  /** Read in a peer's picture but not in ours. */
  missed: { reader: Reader; content: string; told: readonly string[] }[];
  /** Read in neither. */
  excused: number;
};

/** Pictures in memory at a time, read by one call of zbarimg. */
const CHUNK = 100;

/** Prints `count` contents of a symbology and reads them back; deterministic per seed. */
export async function readBack(
  kind: Kind,
  { dpi, count, seed }: { dpi: Dpi; count: number; seed: number },
): Promise<Tally> {
  const draw = createDraw(seed);
  const tally: Tally = { read: 0, missed: [], excused: 0 };
  const readers = listReaders(kind, dpi);
  for (let done = 0; done < count; done += CHUNK) {
    const contents = Array.from({ length: Math.min(CHUNK, count - done) }, () =>
      getContent(kind, draw),
    );
    const prints = contents.map((content) => getPicture(ourDots(kind, content, dpi).dots, dpi));
    // In parallel: one of them is a separate process.
    const answers = await Promise.all(
      readers.map(async ({ reader, all }) => {
        const wanted = contents.map((content) => kind.told?.(content, reader) ?? content);
        return { reader, all, wanted, told: await all(prints, wanted) };
      }),
    );
    for (const { reader, all: readAll, wanted, told } of answers) {
      for (const [i, content] of contents.entries()) {
        const want = wanted[i] ?? content;
        if (isRead(told[i], want)) tally.read += 1;
        else if (isRead((await readAll([peerPrint(kind, content, dpi)], [want]))[0], want))
          tally.missed.push({ reader, content, told: told[i] ?? [] });
        else tally.excused += 1;
      }
    }
  }
  return tally;
}

const isRead = (told: readonly string[] | undefined, want: string): boolean =>
  told?.length === 1 && told[0] === want;

function getContent({ content, zbar }: Kind, draw: Draw): string {
  for (;;) {
    const drawn = content(draw);
    if (drawn !== zbar?.divider) return drawn;
  }
}

type ReadAll = {
  reader: Reader;
  /** Texts it reads from each print, given the expected texts. */
  all: (prints: readonly SimulatedPrint[], wanted: readonly string[]) => Promise<string[][]>;
};

/** The available readers of a kind. */
export function readersFor({ zbar, rxing, dmtx, own }: Kind): Reader[] {
  const readers: Reader[] = ['ZXing'];
  if (zbar !== undefined && hasZbarimg) readers.push('zbarimg');
  if (rxing !== undefined) readers.push('rxing');
  if (dmtx === true && hasDmtxread) readers.push('dmtxread');
  if (own !== undefined) readers.push('own');
  return readers;
}

function listReaders(kind: Kind, dpi: Dpi): ReadAll[] {
  return readersFor(kind).map((reader) => ({ reader, all: readAllBy(reader, kind, dpi) }));
}

function readAllBy(reader: Reader, kind: Kind, dpi: Dpi): ReadAll['all'] {
  const { zbar, rxing = '', own = () => [] } = kind;
  switch (reader) {
    case 'ZXing':
      return async (prints) => {
        const told: string[][] = [];
        for (const print of prints) told.push(await readWithZxing(print, kind.zxing));
        return told;
      };
    case 'rxing':
      return (prints) => Promise.resolve(prints.map((print) => readWithRxing(print, rxing)));
    case 'own':
      return (prints) => Promise.resolve(prints.map(own));
    case 'dmtxread':
      return (prints) => readWithDmtxread(prints);
    case 'zbarimg': {
      const { names, divider: content } = zbar ?? { names: [], divider: '' };
      const divider = {
        print: asDots(ourDots(kind, content, dpi).dots),
        text: kind.told?.(content, reader) ?? content,
      };
      const isLinear = !names.includes('qrcode');
      return (prints, wanted) => readWithZbarimg(prints, wanted, { names, isLinear, divider });
    }
  }
}

/** One pixel per dot, which is fast to read. */
function asDots(dots: Bitmap): SimulatedPrint {
  const { width, height } = dots;
  const grey = Uint8Array.from({ length: width * height }, (_, i) =>
    isBlackDot(dots, i % width, Math.floor(i / width)) ? 0 : 255,
  );
  return { width, height, grey };
}

/**
 * As a hand scanner sees it, 24 to 35 pixels per mm: above that ZXing scales pictures down and
 * misreads even its own.
 */
const getPicture = (dots: Bitmap, dpi: Dpi): SimulatedPrint =>
  simulateCamera(simulateThermalPrint(dots), dpi === 600 ? PIXELS_PER_DOT : 1);

/** Margin around the element, mm. */
const MARGIN = 2;

/** The symbol and its quiet zone. */
function ourDots(kind: Kind, content: string, dpi: Dpi): { dots: Bitmap; moduleDots: number } {
  const element = kind.element(content);
  const [widthMm, heightMm] = [element.widthMm + 2 * MARGIN, element.heightMm + 2 * MARGIN];
  const scene = layoutLabel({
    template: { version: 1, widthMm, heightMm, fields: [], elements: [element] },
    data: {},
    media: { dpi },
    fonts: labelFonts(),
    rareCodes: () => RARE_ENCODERS,
  });
  const wrong = scene.warnings.find(({ level }) => level === 'error');
  if (wrong) throw new Error(`${content}: ${wrong.message}`);
  const [code] = extractScanCodes(scene, rasterizeScene(scene));
  if (code === undefined) throw new Error(`${content}: no code`);
  return code;
}

/** bwip-js's picture of the same content, with the same first dot and module size as ours. */
function peerPrint(kind: Kind, content: string, dpi: Dpi): SimulatedPrint {
  const { dots, moduleDots } = ourDots(kind, content, dpi);
  return getPicture(peerDots(kind, content, { ink: getInk(dots), moduleDots }), dpi);
}

/** The bounding box of black dots. */
function getInk(dots: Bitmap): DotRect {
  const box = { x0: dots.width, y0: dots.height, x1: 0, y1: 0 };
  for (let y = 0; y < dots.height; y += 1)
    for (let x = 0; x < dots.width; x += 1)
      if (isBlackDot(dots, x, y)) {
        box.x0 = Math.min(box.x0, x);
        box.y0 = Math.min(box.y0, y);
        box.x1 = Math.max(box.x1, x + 1);
        box.y1 = Math.max(box.y1, y + 1);
      }
  return box;
}

/** Quiet zone right of and below a peer's symbol, in modules. */
const QUIET = 10;

function peerDots(
  { peer }: Kind,
  content: string,
  { ink, moduleDots }: { ink: DotRect; moduleDots: number },
): Bitmap {
  const given = peer.content?.(content) ?? content;
  const options = typeof peer.options === 'function' ? peer.options(content) : peer.options;
  const [symbol] = bwipjs.raw(peer.id, given, options ?? {}) as unknown as [
    { sbs?: number[]; pixs?: number[]; pixx?: number },
  ];
  const { pixs = [], pixx = 1 } = symbol;
  const rows = symbol.sbs
    ? [symbol.sbs.flatMap((width, i) => Array.from({ length: width }, () => (i + 1) % 2))]
    : Array.from({ length: pixs.length / pixx }, (_, y) => pixs.slice(y * pixx, (y + 1) * pixx));
  const barHeight = Math.ceil((ink.y1 - ink.y0) / moduleDots);
  const getHeight = peer.rowModules ?? (() => (symbol.sbs ? barHeight : 1));
  const lines = rows.flatMap((row, y) => Array.from({ length: getHeight(y) }, () => row));
  const across = Math.max(...rows.map((row) => row.length));
  const width = ink.x0 + (across + QUIET) * moduleDots;
  const height = ink.y0 + (lines.length + QUIET) * moduleDots;
  const stride = (width + 7) >> 3;
  const data = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const line = lines[Math.floor((y - ink.y0) / moduleDots)] ?? [];
    for (let x = 0; x < width; x += 1)
      if (line[Math.floor((x - ink.x0) / moduleDots)] === 1)
        data[y * stride + (x >> 3)] = (data[y * stride + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
  }
  return { width, height, stride, data };
}
