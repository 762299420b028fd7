import { listResetCommands } from './effects.ts';
import { ZPL_EFFECTS } from './zpl-effects.ts';
import { ZPL_FACTS } from './zpl-facts.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { encodeBase64Into, computeBase64Length } from '../output/base64.ts';
import { computeCrc16 } from '../output/crc.ts';
import { compressRowsIntoSharedBuffer } from '../output/zlib/pack.ts';
import { concatBytes, encodeLatin1, encodeLatin1Into } from '../bytes.ts';
import type { Finishing, MediaKind, ZplGraphics } from './language.ts';
import { checkIntegerInRange } from './integer-range.ts';
import { encodeAsciiGraphic } from './zpl-ascii.ts';

export type ZplOptions = {
  /** Default `z64`. */
  graphics?: ZplGraphics;
  /**
   * Absolute darkness. `~SD` changes it permanently and is sent before the format, because formats
   * cannot contain it.
   */
  darkness?: number;
  /** Print speed, inches per second (`^PR`). */
  speed?: number;
  /** Kind of media (`^MN`). Omitted: the printer's own setting. */
  mediaGap?: MediaKind;
  /** How the finished label is presented (`^MM`). Omitted: the printer's own setting. */
  finishing?: Exclude<Finishing, 'printer'>;
  /**
   * For `cut`: whether to cut after this label. False: the label is not presented (`^XB`), and the
   * next one follows.
   */
  cutNow?: boolean;
  /**
   * Vertical print start relative to the printer's default, dots (`^LT`). Omitted: its own setting.
   */
  topDots?: number;
  /**
   * Label size on the roll, dots; default: the size of the bitmap. `lengthDots` is along the feed.
   */
  stock?: { widthDots: number; lengthDots: number };
  /**
   * Allows the printer to reprint a label that an error interrupted (`^JZ`). It may then be printed
   * twice.
   */
  reprintAfterError?: boolean;
};

/** Command `^MN` for each kind of media. */
export const ZPL_MEDIA = { gap: '^MNY', 'black-mark': '^MNM', continuous: '^MNN' };
const FINISHING = { tear: '^MMT', peel: '^MMP', cut: '^MMC' };

/**
 * Encodes one label as a self-contained ZPL II format with quantity 1. The label is one `^GFA`
 * graphic: `:Z64:` with CRC when that is smaller and the printer supports it, else compressed ASCII
 * hex. Never binary, so that after a broken connection the printer cannot take the next label for
 * graphic data. Throws LabelError `bad-media` for a darkness or speed out of range.
 */
export function bitmapToZpl(bitmap: Bitmap, options: ZplOptions = {}): Uint8Array {
  const head = buildZplSetupCommands(bitmap, options);
  const wrapGraphic = (graphic: Uint8Array): Uint8Array =>
    concatBytes([encodeLatin1(head), graphic, encodeLatin1(TAIL)]);
  if (options.graphics === 'ascii') return wrapGraphic(encodeAsciiGraphic(bitmap));
  const packedRows = compressRowsIntoSharedBuffer(bitmap.data, bitmap.stride);
  const length = Z64.length + computeBase64Length(packedRows.length) + ':0000'.length;
  const shorter =
    length > MAX_ASCII_CANDIDATE_BYTES ? undefined : encodeAsciiGraphic(bitmap, length);
  if (shorter) return wrapGraphic(shorter);
  // Writes every part once, because copying is a large share of the encoding time.
  const out = new Uint8Array(head.length + length + TAIL.length);
  const from = encodeLatin1Into(Z64, out, encodeLatin1Into(head, out, 0));
  const end = encodeBase64Into(packedRows, out, from);
  const crc = computeCrc16(out.subarray(from, end)).toString(16).toUpperCase().padStart(4, '0');
  encodeLatin1Into(TAIL, out, encodeLatin1Into(`:${crc}`, out, end));
  return out;
}

const Z64 = ':Z64:';
const RESETS = listResetCommands(ZPL_EFFECTS).join('');
const TAIL = '^FS^PQ1,0,0,N^XZ\n';
/**
 * Only data that compresses below this size can be shorter as digits: for the emptiest sample
 * label, digits are 1.7 times as long.
 */
const MAX_ASCII_CANDIDATE_BYTES = 512;

/** Commands before the graphic. */
function buildZplSetupCommands(bitmap: Bitmap, options: ZplOptions): string {
  const { darkness, speed, mediaGap, finishing, cutNow = true, topDots } = options;
  const { reprintAfterError = false } = options;
  checkIntegerInRange('打印浓度', darkness, ZPL_FACTS.ranges.darkness);
  checkIntegerInRange('速度', speed, ZPL_FACTS.ranges.speed);
  checkIntegerInRange('打印起点', topDots, { min: -MAX_TOP_DOTS, max: MAX_TOP_DOTS });
  const { width, height, stride, data } = bitmap;
  const { widthDots, lengthDots } = options.stock ?? { widthDots: width, lengthDots: height };
  return [
    darkness === undefined ? '' : `~SD${String(darkness).padStart(2, '0')}\n`,
    '^XA',
    mediaGap === undefined ? '' : ZPL_MEDIA[mediaGap],
    finishing === undefined ? '' : FINISHING[finishing],
    finishing === 'cut' && !cutNow ? '^XB' : '',
    topDots === undefined ? '' : `^LT${topDots}`,
    // Resets settings of an earlier format, but not the printer's calibration.
    `^PW${widthDots}^LL${lengthDots}${RESETS}`,
    `^JZ${reprintAfterError ? 'Y' : 'N'}`,
    speed === undefined ? '' : `^PR${speed}`,
    `^FO0,0^GFA,${data.length},${data.length},${stride},`,
  ].join('');
}

const MAX_TOP_DOTS = ZPL_FACTS.maxShiftDots[203];
