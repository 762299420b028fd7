import { describe, expect, it } from 'vitest';
import { createApng, createBmp } from '../../../../../../e2e/support/pictures.ts';
import { isAnimated, readAnimatedFile } from './animated-file.ts';
import { getOutlineColor, wrapText } from './caption.ts';
import { detectKind } from './open-source.ts';
import { findUnsupportedFormatName, probeBitmap } from './picture-format.ts';
import { probeIsoPicture } from './probe-iso.ts';
import { writeWebp } from './webp-file.ts';
import { createRetryProgress } from './write-gif.ts';

const encodeLatin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));
const encodeUint32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
};
const joinBytes = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

describe('what a file is', () => {
  it.each([
    ['GIF89a..........', 'gif'],
    ['\0\0\0\x18ftypisom....', 'video'],
    ['\0\0\0\x18ftypqt  ....', 'video'],
    ['\0\0\0\x18ftypavif....', 'picture'],
    ['\x1aE\xdf\xa3............', 'video'],
    ['\0\0\0\x08wide........', 'video'],
    ['\x89PNG............', 'picture'],
    ['anything else...', 'picture'],
  ])('is told by its bytes: %j', (head, kind) => {
    expect(detectKind(encodeLatin1(head))).toBe(kind);
  });
});

describe('the size of an AVIF or HEIC picture', () => {
  const head = joinBytes(
    encodeUint32(20),
    encodeLatin1('ftypavif'),
    encodeUint32(0),
    encodeLatin1('mif1'),
  );
  const createIspeBox = (width: number, height: number): Uint8Array =>
    joinBytes(
      encodeUint32(20),
      encodeLatin1('ispe'),
      encodeUint32(0),
      encodeUint32(width),
      encodeUint32(height),
    );

  it('is that of its largest part', () => {
    expect(
      probeIsoPicture(joinBytes(head, createIspeBox(512, 512), createIspeBox(4032, 3024))),
    ).toEqual({
      width: 4032,
      height: 3024,
    });
  });

  it('is nothing where nothing is declared, and null for other files', () => {
    expect(probeIsoPicture(head)).toEqual({ width: 0, height: 0 });
    expect(probeIsoPicture(encodeLatin1('\0\0\0\x18ftypisomispe............'))).toBeNull();
    expect(probeIsoPicture(new Uint8Array(3))).toBeNull();
  });
});

describe('a file that moves', () => {
  const png = createApng([
    { colour: [255, 0, 0], delayMs: 120 },
    { colour: [0, 0, 255], delayMs: 0 },
  ]);

  it('is told from one that does not by its beginning', () => {
    expect(isAnimated(png.subarray(0, 100))).toBe(true);
    expect(isAnimated(encodeLatin1('RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0'))).toBe(
      true,
    );
    expect(isAnimated(encodeLatin1('RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0\0\0\0\0\0\0'))).toBe(
      false,
    );
    for (let length = 0; length < 60; length += 1)
      expect(isAnimated(png.subarray(0, length)), `${length}`).toBe(length >= 41);
  });

  it('says how large it is and how long each frame stays: APNG', () => {
    expect(readAnimatedFile(png)).toEqual({
      type: 'image/png',
      width: 16,
      height: 16,
      delays: [120, 100],
      plays: 'forever',
      isDamaged: false,
    });
    expect(readAnimatedFile(png.subarray(0, png.length - 20))).toMatchObject({
      delays: [120, 100],
      isDamaged: true,
    });
  });

  it('says the same of the WebP that is made here', async () => {
    const frame = joinBytes(
      encodeLatin1('RIFF\x12\0\0\0WEBPVP8 '),
      encodeUint32(0x06000000),
      encodeLatin1('abcdef'),
    );
    const blob = writeWebp({
      width: 20,
      height: 10,
      loop: 3,
      frames: [
        { bytes: frame, delayMs: 40.4 },
        { bytes: frame, delayMs: 5 },
      ],
    });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    expect(isAnimated(bytes)).toBe(true);
    expect(readAnimatedFile(bytes)).toEqual({
      type: 'image/webp',
      width: 20,
      height: 10,
      delays: [40, 100],
      plays: 3,
      isDamaged: false,
    });
    expect(readAnimatedFile(bytes.subarray(0, bytes.length - 4)).isDamaged).toBe(true);
  });

  it('is read without an error wherever it is cut, and in one go', () => {
    for (let length = 33; length < png.length; length += 1)
      expect(readAnimatedFile(png.subarray(0, length)).delays.length).toBeLessThanOrEqual(2);
    const long = joinBytes(png.subarray(0, 41), new Uint8Array(500_000));
    expect(readAnimatedFile(long).delays).toEqual([]);
  });
});

