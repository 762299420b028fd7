import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDotsPerMm } from '../layout/place.ts';
import { isBlackDot } from '../raster/bitmap.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import type { Scene } from '../scene.ts';
import type { GreyImage } from './png.ts';

const PROGRAMS = ['pdftoppm', 'pdftotext', 'pdfinfo', 'pdffonts'] as const;
type Program = (typeof PROGRAMS)[number];

/** Reason why poppler is not available; undefined when it is. */
export const noPoppler = PROGRAMS.every((name) => existsSync(`/usr/bin/${name}`))
  ? undefined
  : 'poppler-utils：没有找到';

/** Runs a poppler program on the file; throws on any warning or error. */
function runPoppler<T>(
  program: Program,
  pdf: Uint8Array,
  listArgs: (file: string, folder: string) => string[],
  take: (stdout: string, folder: string) => T,
): T {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  try {
    const file = join(folder, 'label.pdf');
    writeFileSync(file, pdf);
    const { status, stdout, stderr } = spawnSync(`/usr/bin/${program}`, listArgs(file, folder), {
      encoding: 'utf8',
      maxBuffer: 64_000_000,
    });
    if (status !== 0 || stderr !== '') throw new Error(`${program}: ${status} ${stderr}`);
    return take(stdout, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The text of each page, trimmed. */
export function listTexts(pdf: Uint8Array): string[] {
  const pages = runPoppler(
    'pdftotext',
    pdf,
    (file) => ['-enc', 'UTF-8', file, '-'],
    (text) => text.split('\f'),
  );
  return pages.slice(0, -1).map((page) => page.trim());
}

/** Information about the document, and about the pages up to `page`. */
export const getInfo = (pdf: Uint8Array, page = 2): string =>
  runPoppler(
    'pdfinfo',
    pdf,
    (file) => ['-f', String(page - 1), '-l', String(page), file],
    (text) => text,
  );

/** One line per font: name, type, encoding, embedded, subset, with Unicode. */
export const listFonts = (pdf: Uint8Array): string[][] =>
  runPoppler(
    'pdffonts',
    pdf,
    (file) => [file],
    (text) =>
      text
        .trim()
        .split('\n')
        .slice(2)
        .map((line) => line.split(/\s{2,}|\s(?=yes|no)/)),
  );

/** The scenes of a file, all of one resolution, drawn at one pixel per dot with smoothed edges. */
export function drawWithPoppler(pdf: Uint8Array, scenes: readonly Scene[]): GreyImage[] {
  const dpi = scenes[0]?.dpi ?? 203;
  // Poppler moves glyphs to the whole pixel before their origin: rounding must not place that a
  // billionth of a dot too early. Pages become a pixel larger, which is cut off.
  const resolution = getDotsPerMm(dpi) * 25.4 * (1 + 1e-7);
  return runPoppler(
    'pdftoppm',
    pdf,
    (file, folder) => ['-gray', '-r', String(resolution), file, join(folder, 'page')],
    (_, folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.pgm'))
        .toSorted()
        .map((name, i) => cropToScene(readPgm(readFileSync(join(folder, name))), scenes[i])),
  );
}

function cropToScene({ width, height, grey }: GreyImage, scene: Scene | undefined): GreyImage {
  const [wide, high] = [scene?.widthDots ?? 0, scene?.heightDots ?? 0];
  if (width - wide > 1 || height - high > 1) return { width, height, grey };
  const rows = Array.from({ length: high }, (_, y) => grey.subarray(y * width, y * width + wide));
  return { width: wide, height: high, grey: new Uint8Array(Buffer.concat(rows)) };
}

/** Greyscale, one byte per pixel: `P5 width height 255`, then the rows. */
function readPgm(bytes: Uint8Array): GreyImage {
  const head = /^P5\s(\d+)\s(\d+)\s255\s/.exec(new TextDecoder().decode(bytes.subarray(0, 40)));
  if (head === null) throw new Error('not a PGM');
  const [all, width, height] = head;
  return { width: Number(width), height: Number(height), grey: bytes.subarray(all.length) };
}

/** The darkest and the lightest value of a pixel and its neighbours. */
function findExtremesAround(
  { width, height, grey }: GreyImage,
  x: number,
  y: number,
): [number, number] {
  let [dark, light] = [255, 0];
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v += 1) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u += 1) {
      const value = grey[v * width + u] ?? 0;
      dark = Math.min(dark, value);
      light = Math.max(light, value);
    }
  }
  return [dark, light];
}

const toGrey = (bitmap: Bitmap): GreyImage => {
  const { width, height } = bitmap;
  const grey = Uint8Array.from({ length: width * height }, (_, i) =>
    isBlackDot(bitmap, i % width, Math.floor(i / width)) ? 0 : 255,
  );
  return { width, height, grey };
};

export type Stray = { x: number; y: number };

/** Limits of full ink and of no ink: a gap or a stroke of a fifth of a dot is detected. */
const INK = 48;
const PAPER = 208;

/**
 * Dots where picture and bitmap differ by more than one dot of an edge: one has ink and the other
 * has none there or next to it, or one has paper and the other has only ink there. Content thinner
 * than half a dot is grey in the picture and may be either in the bitmap.
 */
export function listStrays(bitmap: Bitmap, picture: GreyImage): Stray[] {
  const dots = toGrey(bitmap);
  if (dots.width !== picture.width || dots.height !== picture.height)
    throw new Error(
      `${picture.width} × ${picture.height} instead of ${dots.width} × ${dots.height}`,
    );
  const strays: Stray[] = [];
  for (let y = 0; y < dots.height; y += 1) {
    for (let x = 0; x < dots.width; x += 1) {
      const dot = dots.grey[y * dots.width + x] ?? 0;
      const pixel = picture.grey[y * dots.width + x] ?? 0;
      if (dot < 128 === pixel < 128) continue;
      const [darkDot, lightDot] = findExtremesAround(dots, x, y);
      const [dark, light] = findExtremesAround(picture, x, y);
      const isOdd = (pixel >= PAPER && lightDot === 0) || (pixel <= INK && darkDot === 255);
      const isLost = dot === 0 ? dark >= PAPER : light <= INK;
      if (isOdd || isLost) strays.push({ x, y });
    }
  }
  return strays;
}
