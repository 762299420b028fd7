import { getQuietZone } from '../layout/checks.ts';
import { isSquare } from '../layout/code.ts';
import { boxOfMatrix } from '../layout/ink.ts';
import { dotsPerMm } from '../layout/place.ts';
import { describeElement } from '../placeholders.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { rasterize } from '../raster/rasterize.ts';
import type { BarsOp, DotRect, MatrixOp, Scene, SceneCode } from '../scene.ts';
import { cropBitmap, spreadBack } from './crop.ts';
import { type Reading, getReading } from './reading.ts';

/** A code cut out of its label's dots, with all that is needed to read it: it can be posted to a worker. */
export type ScanCode = {
  elementId: string;
  /** How messages name it. */
  name: string;
  kind: 'bars' | 'matrix';
  reading: Reading;
  /** The symbol and its quiet zone as printed, whatever else is printed there. */
  dots: Bitmap;
  /** The same as a head makes it that adds what was taken from its modules for it; undefined where nothing was. */
  spread?: Bitmap;
  moduleDots: number;
  /** Dots taken from each dark module for the head, across and down, and whether it is a square. */
  takenDots: number;
  isSquare: boolean;
  dotsPerMm: number;
  /** Whether other things change the symbol's own dots. */
  isCovered: boolean;
  /** Its quiet zone: other things in it, or a part of it off the label. */
  quiet: 'light' | 'touched' | 'off-label';
};

/** The codes of a scene that were drawn, the first `most`, cut out of its bitmap. */
export function scanCodes(scene: Scene, bitmap: Bitmap, most = Infinity): ScanCode[] {
  return scene.codes.slice(0, most).flatMap((code) => {
    const ops = scene.ops.filter(
      (op): op is BarsOp | MatrixOp =>
        op.elementId === code.element.id && (op.kind === 'bars' || op.kind === 'matrix'),
    );
    return ops.length > 0 ? [scanCode(code, { scene, bitmap, ops })] : [];
  });
}

type Drawn = { scene: Scene; bitmap: Bitmap; ops: readonly (BarsOp | MatrixOp)[] };

function scanCode(code: SceneCode, { scene, bitmap, ops }: Drawn): ScanCode {
  const { element } = code;
  const zone = around(ops.map(getQuietZone));
  const symbol = around(ops.map((op) => (op.kind === 'bars' ? op : boxOfMatrix(op))));
  const own = scene.ops.filter(({ elementId }) => elementId === element.id);
  const alone = rasterize({ ...scene, ops: own });
  const isAlone = (rect: DotRect): boolean => {
    const theirs = cropBitmap(alone, rect).data;
    return cropBitmap(bitmap, rect).data.every((byte, i) => byte === theirs[i]);
  };
  const isOff =
    zone.x0 < 0 || zone.y0 < 0 || zone.x1 > scene.widthDots || zone.y1 > scene.heightDots;
  const isCovered = !isAlone(symbol);
  const isTouched = !isCovered && !isAlone(zone);
  const dots = cropBitmap(bitmap, zone);
  const [op] = ops;
  const shrink = op?.kind === 'matrix' ? op.shrink : undefined;
  const moduleDots = Math.min(...ops.map((one) => one.moduleDots));
  return {
    elementId: element.id,
    name: describeElement(element),
    kind: ops.some(({ kind }) => kind === 'matrix') ? 'matrix' : 'bars',
    reading: getReading(code),
    dots,
    ...(shrink && {
      spread: spreadBack(dots, cropBitmap(rasterize({ ...scene, ops: [...ops] }), zone), shrink),
    }),
    moduleDots,
    takenDots: shrink ? shrink.left + shrink.right : 0,
    isSquare: isSquare(element),
    dotsPerMm: dotsPerMm(scene.dpi),
    isCovered,
    quiet: isTouched ? 'touched' : isOff ? 'off-label' : 'light',
  };
}

function around(rects: readonly DotRect[]): DotRect {
  return {
    x0: Math.min(...rects.map(({ x0 }) => x0)),
    y0: Math.min(...rects.map(({ y0 }) => y0)),
    x1: Math.max(...rects.map(({ x1 }) => x1)),
    y1: Math.max(...rects.map(({ y1 }) => y1)),
  };
}
