import { describe, expect, it } from 'vitest';
import { outlineOf, wrapped } from './caption.ts';
import { kindOf } from './open-source.ts';
import { probeIsoPicture } from './probe-iso.ts';
import { webpFile } from './webp-file.ts';
import { onward } from './write-gif.ts';

const latin = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));
const u32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
};
const joined = (...parts: readonly Uint8Array[]): Uint8Array =>
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
    expect(kindOf(latin(head))).toBe(kind);
  });
});

describe('the size of an AVIF or HEIC picture', () => {
  const head = joined(u32(20), latin('ftypavif'), u32(0), latin('mif1'));
  const ispe = (width: number, height: number): Uint8Array =>
    joined(u32(20), latin('ispe'), u32(0), u32(width), u32(height));

  it('is that of its largest part', () => {
    expect(probeIsoPicture(joined(head, ispe(512, 512), ispe(4032, 3024)))).toEqual({
      width: 4032,
      height: 3024,
    });
  });

  it('is nothing where nothing is declared, and null for other files', () => {
    expect(probeIsoPicture(head)).toEqual({ width: 0, height: 0 });
    expect(probeIsoPicture(latin('\0\0\0\x18ftypisomispe............'))).toBeNull();
    expect(probeIsoPicture(new Uint8Array(3))).toBeNull();
  });
});

describe('a caption', () => {
  const widthOf = (line: string): number => line.length * 10;
  it('is broken where the line is full, and where it says so', () => {
    expect(wrapped('一二三四五\n六', 30, widthOf)).toEqual(['一二三', '四五', '六']);
    expect(wrapped('宽', 5, widthOf)).toEqual(['宽']);
  });

  it('has an outline it stands out from', () => {
    expect([outlineOf('#ffffff'), outlineOf('#000000'), outlineOf('#2b4acb')]).toEqual([
      '#000000',
      '#ffffff',
      '#ffffff',
    ]);
  });
});

describe('progress towards a limit', () => {
  it('never goes back, however many files are too large', () => {
    const shares: number[] = [];
    const way = onward((share) => shares.push(share));
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
  /** A file of one frame: head, a chunk that is no picture, the picture, of an odd length. */
  const still = joined(
    latin('RIFF'),
    u32(0),
    latin('WEBP'),
    latin('EXIF\x02\0\0\0ab'),
    latin('VP8 \x03\0\0\0xyz\0'),
  );

  it('holds the pictures alone, in frames whose times do not drift', async () => {
    const frames = Array.from({ length: 3 }, () => ({ bytes: still, delayMs: 100 / 3 }));
    const file = webpFile({ width: 480, height: 270, loop: 3, frames });
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
