import { LabelError, layoutLabel, loadFonts, type Media, rasterizeScene } from '@yunbiao/label';
import { RARE_ENCODERS } from '@yunbiao/label/rare-encoders';
import { readFileSync } from 'node:fs';
import { LINEAR_NAMES } from '@yunbiao/label/template';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasInkOutside } from '../../label/src/testing/outside.ts';
import { parseTemplate, templateContent } from './printing/template.ts';
import { rounds } from '../../../scripts/vitest/rounds.ts';

const fonts = loadFonts({
  read: (file) => readFileSync(new URL(import.meta.resolve(`@yunbiao/label/fonts/${file}`))),
});

const generateMillimetres = (min: number, max: number) =>
  fc.oneof(fc.constantFrom(min, max), fc.double({ min, max, noNaN: true }));
const generateOptional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const rotation = fc.constantFrom(0, 90, 180, 270);
/** Texts that users type, and hostile ones. */
const piece = fc.oneof(
  fc.constantFrom(
    '苹果',
    '{{甲}}',
    '{{乙}}',
    '{{公式}}',
    '{{没有}}',
    '{{1/0}}',
    '{{=}}',
    '{{左补("",4000)}}',
    '{{号}}',
  ),
  fc.constantFrom(
    '(01)09521234543213',
    '6901234567892',
    'A-1b',
    '\n',
    '\t',
    '\u0000',
    '\u{2A6D6}',
    '\u0301',
    '\ud800',
  ),
  fc.string({ maxLength: 30, unit: 'grapheme' }),
);
const content = fc
  .oneof(
    fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('')),
    fc.tuple(piece, fc.nat(300)).map(([text, times]) => text.repeat(times)),
  )
  .map((text) => text.slice(0, 4000));
