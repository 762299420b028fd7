import { ZPL_FACTS } from './zpl-facts.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { base64Bytes } from '../output/base64.ts';
import { crc16 } from '../output/crc.ts';
import { packRows } from '../output/zlib/pack.ts';
import { concat, latin1 } from '../bytes.ts';
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

const MEDIA = { gap: '^MNY', 'black-mark': '^MNM', continuous: '^MNN' };
const FINISHING = { tear: '^MMT', peel: '^MMP', cut: '^MMC' };

/**
 * One label as one self-contained ZPL II format, quantity 1, the whole label as one `^GFA` graphic:
 * `:Z64:` with its CRC when that is smaller and the printer reads it, else compressed ASCII hex. Never
 * binary, so that a cut connection cannot make the printer swallow the next label as graphic data.
 * Throws LabelError `bad-media` for a darkness or speed out of range.
 */
export function bitmapToZpl(bitmap: Bitmap, options: ZplOptions = {}): Uint8Array {
  const { darkness, speed, mediaGap, finishing, cutNow = true, topDots } = options;
  const { reprintAfterError = false } = options;
  checkWhole('浓度', darkness, ZPL_FACTS.ranges.darkness);
  checkWhole('速度', speed, ZPL_FACTS.ranges.speed);
  checkWhole('打印起点', topDots, { min: -MOST_TOP_DOTS, max: MOST_TOP_DOTS });
  const { width, height, stride, data } = bitmap;
  const { widthDots, lengthDots } = options.stock ?? { widthDots: width, lengthDots: height };
  const head = [
    darkness === undefined ? '' : `~SD${String(darkness).padStart(2, '0')}\n`,
    '^XA',
    mediaGap === undefined ? '' : MEDIA[mediaGap],
    finishing === undefined ? '' : FINISHING[finishing],
    finishing === 'cut' && !cutNow ? '^XB' : '',
    topDots === undefined ? '' : `^LT${topDots}`,
    // What an earlier format may have left behind is set back; the printer's own calibration is not.
    `^PW${widthDots}^LL${lengthDots}^LH0,0^PON^PMN^LRN`,
    `^JZ${reprintAfterError ? 'Y' : 'N'}`,
    speed === undefined ? '' : `^PR${speed}`,
    `^FO0,0^GFA,${data.length},${data.length},${stride},`,
  ].join('');
  return concat([latin1(head), graphic(bitmap, options), latin1('^FS^PQ1,0,0,N^XZ\n')]);
}

const MOST_TOP_DOTS = ZPL_FACTS.mostShiftDots[203];

/** Only what packs into less than this may be shorter in digits: those of the emptiest sample label are 1.7 times as long. */
const MAYBE_LONGER = 512;

function graphic(bitmap: Bitmap, { graphics }: ZplOptions): Uint8Array {
  if (graphics === 'ascii') return asciiGraphic(bitmap);
  const encoded = base64Bytes(packRows(bitmap.data, bitmap.stride));
  const crc = crc16(encoded).toString(16).toUpperCase().padStart(4, '0');
  const z64 = concat([latin1(':Z64:'), encoded, latin1(`:${crc}`)]);
  return z64.length > MAYBE_LONGER ? z64 : (asciiGraphic(bitmap, z64.length) ?? z64);
}
