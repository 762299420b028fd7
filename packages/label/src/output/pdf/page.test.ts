import { expect, it } from 'vitest';
import { buildSampleData } from '../../placeholders.ts';
import { deflate, readFixtureTemplate, getLayout } from '../../testing/fixtures.ts';
import { createPdfWriter } from '../pdf.ts';
import { createPdfFontRegistry } from './fonts.ts';
import { createPdfFormRegistry } from './forms.ts';
import { createPdfImageRegistry } from './images.ts';
import { createPdfObjects } from './objects.ts';
import { buildPdfPageContent } from './page.ts';

const template = readFixtureTemplate('reference');
const getReference = (i: number) => {
  const code = `YN${String(i * 7919 + 1).padStart(10, '0')}`;
  const link = `https://yunbiao.example/t/${code}?from=label`;
  return getLayout(template, { ...buildSampleData(template), 编码: code, 链接: link });
};

const getContent = (scene: ReturnType<typeof getReference>): string => {
  const objects = createPdfObjects(deflate);
  const [forms, images] = [createPdfFormRegistry(objects), createPdfImageRegistry(objects)];
  return buildPdfPageContent(scene, { fonts: createPdfFontRegistry(), forms, images });
};

it('takes less than 960 bytes for a reference label', () => {
  const pdf = createPdfWriter({ deflate });
  const sizes = Array.from({ length: 40 }, (_, i) => pdf.addPage(getReference(i)).length);
  expect(sizes.slice(1).reduce((sum, size) => sum + size, 0) / 39).toBeLessThan(960);
});

it('moves a line by a part of a dot rather than stepping between its glyphs', () => {
  const content = getContent(getReference(1));
  expect(content).toMatch(/ \d+\.\d \d+ Td\(/);
  expect(content).not.toContain('TJ');
});

it('shows text before codes, but keeps the order where something has the colour of the paper', () => {
  const scene = getReference(1);
  expect(getContent(scene).lastIndexOf('BT/')).toBeLessThan(getContent(scene).indexOf(' re\n'));
  const gap = { kind: 'rect', elementId: 'g', x0: 0, y0: 0, x1: 9, y1: 9, paper: true } as const;
  const gapped = getContent({ ...scene, ops: [gap, ...scene.ops] });
  expect(gapped.lastIndexOf('BT/')).toBeGreaterThan(gapped.indexOf(' re\n'));
});