const code = {
  content,
  showText: fc.boolean(),
  textSizeMm: generateMillimetres(0.5, 50),
  textSpacingMm: generateOptional(generateMillimetres(0, 50)),
  align: generateOptional(fc.constantFrom('left', 'center', 'right')),
};
const linearType = fc.constantFrom(
  ...LINEAR_NAMES.filter((name) => !['code39', 'codabar'].includes(name)),
);
const span = fc.record({
  content,
  sizeMm: fc.constant(0.5),
  weight: fc.constantFrom(400, 700),
  italic: generateOptional(fc.boolean()),
  underline: generateOptional(fc.boolean()),
  strike: generateOptional(fc.boolean()),
  gapMm: generateOptional(generateMillimetres(-10, 50)),
});
const contents = [
  fc.record({
    type: fc.constant('text'),
    content,
    sizeMm: generateMillimetres(0.5, 200),
    weight: fc.constantFrom(400, 700),
    align: fc.constantFrom('left', 'center', 'right'),
    fit: fc.constantFrom('shrink', 'wrap', 'clip'),
    verticalAlign: generateOptional(fc.constantFrom('top', 'middle', 'bottom')),
    minSizeMm: generateOptional(fc.constant(0.5)),
    letterSpacingMm: generateOptional(generateMillimetres(-10, 50)),
    lineHeight: generateOptional(generateMillimetres(0.5, 10)),
    writingMode: generateOptional(fc.constantFrom('horizontal-tb', 'vertical-rl')),
    textOrientation: generateOptional(fc.constantFrom('mixed', 'upright')),
    inverse: generateOptional(fc.boolean()),
    underline: generateOptional(fc.boolean()),
    missingGlyph: generateOptional(fc.constantFrom('refuse', 'gap')),
    restScale: generateOptional(generateMillimetres(0.2, 1)),
    widthScale: generateOptional(generateMillimetres(0.25, 4)),
    italic: generateOptional(fc.boolean()),
    strike: generateOptional(fc.boolean()),
    spans: generateOptional(fc.array(span, { minLength: 1, maxLength: 3 })),
    tail: generateOptional(
      fc.record({
        content,
        sizeMm: fc.constant(0.5),
        weight: fc.constant(400),
        gapMm: generateMillimetres(-10, 50),
      }),
    ),
  }),
  fc.record({ type: linearType, ...code }),
  fc.record({
    type: fc.constant('code39'),
    ...code,
    withCheck: generateOptional(fc.boolean()),
    fullAscii: generateOptional(fc.boolean()),
  }),
  fc.record({ type: fc.constant('codabar'), ...code, withCheck: generateOptional(fc.boolean()) }),
  fc.record({ type: fc.constant('qr'), content, level: fc.constantFrom('L', 'M', 'Q', 'H') }),
  fc.record({
    type: fc.constantFrom('datamatrix', 'gs1-datamatrix'),
    content,
    shape: generateOptional(fc.constantFrom('square', 'rectangle')),
  }),
  fc.record({
    type: fc.constantFrom('databar-stacked', 'databar-stacked-omni', 'databar-expanded-stacked'),
    content,
    showText: fc.boolean(),
    textSizeMm: generateMillimetres(0.5, 50),
  }),
  fc.record({ type: fc.constant('microqr'), content, level: fc.constantFrom('L', 'M', 'Q') }),
  fc.record({
    type: fc.constant('pdf417'),
    content,
    columns: generateOptional(fc.integer({ min: 1, max: 30 })),
  }),
  fc.record({ type: fc.constant('aztec'), content }),
];
/** The smallest PNG, and one whose header claims more pixels than its data has. */
const PNGS = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'iVBORw0KGgoAAAANSUhEUgAAB9AAAAfQCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
];
const shapes = [
  fc.record({
    type: fc.constant('rect'),
    lineMm: generateMillimetres(0, 50),
    radiusMm: generateOptional(generateMillimetres(0, 100)),
  }),
  fc.record({ type: fc.constant('ellipse'), lineMm: generateMillimetres(0, 50) }),
  fc.record({
    type: fc.constant('line'),
    lineMm: generateMillimetres(0, 50),
    angleDeg: generateOptional(generateMillimetres(-360, 360)),
  }),
  fc.record({
    type: fc.constant('image'),
    image: fc.constantFrom('a', 'b', 'none'),
    fit: fc.constantFrom('contain', 'cover', 'stretch'),
    dither: fc.constantFrom('threshold', 'floyd-steinberg', 'ordered'),
    inverse: generateOptional(fc.boolean()),
    angleDeg: generateOptional(generateMillimetres(-360, 360)),
  }),
  fc.record({
    type: fc.constant('table'),
    columnsMm: fc.array(generateMillimetres(0.5, 300), { minLength: 1, maxLength: 8 }),
    rowsMm: fc.array(generateMillimetres(0.5, 300), { minLength: 1, maxLength: 8 }),
    lineMm: generateMillimetres(0, 50),
    paddingMm: generateOptional(generateMillimetres(0, 50)),
    cells: fc
      .oneof(...contents)
      .map((cell) => [{ ...cell, row: 1, column: 1 }])
      .chain((cells) =>
        generateOptional(rotation).map((turn) =>
          cells.map((cell) => ({ ...cell, rotation: turn })),
        ),
      ),
  }),
];
const condition = fc.constantFrom('甲 = "6901234567892"', '非(为空(乙))', '公式 > 1', '甲', '((甲');
const box = fc.record({
  group: generateOptional(fc.constantFrom('g', 'h')),
  showIf: generateOptional(condition),
  xMm: generateMillimetres(-300, 300),
  yMm: generateMillimetres(-300, 300),
  widthMm: fc.oneof(generateMillimetres(0, 40), generateMillimetres(0, 300)),
  heightMm: fc.oneof(generateMillimetres(0, 40), generateMillimetres(0, 300)),
  rotation,
});
const elements = fc
  .array(fc.tuple(box, fc.oneof(...contents, ...shapes)), { maxLength: 6 })
  .map((all) => all.map(([place, own], i) => ({ id: `e${i}`, ...place, ...own })));
