import { computeBoundsWithQuietZone } from '../layout/checks.ts';
import { hasSquareModules } from '../layout/code.ts';
import { computeMatrixBox } from '../layout/ink.ts';
import { getDotsPerMm } from '../layout/place.ts';
import { describeElement } from '../placeholders.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import type { BarsOp, DotRect, MatrixOp, Scene, SceneCode } from '../scene.ts';
import { cropBitmap, simulateDotGain } from './crop.ts';
import { type ExpectedReading, buildExpectedReading } from './reading.ts';

/**
 * A code cropped from the label's bitmap, with everything needed to read it. It can be posted to a
 * worker.
 */
export type ScanCode = {
  elementId: string;
  /** Name in messages. */
  name: string;
  kind: 'bars' | 'matrix';
  reading: ExpectedReading;
  /** The symbol and its quiet zone as printed, including other content there. */
  dots: Bitmap;
  /**
   * The same with the dot gain that the module reduction compensates; undefined without reduction.
   */
  spread?: Bitmap;
  moduleDots: number;
  /**
   * Dots removed from each dark module per axis, and whether modules are read separately as
   * squares.
   */
  reductionDots: number;
  isSquare: boolean;
  dotsPerMm: number;
  /** Whether other content changes the symbol's dots. */
  isCovered: boolean;
  /** Quiet zone: free, disturbed by other content, or partly off the label. */
  quiet: 'light' | 'touched' | 'off-label';
};

/** Crops the first `max` drawn codes of a scene from its bitmap. */
export function extractScanCodes(scene: Scene, bitmap: Bitmap, max = Infinity): ScanCode[] {
  return scene.codes.slice(0, max).flatMap((code) => {
    const ops = scene.ops.filter(
      (op): op is BarsOp | MatrixOp =>
        op.elementId === code.element.id && (op.kind === 'bars' || op.kind === 'matrix'),
    );
    return ops.length > 0 ? [extractScanCode(code, { scene, bitmap, ops })] : [];
  });
}

type Drawn = { scene: Scene; bitmap: Bitmap; ops: readonly (BarsOp | MatrixOp)[] };

function extractScanCode(code: SceneCode, { scene, bitmap, ops }: Drawn): ScanCode {
  const { element } = code;
  const zone = uniteRects(ops.map(computeBoundsWithQuietZone));
  const symbol = uniteRects(ops.map((op) => (op.kind === 'bars' ? op : computeMatrixBox(op))));
  const ownOps = scene.ops.filter(({ elementId }) => elementId === element.id);
  const ownBitmap = rasterizeScene({ ...scene, ops: ownOps });
  const isFreeOfOtherInk = (rect: DotRect): boolean => {
    const ownDots = cropBitmap(ownBitmap, rect).data;
    return cropBitmap(bitmap, rect).data.every((byte, i) => byte === ownDots[i]);
  };
  const isOff =
    zone.x0 < 0 || zone.y0 < 0 || zone.x1 > scene.widthDots || zone.y1 > scene.heightDots;
  const isCovered = !isFreeOfOtherInk(symbol);
  const isTouched = !isCovered && !isFreeOfOtherInk(zone);
  const dots = cropBitmap(bitmap, zone);
  const [op] = ops;
  const shrink = op?.kind === 'matrix' ? op.shrink : undefined;
  const moduleDots = Math.min(...ops.map((op) => op.moduleDots));
  return {
    elementId: element.id,
    name: describeElement(element),
    kind: ops.some(({ kind }) => kind === 'matrix') ? 'matrix' : 'bars',
    reading: buildExpectedReading(code),
    dots,
    ...(shrink && {
      spread: simulateDotGain(
        dots,
        cropBitmap(rasterizeScene({ ...scene, ops: [...ops] }), zone),
        shrink,
      ),
    }),
    moduleDots,
    reductionDots: shrink ? shrink.left + shrink.right : 0,
    isSquare: hasSquareModules(element),
    dotsPerMm: getDotsPerMm(scene.dpi),
    isCovered,
    quiet: isTouched ? 'touched' : isOff ? 'off-label' : 'light',
  };
}

function uniteRects(rects: readonly DotRect[]): DotRect {
  return {
    x0: Math.min(...rects.map(({ x0 }) => x0)),
    y0: Math.min(...rects.map(({ y0 }) => y0)),
    x1: Math.max(...rects.map(({ x1 }) => x1)),
    y1: Math.max(...rects.map(({ y1 }) => y1)),
  };
}
