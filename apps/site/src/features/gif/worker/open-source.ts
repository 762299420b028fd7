import { isAnimated } from './animated-file.ts';
import { openAnimation } from './animation-source.ts';
import { openGif } from './gif-source.ts';
import { openPicture } from './picture-source.ts';
import { Refused } from './refused.ts';
import type { Source } from './source.ts';

/** Bytes at the head that tell what a file is, and whether it moves. */
const HEAD_BYTES = 64 * 1024;

/** Of these the first tell its kind. */
const KIND_BYTES = 16;

type Kind = 'gif' | 'video' | 'picture';

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

const PICTURE_BRAND = /^(?:avif|avis|hei[cmsx]|hev[cmsx]|mif1|msf1)$/;

/** AVI, Flash, Windows Media and MPEG program streams: videos, though none that is opened here. */
const isOtherVideo = (head: string): boolean =>
  /^RIFF[^]{4}AVI |^FLV\x01|^\x30\x26\xb2\x75|^\0\0\x01\xba/.test(head);

/** By its first bytes: names are often wrong. */
export const getKind = (start: Uint8Array): Kind => {
  const head = start.subarray(0, KIND_BYTES);
  if (/^GIF8[79]a/.test(latin(head.subarray(0, 6)))) return 'gif';
  const box = latin(head.subarray(4, 8));
  if (box === 'ftyp') return PICTURE_BRAND.test(latin(head.subarray(8, 12))) ? 'picture' : 'video';
  const isOldMovie = /^(?:moov|mdat|wide|free|skip|pnot)$/.test(box);
  const isMatroska = latin(head.subarray(0, 4)) === '\x1a\x45\xdf\xa3';
  return isOldMovie || isMatroska || isOtherVideo(latin(head)) ? 'video' : 'picture';
};

/** Opens a file, whatever it is; what is decoded of pictures is at most so many px long. */
export const openSource = async (file: Blob, longest: number): Promise<Source> => {
  if (file.size === 0) throw new Refused({ code: 'empty' });
  const head = new Uint8Array(
    await file
      .slice(0, HEAD_BYTES)
      .arrayBuffer()
      .catch(() => {
        throw new Refused({ code: 'unread' });
      }),
  );
  const kind = getKind(head);
  if (kind === 'gif') return openGif(file);
  if (kind === 'picture')
    return isAnimated(head) ? openAnimation(file, longest) : openPicture(file, longest);
  if (typeof VideoDecoder !== 'function') throw new Refused({ code: 'noDecoder' });
  // The reader of videos comes with the first one.
  const { openVideo } = await import('./video-source.ts');
  return openVideo(file);
};