describe('other pictures', () => {
  it('are named where they are not opened', () => {
    const names = [
      '\0\0\x01\0',
      'II*\0',
      '8BPS',
      '%PDF-1.4',
      '\xff\x0a',
      '\xef\xbb\xbf <svg>',
      '<?xml',
      'hello',
    ];
    expect(names.map((head) => findUnsupportedFormatName(encodeLatin1(head)))).toEqual([
      'ICO',
      'TIFF',
      'PSD',
      'PDF',
      'JPEG XL',
      'SVG',
      'SVG',
      null,
    ]);
  });

  it('say how large they are: BMP, upside down and of OS/2, too', () => {
    const bmp = createBmp([1, 2, 3], 16);
    expect(probeBitmap(bmp)).toEqual({ width: 16, height: 16 });
    bmp.writeInt32LE(-16, 22);
    expect(probeBitmap(bmp)).toEqual({ width: 16, height: 16 });
    bmp.writeUInt32LE(12, 14);
    bmp.writeUInt16LE(7, 18);
    bmp.writeUInt16LE(9, 20);
    expect(probeBitmap(bmp)).toEqual({ width: 7, height: 9 });
    expect(probeBitmap(bmp.subarray(0, 20))).toBeNull();
  });
});

describe('a caption', () => {
  const getWidth = (line: string): number => line.length * 10;
  it('is broken where the line is full, and where it says so', () => {
    expect(wrapText('一二三四五\n六', 30, getWidth)).toEqual(['一二三', '四五', '六']);
    expect(wrapText('宽', 5, getWidth)).toEqual(['宽']);
  });

  it('has an outline it stands out from', () => {
    expect([
      getOutlineColor('#ffffff'),
      getOutlineColor('#000000'),
      getOutlineColor('#2b4acb'),
    ]).toEqual(['#000000', '#ffffff', '#ffffff']);
  });
});

describe('progress towards a limit', () => {
  it('never goes back, however many files are too large', () => {
    const shares: number[] = [];
    const way = createRetryProgress((share) => shares.push(share));
    for (const share of [0.1, 0.4, 0.5]) way.onProgress(share);
    for (let tries = 0; tries < 4; tries += 1) {
      way.onTry();
      for (const share of [0.5, 0.75, 1]) way.onProgress(share);
    }
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBeLessThan(1);
  });
});

describe('an animated WebP', () => {
  /** A file with one frame: header, a chunk without an image, the image chunk of odd length. */
  const still = joinBytes(
    encodeLatin1('RIFF'),
    encodeUint32(0),
    encodeLatin1('WEBP'),
    encodeLatin1('EXIF\x02\0\0\0ab'),
    encodeLatin1('VP8 \x03\0\0\0xyz\0'),
  );

  it('holds the pictures alone, in frames whose times do not drift', async () => {
    const frames = Array.from({ length: 3 }, () => ({ bytes: still, delayMs: 100 / 3 }));
    const file = writeWebp({ width: 480, height: 270, loop: 3, frames });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const view = new DataView(bytes.buffer);
    expect(view.getUint32(4, true)).toBe(bytes.byteLength - 8);
    const names: string[] = [];
    const delays: number[] = [];
    for (let at = 12; at < bytes.byteLength; at += 8 + view.getUint32(at + 4, true)) {
      names.push(String.fromCharCode(...bytes.subarray(at, at + 4)));
      if (names.at(-1) === 'ANMF') delays.push(view.getUint16(at + 20, true));
      if (names.at(-1) === 'VP8X')
        expect([view.getUint16(at + 12, true), view.getUint16(at + 15, true)]).toEqual([479, 269]);
      if (names.at(-1) === 'ANIM') expect(view.getUint16(at + 12, true)).toBe(3);
    }
    expect(names).toEqual(['VP8X', 'ANIM', 'ANMF', 'ANMF', 'ANMF']);
    expect(delays).toEqual([33, 34, 33]);
  });
});