const group = fc.record({
  id: fc.constantFrom('g', 'h'),
  parent: generateOptional(fc.constantFrom('g', 'h')),
  showIf: generateOptional(condition),
});
const formula = fc.constantFrom(
  '甲 & 乙',
  '左补(甲, 4000)',
  '公式',
  '甲 / 乙',
  '日期格式(今天(), 甲)',
  '((甲',
);
/** Only what the schema accepts: a missing property must not be `undefined`. */
const template = fc
  .record({
    widthMm: generateMillimetres(5, 200),
    heightMm: generateMillimetres(5, 300),
    elements,
    groups: generateOptional(fc.array(group, { maxLength: 2 })),
    formula,
  })
  .map(({ formula: written, ...rest }) => {
    const typed = ['甲', '乙'].map((name) => ({ name, label: name, sample: '' }));
    const fields = [...typed, { name: '公式', label: '公式', sample: '', formula: written }];
    const images = PNGS.map((png, i) => ({ id: 'ab'.charAt(i), png }));
    return JSON.parse(JSON.stringify({ version: 1, fields, images, ...rest })) as unknown;
  });
const media: fc.Arbitrary<Media> = fc.record({
  dpi: fc.constantFrom<(203 | 300 | 600)[]>(203, 300, 600),
  rotation: fc.constantFrom<(0 | 90 | 180 | 270)[]>(0, 90, 180, 270),
});

/** A rectangle of 10 mm, of which 9 mm are beyond the right edge: runs by chance rarely have one. */
const BEYOND_THE_EDGE: [made: unknown, data: Record<'甲' | '乙', string>, on: Media] = [
  {
    version: 1,
    widthMm: 40,
    heightMm: 30,
    fields: [],
    elements: [
      {
        id: 'e0',
        type: 'rect',
        xMm: 39,
        yMm: 5,
        widthMm: 10,
        heightMm: 10,
        rotation: 0,
        lineMm: 1,
      },
    ],
  },
  { 甲: '', 乙: '' },
  { dpi: 203, rotation: 0 },
];

describe('any template the schema takes', () => {
  it('is drawn in its size with bounded work, says what is lost at its edges, or is refused in words', () => {
    let [drawn, refused, hung] = [0, 0, 0];
    const values = fc.record({ 甲: content, 乙: content });
    fc.assert(
      fc.property(template, values, media, (made, data, on) => {
        const taken = templateContent.safeParse(made);
        if (!taken.success) fc.pre(false);
        const input = { template: parseTemplate(made), data, media: on, fonts };
        try {
          const scene = layoutLabel({ ...input, rareCodes: () => RARE_ENCODERS });
          const glyphs = scene.ops.flatMap((op) => (op.kind === 'glyphs' ? op.glyphs : []));
          expect(scene.ops.length).toBeLessThan(40_000);
          // A tab becomes two spaces, and a bar code repeats its content as text.
          expect(glyphs.length).toBeLessThanOrEqual(4 * 30_000);
          expect(scene.warnings.map(({ message }) => message).join('').length).toBeLessThan(
            100_000,
          );
          const bitmap = rasterizeScene(scene);
          expect([bitmap.width, bitmap.height]).toEqual([scene.widthDots, scene.heightDots]);
          expect(bitmap.data.length).toBe(bitmap.stride * bitmap.height);
          drawn += 1;
          if (on.dpi !== 203 || !hasInkOutside(scene, 40)) return;
          expect(scene.warnings.map(({ code: told }) => told)).toContain('outside-label');
          hung += 1;
        } catch (error) {
          if (!(error instanceof LabelError)) throw error;
          refused += 1;
        }
      }),
      { numRuns: rounds(150), examples: [BEYOND_THE_EDGE] },
    );
    expect(drawn).toBeGreaterThan(refused);
    expect(hung).toBeGreaterThan(0);
  }, 600_000);
});
