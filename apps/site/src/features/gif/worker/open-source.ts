import { isAnimated } from './animated-file.ts';
import { openAnimation } from './animation-source.ts';
import { openGif } from './gif-source.ts';
import { openPicture } from './picture-source.ts';
import { FileRefused } from './file-refused.ts';
import type { Source } from './source.ts';

/** Bytes read to detect the type of a file and whether it is animated. */
const HEAD_BYTES = 64 * 1024;

/** The first of these bytes identify the type. */
const KIND_BYTES = 16;

type Kind = 'gif' | 'video' | 'picture';

const decodeLatin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

const PICTURE_BRAND = /^(?:avif|avis|hei[cmsx]|hev[cmsx]|mif1|msf1)$/;

/** AVI, Flash, Windows Media and MPEG program streams: videos that are not supported here. */
const isUnsupportedVideo = (head: string): boolean =>
  /^RIFF[^]{4}AVI |^FLV\x01|^\x30\x26\xb2\x75|^\0\0\x01\xba/.test(head);

/** Detects the type from the first bytes: file names are often wrong. */
export const detectKind = (start: Uint8Array): Kind => {
  const head = start.subarray(0, KIND_BYTES);
  if (/^GIF8[79]a/.test(decodeLatin1(head.subarray(0, 6)))) return 'gif';
  const box = decodeLatin1(head.subarray(4, 8));
  if (box === 'ftyp')
    return PICTURE_BRAND.test(decodeLatin1(head.subarray(8, 12))) ? 'picture' : 'video';
  const isOldMovie = /^(?:moov|mdat|wide|free|skip|pnot)$/.test(box);
  const isMatroska = decodeLatin1(head.subarray(0, 4)) === '\x1a\x45\xdf\xa3';
  return isOldMovie || isMatroska || isUnsupportedVideo(decodeLatin1(head)) ? 'video' : 'picture';
};

/**
 * Opens a file of any supported type. Pictures are decoded with sides of at most `longest` px.
 * @throws {FileRefused} if the file is empty, too large, broken or not supported
 */
export const openMediaSource = async (file: Blob, longest: number): Promise<Source> => {
  if (file.size === 0) throw new FileRefused({ code: 'empty' });
  const head = new Uint8Array(
    await file
      .slice(0, HEAD_BYTES)
      .arrayBuffer()
      .catch(() => {
        throw new FileRefused({ code: 'unread' });
      }),
  );
  const kind = detectKind(head);
  if (kind === 'gif') return openGif(file);
  if (kind === 'picture')
    return isAnimated(head) ? openAnimation(file, longest) : openPicture(file, longest);
  if (typeof VideoDecoder !== 'function') throw new FileRefused({ code: 'noDecoder' });
  // The video reader is loaded with the first video.
  const { openVideo } = await import('./video-source.ts');
  return openVideo(file);
};
