import { MAX_IMAGES } from '@yunbiao/contract/limits/template';
import type { Template } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import { removeSelectedElements } from './arrange.ts';
import { checkTemplate } from './check-template.ts';
import { serializeSelectedElements, pasteElements, parseCopiedElements } from './clipboard.ts';
import type { Doc } from './doc.ts';
import { addPicture, replacePicture } from './pictures.ts';

const LABEL: Template = { version: 1, widthMm: 60, heightMm: 40, fields: [], elements: [] };
const BOX = { xMm: 5, yMm: 5, widthMm: 10, heightMm: 10 };
/** The header of a greyscale PNG of 2 × n pixels. */
const toPng = (n: number): string => {
  const start = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13];
  const header = [0x49, 0x48, 0x44, 0x52, 0, 0, 0, 2, 0, 0, 0, n, 8, 0, 0, 0, 0, 0, 0, 0, 0];
  return btoa(String.fromCharCode(...start, ...header));
};

const withPictures = (...all: number[]): Doc =>
  all.reduce<Doc>((doc, n) => addPicture(toPng(n), BOX)(doc), { template: LABEL, chosen: [] });

describe('pictures of a template', () => {
  it('are kept once however often they are shown, and no more than it may hold', () => {
    const doc = withPictures(1, 2, 1);
    expect(doc.template.images?.map(({ id }) => id)).toEqual(['p1', 'p2']);
    expect(doc.template.elements).toHaveLength(3);
    const full = withPictures(1, 2, 3, 4);
    expect(full.template.images).toHaveLength(MAX_IMAGES);
    expect(addPicture(toPng(5), BOX)(full)).toBe(full);
  });

  it('go with the last element that shows them, and make room for the one in their place', () => {
    const doc = withPictures(1, 2, 3, 4);
    const last = doc.template.elements.at(-1)?.id ?? '';
    expect(removeSelectedElements(doc).template.images).toHaveLength(3);
    const { template } = replacePicture(last, toPng(9))(doc);
    expect(template.images?.map(({ png }) => png)).toEqual([1, 2, 3, 9].map(toPng));
    const alone = withPictures(1);
    expect(removeSelectedElements(alone).template).not.toHaveProperty('images');
  });

  it('come along with elements that are copied to another label, under an id that is free there', () => {
    const copied = parseCopiedElements(serializeSelectedElements(withPictures(7)), checkTemplate);
    const other = withPictures(1);
    const pasted = copied && pasteElements(copied)(other);
    expect(pasted?.template.images?.map(({ png }) => png)).toEqual([toPng(1), toPng(7)]);
    expect(pasted?.template.elements[1]).toMatchObject({ type: 'image', image: 'p2' });
    const full = withPictures(1, 2, 3, 4);
    expect(copied && pasteElements(copied)(full)).toBe(full);
  });
});
