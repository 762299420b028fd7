import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import bwipjs from 'bwip-js/node';
import { dotAt, type Fonts, layoutLabel, loadFonts, rasterize } from '@yunbiao/label';
import type { Dpi } from '@yunbiao/label';
import { RARE_CODES } from '@yunbiao/label/rare-codes';
import { drawOf } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { type Dots, type Print, printed } from '@yunbiao/label/scan';
import { hasZbarimg, readWithZbarimg, readWithZxing } from './readers.ts';

const require = createRequire(import.meta.url);
let fonts: Fonts | undefined;
const labelFonts = (): Fonts =>
  (fonts ??= loadFonts({
    read: (file) => readFileSync(require.resolve(`@yunbiao/label/fonts/${file}`)),
  }));

type Reader = 'zxing' | 'zbar';
export type Tally = {
  read: number;
  /** Read in a peer's picture and not in ours. */
  missed: { reader: Reader; content: string; told: readonly string[] }[];
  /** Read in neither. */
  excused: number;
};

/** Pictures held at a time. */
const CHUNK = 50;

/** Prints and reads back so many contents of a symbology, the same ones for the same seed. */
export async function readBack(
  kind: Kind,
  { dpi, count, seed }: { dpi: Dpi; count: number; seed: number },
): Promise<Tally> {
  const draw = drawOf(seed);
  const tally: Tally = { read: 0, missed: [], excused: 0 };
  const readers: Reader[] = hasZbarimg && kind.zbar ? ['zxing', 'zbar'] : ['zxing'];
  for (let done = 0; done < count; done += CHUNK) {
    const contents = Array.from({ length: Math.min(CHUNK, count - done) }, () =>
      kind.content(draw),
    );
    const prints = contents.map((content) => printed(ourDots(kind, content, dpi).dots));
    for (const reader of readers) {
      const told = await readAll(kind, reader, prints);
      for (const [i, content] of contents.entries()) {
        const want = kind.told?.(content, reader) ?? content;
        if (isRead(told[i], want)) tally.read += 1;
        else if (await isReadOfPeer(kind, reader, content, want, dpi))
          tally.missed.push({ reader, content, told: told[i] ?? [] });
        else tally.excused += 1;
      }
    }
  }
  return tally;
}

const isRead = (told: readonly string[] | undefined, want: string): boolean =>
  told?.length === 1 && told[0] === want;

async function readAll(kind: Kind, reader: Reader, prints: readonly Print[]): Promise<string[][]> {
  if (reader === 'zbar') return readWithZbarimg(prints, kind.zbar ?? []);
  const told: string[][] = [];
  for (const print of prints) told.push(await readWithZxing(print, kind.zxing));
  return told;
}

/** Beside the element, in mm. */
const MARGIN = 2;

function ourDots(kind: Kind, content: string, dpi: Dpi): { dots: Dots; moduleDots: number } {
  const element = kind.element(content);
  const [widthMm, heightMm] = [element.widthMm + 2 * MARGIN, element.heightMm + 2 * MARGIN];
  const scene = layoutLabel({
    template: { version: 1, widthMm, heightMm, fields: [], elements: [element] },
    data: {},
    media: { dpi },
    fonts: labelFonts(),
    rareCodes: () => RARE_CODES,
  });
  const wrong = scene.warnings.find(({ level }) => level === 'error');
  if (wrong) throw new Error(`${content}: ${wrong.message}`);
  const bitmap = rasterize(scene);
  const op = scene.ops.find((one) => one.kind === 'bars' || one.kind === 'matrix');
  const { width, height } = bitmap;
  return {
    dots: { width, height, isBlack: (x, y) => dotAt(bitmap, x, y) },
    moduleDots: op?.moduleDots ?? 1,
  };
}

async function isReadOfPeer(
  kind: Kind,
  reader: Reader,
  content: string,
  want: string,
  dpi: Dpi,
): Promise<boolean> {
  const { moduleDots } = ourDots(kind, content, dpi);
  const [told] = await readAll(kind, reader, [printed(peerDots(kind, content, moduleDots))]);
  return isRead(told, want);
}

/** Light space around a peer's symbol, and how high its bars are, in modules. */
const QUIET = 10;
const BAR_HEIGHT = 40;

/** The symbol of bwip-js for the same content, in modules as large as ours. */
function peerDots({ peer }: Kind, content: string, module: number): Dots {
  const given = peer.content?.(content) ?? content;
  const [symbol] = bwipjs.raw(peer.id, given, peer.options ?? {}) as unknown as [
    { sbs?: number[]; pixs?: number[]; pixx?: number },
  ];
  const { pixs = [], pixx = 1 } = symbol;
  const rows = symbol.sbs
    ? [symbol.sbs.flatMap((width, i) => Array.from({ length: width }, () => (i + 1) % 2))]
    : Array.from({ length: pixs.length / pixx }, (_, y) => pixs.slice(y * pixx, (y + 1) * pixx));
  const heightOf = peer.rowModules ?? (() => (symbol.sbs ? BAR_HEIGHT : 1));
  const lines = rows.flatMap((row, y) => Array.from({ length: heightOf(y) }, () => row));
  const across = Math.max(...rows.map((row) => row.length));
  return {
    width: (across + 2 * QUIET) * module,
    height: (lines.length + 2 * QUIET) * module,
    isBlack: (x, y) =>
      lines[Math.floor(y / module) - QUIET]?.[Math.floor(x / module) - QUIET] === 1,
  };
}
