import { IMAGE_BYTES } from '@yunbiao/contract/limits/image';
import { IMAGE_TEXT_LENGTH } from '@yunbiao/contract/limits/template';
import { describePngFault } from '@yunbiao/label/png-header';
import { describe, expect, it } from 'vitest';
import { checkPicture } from './check-picture.ts';
import { type Gray, encodeTemplatePicture } from './pack-picture.ts';
import { isSvg, parseSvgSize } from './read-svg.ts';

const toAsciiCodes = (text: string): number[] => Array.from(text, (c) => c.charCodeAt(0));

/** A GIF of 35 bytes that declares this size in pixels. */
const createGifHeader = (width: number, height: number): Uint8Array =>
  Uint8Array.from([
    ...toAsciiCodes('GIF89a'),
    width & 255,
    width >> 8,
    height & 255,
    height >> 8,
    ...Array<number>(25).fill(0),
  ]);

describe('a file that is to be a picture', () => {
  it('is refused for what its header claims, before anything decodes it', () => {
    expect(checkPicture(createGifHeader(65_535, 65_535))).toContain('65535 × 65535 像素，太大了');
    expect(checkPicture(createGifHeader(0, 10))).toContain('打不开');
    expect(checkPicture(createGifHeader(100, 100))).toBe('');
  });

  it('is refused when it is no picture, empty, too long, or of a phone’s own kind', () => {
    expect(checkPicture(Uint8Array.from(toAsciiCodes('<html>')))).toContain('只能用 PNG');
    expect(checkPicture(new Uint8Array(0))).toContain('空的');
    expect(checkPicture(createGifHeader(9, 9), IMAGE_BYTES + 1)).toContain('太大');
    expect(checkPicture(Uint8Array.from([0, 0, 0, 24, ...toAsciiCodes('ftypheic')]))).toContain(
      'HEIC',
    );
  });
});

describe('a drawing', () => {
  it('is told by its root, behind a declaration and remarks, and by nothing else', () => {
    const isSvgText = (text: string): boolean => isSvg(new TextEncoder().encode(text));
    expect(isSvgText('<svg xmlns="http://www.w3.org/2000/svg"/>')).toBe(true);
    expect(isSvgText('\uFEFF<?xml version="1.0"?>\n<!-- 标 -->\n<svg/>')).toBe(true);
    for (const other of ['<html><body/></html>', 'GIF89a<svg', '', `<a>${' '.repeat(9_000)}<svg/>`])
      expect(isSvgText(other)).toBe(false);
  });

  it('says how large it is by its view box, or by sides in absolute units', () => {
    const parseSize = (all: Record<string, string>) => parseSvgSize((name) => all[name] ?? null);
    expect(parseSize({ viewBox: '0 0 24 12', width: '100%' })).toEqual({ width: 24, height: 12 });
    expect(parseSize({ viewBox: '-1,-1, 30,40' })).toEqual({ width: 30, height: 40 });
    expect(parseSize({ width: '25.4mm', height: '1in' })).toEqual({ width: 96, height: 96 });
    for (const none of [
      {},
      { width: '100%', height: '5' },
      { viewBox: '0 0 0 5' },
      { viewBox: 'x' },
    ])
      expect(parseSize(none)).toBeNull();
  });
});

const toGray = (width: number, height: number, value: (i: number) => number): Gray => ({
  width,
  height,
  gray: Uint8Array.from({ length: width * height }, (_, i) => value(i)),
});

describe('a picture in its template', () => {
  it('is a PNG the format takes, line art in one bit a pixel', () => {
    const art = encodeTemplatePicture(toGray(64, 64, (i) => (i % 3 === 0 ? 3 : 252))) ?? '';
    const photo = encodeTemplatePicture(toGray(64, 64, (i) => i % 251)) ?? '';
    expect(describePngFault(art)).toBe('');
    expect(describePngFault(photo)).toBe('');
    // Bytes 24 and 25 of a PNG are bit depth and colour type.
    const getKind = (png: string) => Array.from(atob(png).slice(24, 26), (c) => c.charCodeAt(0));
    expect(getKind(art)).toEqual([1, 0]);
    expect(getKind(photo)).toEqual([8, 0]);
  });

  it('is none when it would be longer than a template holds', () => {
    let seed = 1;
    const noise = toGray(400, 400, () => (seed = (seed * 16_807) % 2_147_483_647) & 255);
    expect(encodeTemplatePicture(noise)).toBeNull();
    const small = encodeTemplatePicture(toGray(100, 100, (i) => noise.gray[i] ?? 0));
    expect(small?.length).toBeLessThanOrEqual(IMAGE_TEXT_LENGTH);
  });
});
