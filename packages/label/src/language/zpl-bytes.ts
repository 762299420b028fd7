import { listResets } from './effects.ts';
import { ZPL_EFFECTS } from './zpl-effects.ts';
import { ZPL_FACTS } from './zpl-facts.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { base64Into, base64Length } from '../output/base64.ts';
import { crc16 } from '../output/crc.ts';
import { packRowsForNow } from '../output/zlib/pack.ts';
import { concat, latin1, latin1Into } from '../bytes.ts';
import type { Finishing, MediaKind, ZplGraphics } from './language.ts';
import { checkWhole } from './within.ts';
import { asciiGraphic } from './zpl-ascii.ts';

export type ZplOptions = {
  /** `z64` when left out. */
  graphics?: ZplGraphics;
  /** Absolute darkness. `~SD` sets it for good, just before the format: formats cannot. */
  darkness?: number;
  /** Print speed in inches a second (`^PR`). */
  speed?: number;
  /** How labels follow each other on the roll (`^MN`); the printer's own setting when left out. */
  mediaGap?: MediaKind;
  /** What becomes of a label that is out (`^MM`); the printer's own setting when left out. */
  finishing?: Exclude<Finishing, 'printer'>;
  /** Of `cut`: whether behind this label; else it is kept in (`^XB`), and the next one follows it. */
  cutNow?: boolean;
  /** Where the label begins, dots down from where the printer takes it to (`^LT`); its own setting when left out. */
  topDots?: number;
  /** Size of a label of the roll, dots; that of the bitmap when left out. `lengthDots` is along the feed. */
  stock?: { widthDots: number; lengthDots: number };
  /** Lets the printer reprint a label that an error interrupted (`^JZ`); it may then come out twice. */
  reprintAfterError?: boolean;
};

/** `^MN` */
export const ZPL_MEDIA = { gap: '^MNY', 'black-mark': '^MNM', continuous: '^MNN' };
const FINISHING = { tear: '^MMT', peel: '^MMP', cut: '^MMC' };

/**
 * One label as one self-contained ZPL II format, quantity 1, the whole label as one `^GFA` graphic:
 * `:Z64:` with its CRC when that is smaller and the printer reads it, else compressed ASCII hex. Never
 * binary, so that a cut connection cannot make the printer swallow the next label as graphic data.
 * Throws LabelError `bad-media` for a darkness or speed out of range.
 */
export function bitmapToZpl(bitmap: Bitmap, options: ZplOptions = {}): Uint8Array {
  const head = getHead(bitmap, options);
  const digits = (graphic: Uint8Array): Uint8Array => concat([latin1(head), graphic, latin1(TAIL)]);
  if (options.graphics === 'ascii') return digits(asciiGraphic(bitmap));
  const packed = packRowsForNow(bitmap.data, bitmap.stride);
  const length = Z64.length + base64Length(packed.length) + ':0000'.length;
  const shorter = length > MAYBE_LONGER ? undefined : asciiGraphic(bitmap, length);
  if (shorter) return digits(shorter);
  // Nothing is written twice: what packs a label is a good part of what it costs.
  const out = new Uint8Array(head.length + length + TAIL.length);
  const from = latin1Into(Z64, out, latin1Into(head, out, 0));
  const end = base64Into(packed, out, from);
  const crc = crc16(out.subarray(from, end)).toString(16).toUpperCase().padStart(4, '0');
  latin1Into(TAIL, out, latin1Into(`:${crc}`, out, end));
  return out;
}

const Z64 = ':Z64:';
const RESETS = listResets(ZPL_EFFECTS).join('');
const TAIL = '^FS^PQ1,0,0,N^XZ\n';
/** Only what packs into less than this may be shorter in digits: those of the emptiest sample label are 1.7 times as long. */
const MAYBE_LONGER = 512;

/** Everything in front of the graphic. */
function getHead(bitmap: Bitmap, options: ZplOptions): string {
  const { darkness, speed, mediaGap, finishing, cutNow = true, topDots } = options;
  const { reprintAfterError = false } = options;
  checkWhole('浓度', darkness, ZPL_FACTS.ranges.darkness);
  checkWhole('速度', speed, ZPL_FACTS.ranges.speed);
  checkWhole('打印起点', topDots, { min: -MAX_TOP_DOTS, max: MAX_TOP_DOTS });
  const { width, height, stride, data } = bitmap;
  const { widthDots, lengthDots } = options.stock ?? { widthDots: width, lengthDots: height };
  return [
    darkness === undefined ? '' : `~SD${String(darkness).padStart(2, '0')}\n`,
    '^XA',
    mediaGap === undefined ? '' : ZPL_MEDIA[mediaGap],
    finishing === undefined ? '' : FINISHING[finishing],
    finishing === 'cut' && !cutNow ? '^XB' : '',
    topDots === undefined ? '' : `^LT${topDots}`,
    // What an earlier format may have left behind is set back; the printer's own calibration is not.
    `^PW${widthDots}^LL${lengthDots}${RESETS}`,
    `^JZ${reprintAfterError ? 'Y' : 'N'}`,
    speed === undefined ? '' : `^PR${speed}`,
    `^FO0,0^GFA,${data.length},${data.length},${stride},`,
  ].join('');
}

const MAX_TOP_DOTS = ZPL_FACTS.mostShiftDots[203];
