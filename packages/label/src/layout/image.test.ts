import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Picture } from '../image/picture.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import type { ImageElement, Media, Template } from '../template.ts';
import { writeRows, readFixtureTemplate, getTemplate, testFonts } from '../testing/fixtures.ts';
import { layoutLabel } from './layout.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

const createImage = (more: Partial<ImageElement> = {}): ImageElement => ({
  type: 'image',
  id: 'i',
  image: 'p',
  xMm: 1,
  yMm: 1,
  widthMm: 2,
  heightMm: 1,
  rotation: 0,
  fit: 'stretch',
  dither: 'threshold',
  ...more,
});

const createGrayPicture = (
  width: number,
  height: number,
  value: (x: number, y: number) => number,
): Picture => ({
  width,
  height,
  gray: Uint8Array.from({ length: width * height }, (_, i) =>
    value(i % width, Math.floor(i / width)),
  ),
});

/** A label of 8 × 6 mm: 64 × 48 dots. */
const SMALL = { widthMm: 8, heightMm: 6 };

function layOutImage(
  element: ImageElement,
  picture: Picture | undefined,
  media: Media = { dpi: 203 },
) {
  const template = getTemplate([element], SMALL);
  const images = { get: () => picture };
  return layoutLabel({ template, data: {}, media, fonts: testFonts(), images });
}

const listRows = (element: ImageElement, picture: Picture, media?: Media): string[] =>
  writeRows(rasterizeScene(layOutImage(element, picture, media)));

const getInk = (rows: readonly string[]): number => rows.join('').replaceAll('.', '').length;

const createNoise = (x: number, y: number): number => (x * x * 37 + y * 91 + x * y * 13) & 255;

