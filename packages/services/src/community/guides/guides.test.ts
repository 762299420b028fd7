import {
  extractScanCodes,
  getDotsPerMm,
  listSceneSymbols,
  rasterizeScene,
  type LabelWarningCode,
} from '@yunbiao/label';
import { gradeCodeReadability } from '@yunbiao/label/scan';
import { GUIDE_NAMES, type GuideName, toPlainGuideText } from '@yunbiao/contract/site/guides';
import { expect, it } from 'vitest';
import { readImage } from '../../../../label/src/testing/readers.ts';
import { layOutSample } from '../handbook/draw.ts';
import { findGuidePicture, getGuidePictureName } from './draw.ts';
import { PHONE_CODE_PICTURE } from './figures/phone.ts';
import { CODE_PICTURES } from './figures/unreadable-code.ts';
import { getGuideDefinition, listBlockLines, listGuidePictures, listGuideTexts } from './guides.ts';
import { getGuide, getGuideList } from './present.ts';

/** What the pictures of badly drawn codes are there to show. */
const SHOWN_WARNINGS: Partial<Record<GuideName, readonly LabelWarningCode[]>> = {
  'unreadable-code': ['code-module-small', 'code-quiet-zone'],
};

it.each(GUIDE_NAMES)('draws the figures of %s', (name) => {
  listGuidePictures(getGuideDefinition(name)).forEach((picture, at) => {
    const scene = layOutSample(picture);
    expect(scene.ops.length).toBeGreaterThan(0);
    const codes = scene.warnings.map(({ code }) => code);
    expect(codes.filter((code) => !SHOWN_WARNINGS[name]?.includes(code))).toEqual([]);
    const drawing = findGuidePicture(getGuidePictureName(name, at + 1));
    expect(drawing).toMatchObject({ alt: picture.alt, widthDots: scene.widthDots });
    expect(picture.alt).toMatch(/\S/);
  });
});

it('has a figure in each guide that a picture helps', () => {
  const bare = GUIDE_NAMES.filter(
    (name) => listGuidePictures(getGuideDefinition(name)).length === 0,
  );
  expect(bare).toEqual(['invoice-refund']);
});

it('says of each code what its decoder says', async () => {
  const said = { ample: '可扫，余量大', just: '可扫，刚好', none: '扫不出', unread: '有码没读' };
  for (const picture of CODE_PICTURES) {
    const scene = layOutSample(picture);
    const [code] = extractScanCodes(scene, rasterizeScene(scene));
    if (!code) throw new Error('no code');
    const { grade, reason } = await gradeCodeReadability(code, readImage);
    const [word = '', why = ''] = picture.note?.split('：') ?? [];
    expect(word).toBe(said[grade]);
    if (grade === 'none') expect(why).toBe(reason);
    const dots = /(\d) 点/.exec(why)?.[1];
    const [symbol] = listSceneSymbols(scene);
    if (dots) expect(symbol?.moduleDots).toBe(Number(dots));
    const mm = /([\d.]+) mm/.exec(why)?.[1];
    if (mm) expect(mm).toBe(((symbol?.moduleDots ?? 0) / getDotsPerMm(203)).toFixed(2));
  }
});

it('says how many dots a module of the codes for phones has', () => {
  const symbols = listSceneSymbols(layOutSample(PHONE_CODE_PICTURE));
  expect(symbols.map(({ moduleDots }) => moduleDots)).toEqual([2, 4]);
  const lines = getGuideDefinition('phone').sections.flatMap(({ blocks }) =>
    blocks.flatMap(listBlockLines),
  );
  expect(lines.join()).toContain('小的每格 2 点，手机要凑近；大的每格 4 点');
});

it('presents each guide with its pictures, neighbours and related guides', async () => {
  const { guides } = getGuideList();
  expect(guides.map(({ name }) => name)).toEqual(GUIDE_NAMES);
  for (const [at, { name }] of guides.entries()) {
    const guide = await getGuide(name);
    expect([guide.previous?.name, guide.next?.name]).toEqual([
      guides[at - 1]?.name,
      guides[at + 1]?.name,
    ]);
    expect(guide.related.map((other) => other.name)).not.toContain(name);
    const pictures = guide.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'figure' ? block.pictures : [])),
    );
    expect(pictures).toHaveLength(listGuidePictures(getGuideDefinition(name as GuideName)).length);
    expect(new Set(pictures.map(({ url }) => url)).size).toBe(pictures.length);
  }
  for (const name of ['constructor', 'first-label ', '__proto__'])
    await expect(getGuide(name)).rejects.toThrow('没有这一篇指南');
  for (const name of ['first-label_0', 'first-label_99', 'constructor_1', 'first-label'])
    expect(findGuidePicture(name)).toBeUndefined();
});

it('is short, and leaves no mark in its plain text', () => {
  for (const { title, summary, also, sections } of listGuideTexts()) {
    const text = sections.map((section) => section.heading + section.text).join('\n');
    expect(text).not.toMatch(/\*\*|\]\(/);
    expect(toPlainGuideText(summary)).toBe(summary);
    expect(also.length).toBeGreaterThan(5);
    const count = text.match(/\p{Script=Han}/gu)?.length ?? 0;
    expect(count, title).toBeGreaterThanOrEqual(400);
    expect(count, title).toBeLessThanOrEqual(900);
  }
});
