import { describe, expect, it } from 'vitest';
import { layoutLabel } from '../layout/layout.ts';
import { buildSampleData } from '../placeholders.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import { RARE_ENCODERS } from '../rare-encoders.ts';
import type { CodeElement, Dpi, RectElement, TemplateElement } from '../template.ts';
import {
  createCode128Element,
  readFixtureTemplate,
  getLayout,
  createQrElement,
  SAMPLES,
  getTemplate,
  testFonts,
} from '../testing/fixtures.ts';
import { readImage } from '../testing/readers.ts';
import { type CodeGrade, gradeCodeReadability } from './grade.ts';
import { extractScanCodes } from './scan-codes.ts';
import { sampleCases } from '../../../../scripts/vitest/rounds.ts';

async function listGrades(elements: TemplateElement[], dpi: Dpi = 203): Promise<CodeGrade[]> {
  const scene = layoutLabel({
    template: getTemplate(elements, { widthMm: 100, heightMm: 100 }),
    data: {},
    media: { dpi },
    fonts: testFonts(),
    rareCodes: () => RARE_ENCODERS,
  });
  const grades: CodeGrade[] = [];
  for (const code of extractScanCodes(scene, rasterizeScene(scene)))
    grades.push(await gradeCodeReadability(code, readImage));
  return grades;
}

const describeGrades = (grades: readonly CodeGrade[]): string[] =>
  grades.map(({ grade, reason }) => `${grade} ${reason}`.trim());

const createRect = (xMm: number, yMm: number, widthMm: number, heightMm: number): RectElement => ({
  type: 'rect',
  id: 'r',
  rotation: 0,
  lineMm: 0,
  xMm,
  yMm,
  widthMm,
  heightMm,
});

const createLinearElement = (
  type: CodeElement['type'],
  content: string,
  more: object = {},
): CodeElement =>
  ({
    ...createCode128Element(content, { widthMm: 80, heightMm: 20 }),
    type,
    ...more,
  }) as CodeElement;
const createMatrixElement = (
  type: CodeElement['type'],
  content: string,
  more: object = {},
): CodeElement => {
  const { level: _, ...element } = createQrElement(content);
  return { ...element, type, ...more } as CodeElement;
};

describe('a code with room to spare', () => {
  it.each(sampleCases(SAMPLES))('is each of the sample %s', async (name) => {
    const template = readFixtureTemplate(name);
    const scene = getLayout(template, buildSampleData(template));
    const codes = extractScanCodes(scene, rasterizeScene(scene));
    for (const code of codes)
      expect(await gradeCodeReadability(code, readImage)).toMatchObject({
        grade: 'ample',
        reason: '',
      });
    expect(codes).toHaveLength(scene.codes.length);
  });

  it.each([
    createLinearElement('code128', 'YN0000000001'),
    createLinearElement('gs1-128', '(10)AB-1(17)261231'),
    createLinearElement('ean13', '690123456789'),
    createLinearElement('ean13', '9780201379624 51299'),
    createLinearElement('ean8', '9638507'),
    createLinearElement('upca', '03600029145'),
    createLinearElement('upca', '036000291452 05'),
    createLinearElement('upce', '425261'),
    createLinearElement('upce', '04252614 98765'),
    createLinearElement('itf14', '1540014128876'),
    createLinearElement('code39', 'AB-12'),
    createLinearElement('code39', 'AB-12', { withCheck: true }),
    // A reader without full ASCII reads the pair as it is encoded.
    createLinearElement('code39', 'A+B'),
    createLinearElement('code39', 'Ab-1(2)', { fullAscii: true }),
    createLinearElement('code39', 'Ab-1', { fullAscii: true, withCheck: true }),
    createLinearElement('code93', 'Ab-1(2)'),
    createLinearElement('codabar', '0123-45'),
    createLinearElement('codabar', 'B0123-45C', { withCheck: true }),
    createQrElement('云标：标签打印 喆堃珺'),
    createMatrixElement('datamatrix', '云南小粒咖啡 20°C ¥12'),
    createMatrixElement('gs1-datamatrix', '(01)09521234543213(10)AB-1(17)261231'),
    createMatrixElement('microqr', 'A-03-12', { level: 'M' }),
    createMatrixElement('pdf417', '云南小粒咖啡 20°C', { widthMm: 80 }),
    createMatrixElement('aztec', '云南小粒咖啡 20°C'),
    createLinearElement('databar', '0952123454321'),
    createLinearElement('databar-limited', '(01)09521234543213'),
    createLinearElement('databar-expanded', '(01)09521234543213(10)AB-1'),
    createLinearElement('databar-stacked', '09521234543213'),
    createLinearElement('databar-stacked-omni', '09521234543213', { heightMm: 40 }),
    createLinearElement('databar-expanded-stacked', '(01)09521234543213(10)AB-1(17)261231'),
  ])('is $type $content, with what its encoder adds', async (element) => {
    for (const rotation of [0, 90] as const) {
      const box = rotation === 90 ? { widthMm: 30, heightMm: 80 } : {};
      expect(
        describeGrades(await listGrades([{ ...element, ...box, rotation, xMm: 5, yMm: 5 }])),
      ).toEqual(['ample']);
    }
  });

  it('is a large one at 600 dpi, of which not every dot is looked at', async () => {
    const large = createQrElement('https://yunbiao.example', { widthMm: 90, heightMm: 90 });
    expect(describeGrades(await listGrades([large], 600))).toEqual(['ample']);
  });
});