describe('a picture', () => {
  it('costs what is gone through to draw it, not only its box', () => {
    const layOutMany = (more: Partial<ImageElement>, picture: Picture) => {
      const elements = Array.from({ length: 30 }, (_, i) => createImage({ ...more, id: `i${i}` }));
      const template = getTemplate(elements, SMALL);
      const images = { get: () => picture };
      return layoutLabel({ template, data: {}, media: { dpi: 203 }, fonts: testFonts(), images });
    };
    const tooMuch = '标签上的内容太多或太大，画不出来';
    const dot = createGrayPicture(1, 1, () => 255);
    // The bounding box of a rotated line of 2,400 dots has 2.9 million dots.
    const line = { widthMm: 300, heightMm: 0.1 };
    expect(layOutMany(line, dot).ops).toEqual([]);
    expect(() => layOutMany({ ...line, angleDeg: 45 }, dot)).toThrow(tooMuch);
    // Each row of dots averages 4,800 pixels.
    expect(() =>
      layOutMany(
        { widthMm: 0.1, heightMm: 300 },
        createGrayPicture(4800, 1, () => 255),
      ),
    ).toThrow(tooMuch);
    expect(
      layOutMany(
        {},
        createGrayPicture(1000, 1000, () => 255),
      ).ops,
    ).toEqual([]);
  });

  it('with a pixel a dot comes out pixel for pixel', () => {
    const picture = createGrayPicture(16, 8, createNoise);
    const rows = listRows(createImage(), picture);
    const expected = Array.from({ length: 8 }, (_, y) =>
      Array.from({ length: 16 }, (__, x) => (createNoise(x, y) < 128 ? '#' : '.')).join(''),
    );
    expect(rows.slice(8, 16).map((row) => row.slice(8, 24))).toEqual(expected);
    expect(getInk(rows)).toBe(getInk(expected));
  });

  it('lies whole in its box, covers it, or is stretched to it', () => {
    const black = createGrayPicture(4, 4, () => 0);
    const countDots = (fit: ImageElement['fit']): number =>
      getInk(listRows(createImage({ fit }), black));
    expect([countDots('contain'), countDots('cover'), countDots('stretch')]).toEqual([
      8 * 8,
      16 * 8,
      16 * 8,
    ]);
    // Contained and centred: four empty dots on either side.
    expect(listRows(createImage({ fit: 'contain' }), black)[8]?.slice(8, 24)).toBe(
      '....########....',
    );
    const half = createGrayPicture(4, 4, (_, y) => (y < 2 ? 0 : 255));
    expect(
      listRows(createImage({ fit: 'cover' }), half)
        .map((row) => row[8])
        .join('')
        .slice(8, 16),
    ).toBe('####....');
  });

  it('turns its greys into as much black as they are dark', () => {
    for (const dither of ['floyd-steinberg', 'ordered'] as const)
      for (const level of [0, 20, 64, 128, 200, 235, 255]) {
        const box = createImage({ widthMm: 6, heightMm: 4, dither });
        const share =
          getInk(
            listRows(
              box,
              createGrayPicture(3, 2, () => level),
            ),
          ) /
          (48 * 32);
        expect(Math.abs(share - (255 - level) / 255)).toBeLessThan(0.02);
      }
  });

  it('takes each grey below its threshold for black', () => {
    const picture = createGrayPicture(16, 8, (x) => x * 16);
    const getMiddleRow = (threshold: number): string | undefined =>
      listRows(createImage({ threshold }), picture)[8]?.slice(8, 24);
    expect(getMiddleRow(128)).toBe('########........');
    expect(getMiddleRow(129)).toBe('#########.......');
    expect([getMiddleRow(0), getMiddleRow(255)]).toEqual(['.'.repeat(16), '#'.repeat(16)]);
  });

  it('shows paper where it is clear, and black there when inverse', () => {
    const picture = { ...createGrayPicture(2, 1, () => 0), alpha: Uint8Array.of(255, 0) };
    const getMiddleRow = (more: Partial<ImageElement>): string | undefined =>
      listRows(createImage(more), picture)[8]?.slice(8, 24);
    expect(getMiddleRow({})).toBe('########........');
    expect(getMiddleRow({ inverse: true })).toBe('........########');
  });

  it('turned by whole quarters has the same dots', () => {
    const picture = createGrayPicture(16, 8, createNoise);
    const box = createImage({ xMm: 2, yMm: 2 });
    const turned = listRows({ ...box, angleDeg: 180 }, picture);
    expect(turned).toEqual(
      listRows(
        { ...box, angleDeg: 0 },
        createGrayPicture(16, 8, (x, y) => createNoise(15 - x, 7 - y)),
      ),
    );
    expect(getInk(listRows({ ...box, angleDeg: 90 }, picture))).toBe(getInk(turned));
  });

  it('keeps its blackness at any angle, and turns clockwise', () => {
    const black = createGrayPicture(2, 2, () => 0);
    fc.assert(
      fc.property(fc.double({ min: -360, max: 360, noNaN: true }), (angleDeg) => {
        const box = createImage({ xMm: 2, yMm: 2, widthMm: 3, heightMm: 2, angleDeg });
        expect(Math.abs(getInk(listRows(box, black)) - 24 * 16)).toBeLessThan(24);
      }),
      { numRuns: rounds(40) },
    );
    const wide = createImage({ xMm: 1, yMm: 2.5, widthMm: 6, heightMm: 0.5, angleDeg: 30 });
    const rows = listRows(wide, black);
    // The line runs down to the right.
    expect(
      [rows[33]?.slice(40, 56), rows[11]?.slice(40, 56)].map((row) => row?.includes('#')),
    ).toEqual([true, false]);
  });

  it('is the same picture turned, at every turn of the label', () => {
    const picture = createGrayPicture(9, 7, createNoise);
    fc.assert(
      fc.property(
        fc.constantFrom('threshold', 'floyd-steinberg', 'ordered'),
        fc.constantFrom('contain', 'cover', 'stretch'),
        fc.constantFrom(0, 90, 180, 270),
        fc.nat(360),
        fc.tuple(fc.nat(50), fc.nat(40), fc.integer({ min: 1, max: 30 }), fc.nat(30)),
        (dither, fit, rotation, angleDeg, [x, y, w, h]) => {
          const box = { xMm: x / 8, yMm: y / 8, widthMm: w / 8, heightMm: h / 8 };
          const element = createImage({ dither, fit, rotation, angleDeg, ...box });
          let expected = listRows(element, picture);
          for (const turn of [90, 180, 270] as const) {
            const before = expected;
            expected = Array.from({ length: before[0]?.length ?? 0 }, (_, column) =>
              before
                .map((row) => row[column] ?? '')
                .toReversed()
                .join(''),
            );
            expect(listRows(element, picture, { dpi: 203, rotation: turn })).toEqual(expected);
          }
        },
      ),
      { numRuns: rounds(40) },
    );
  });
});

describe('what is said of a picture', () => {
  const listWarnings = (element: ImageElement, picture: Picture | undefined) =>
    layOutImage(element, picture).warnings.map(({ code, level, message }) => [
      code,
      level,
      message,
    ]);

  it('names the one that is missing, as an error', () => {
    expect(listWarnings(createImage({ image: '徽标' }), undefined)).toEqual([
      ['image-missing', 'error', '图片“徽标”没有找到，未画出'],
    ]);
  });

  it('names the one in the template that cannot be read', () => {
    const template: Template = {
      ...getTemplate([createImage()], SMALL),
      images: [{ id: 'p', png: 'iVBORw0KGgo=' }],
    };
    const { warnings, ops } = layoutLabel({
      template,
      data: {},
      media: { dpi: 203 },
      fonts: testFonts(),
    });
    expect([warnings.map(({ message }) => message), ops]).toEqual([
      ['图片“p”打不开，未画出：图片不是 PNG'],
      [],
    ]);
  });

  it('warns of black off the label, and not of clear parts', () => {
    const off = createImage({ xMm: 7 });
    expect(
      listWarnings(
        off,
        createGrayPicture(2, 1, () => 0),
      ),
    ).toEqual([['outside-label', 'warning', '图片“p”超出标签，超出的部分不会打印出']]);
    expect(
      listWarnings(
        off,
        createGrayPicture(2, 1, (x) => (x === 0 ? 0 : 255)),
      ),
    ).toEqual([]);
  });

  it('bounds what pictures may cost: a box of a metre is refused before it is drawn', () => {
    const huge = createImage({ widthMm: 1000, heightMm: 1000 });
    expect(() =>
      layOutImage(
        huge,
        createGrayPicture(2, 2, () => 0),
        { dpi: 600 },
      ),
    ).toThrow('内容太多或太大');
  });
});

it('draws the pictures a template holds, and unpacks each once for all its labels', () => {
  const template = readFixtureTemplate('images');
  const draw = () => layoutLabel({ template, data: {}, media: { dpi: 203 }, fonts: testFonts() });
  const [first, second] = [draw(), draw()];
  expect(first.ops.map(({ kind }) => kind)).toEqual(template.elements.map(() => 'image'));
  const listImageDots = (scene: typeof first) =>
    scene.ops.flatMap((op) =>
      op.kind === 'image' && op.elementId === 'photo-large' ? [op.bitmap] : [],
    );
  expect(listImageDots(second)[0]).toBe(listImageDots(first)[0]);
});

describe('a picture of the library', () => {
  const black = createGrayPicture(1, 1, () => 0);
  const layOut = (
    content: string,
    data: Record<string, string>,
    pictures?: Parameters<typeof layoutLabel>[0]['pictures'],
  ) => {
    const template: Template = {
      ...getTemplate([createImage({ image: 'library', content })], SMALL),
      fields: [
        { name: '照片', label: '照片', sample: '' },
        { name: '货号', label: '货号', sample: '' },
      ],
    };
    return layoutLabel({ template, data, media: { dpi: 203 }, fonts: testFonts(), pictures });
  };
  const listMessages = (scene: ReturnType<typeof layOut>) =>
    scene.warnings.map(({ code, level, message }) => [code, level, message]);

  it('is named by the row, also by a formula, and drawn as one in the template is', () => {
    const asked: string[] = [];
    const pictures = {
      find: (name: string) => {
        asked.push(name);
        return black;
      },
    };
    const drawn = layOut('{{照片}}', { 照片: ' 鞋.png ' }, pictures);
    expect(drawn.ops).toEqual(layOutImage(createImage({ image: 'library' }), black).ops);
    layOut('商品/{{货号}}', { 货号: 'A1' }, pictures);
    layOut('{{如果(货号="A1","易碎","空")}}', { 货号: 'A1' }, pictures);
    expect(asked).toEqual(['鞋.png', '商品/A1', '易碎']);
  });

  it('draws nothing for a blank value, and says nothing', () => {
    const scene = layOut('{{照片}}', { 照片: ' ' });
    expect([scene.ops, listMessages(scene)]).toEqual([[], []]);
  });

  it('is an error when it is missing or still on its way', () => {
    expect(listMessages(layOut('{{照片}}', { 照片: '没有' }))).toEqual([
      ['image-missing', 'error', '图片库里没有“没有”，未画出'],
    ]);
    expect(listMessages(layOut('{{照片}}', { 照片: '鞋' }, { find: () => 'waiting' }))).toEqual([
      ['image-waiting', 'error', '图片“鞋”还没画：它还没取到'],
    ]);
  });
});