describe('a code that is just read', () => {
  it('has small modules', async () => {
    const narrow = createCode128Element('YN0000000001', { widthMm: 24 });
    expect(describeGrades(await listGrades([narrow], 600))).toEqual([
      'just 窄条只有 0.13 mm（3 点），请加大',
    ]);
  });

  it('has a corner covered that its error correction makes up for', async () => {
    const code = createQrElement('1', { level: 'H' });
    expect(describeGrades(await listGrades([code, createRect(18, 18, 4, 4)]))).toEqual([
      'just 被别的内容盖住了一部分',
    ]);
  });

  it('has something in its quiet zone, or the edge of the label', async () => {
    const code = createQrElement('1');
    expect(describeGrades(await listGrades([code, createRect(28.5, 5, 3, 3)]))).toEqual([
      'just 四周要空白的地方有别的内容',
    ]);
    expect(describeGrades(await listGrades([createQrElement('1', { xMm: -1 })]))).toEqual([
      'just 太靠近标签边缘，四周的空白不够',
    ]);
  });

  it.each([
    ['打印得太浓就读不出，请加大', [true, true, false, false]],
    ['拿远了读不出，请加大', [true, true, true, false]],
  ])('is told why: %s', async (reason, reads) => {
    const scene = getLayout(getTemplate([createCode128Element('YN0000000001')]));
    const [code] = extractScanCodes(scene, rasterizeScene(scene));
    const left = reads.values();
    const read = async () => (left.next().value === true ? ['YN0000000001'] : []);
    expect(code && (await gradeCodeReadability(code, read))).toMatchObject({
      grade: 'just',
      reason,
    });
  });
});

describe('a code that is not read', () => {
  it('is covered', async () => {
    const grades = await listGrades([createQrElement('YN0000000001'), createRect(5, 5, 24, 12)]);
    expect(grades).toEqual([
      {
        elementId: 'q',
        name: '二维码“YN0000000001”',
        grade: 'none',
        reason: '被别的内容盖住了一部分',
      },
    ]);
  });

  it.each([
    // Readable only without the spread of the print head.
    ['打印头稍微晕开就读不出，请加大', [true, false]],
    ['解码器读不出', [false, false]],
    // Readable only when printed badly: counts as not read.
    ['解码器读不出', [false, true, true, true]],
  ])('is told why: %s', async (reason, reads) => {
    const scene = getLayout(getTemplate([createCode128Element('YN0000000001')]));
    const [code] = extractScanCodes(scene, rasterizeScene(scene));
    const left = reads.values();
    const read = async () => (left.next().value === true ? ['YN0000000001'] : []);
    expect(code && (await gradeCodeReadability(code, read))).toMatchObject({
      grade: 'none',
      reason,
    });
  });

  it('says another thing than its element', async () => {
    const scene = getLayout(getTemplate([createQrElement('YN0000000001')]));
    const [code] = extractScanCodes(scene, rasterizeScene(scene));
    const wrong = code && { ...code, reading: { ...code.reading, text: 'YN0000000002' } };
    expect(wrong && (await gradeCodeReadability(wrong, readImage))).toMatchObject({
      grade: 'none',
      reason: '读出来的不是它的内容',
    });
  });
});
