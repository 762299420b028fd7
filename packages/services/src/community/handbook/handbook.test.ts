import {
  getDotsPerMm,
  layoutLabel,
  parseGs1,
  rasterizeScene,
  type ScanCode,
  extractScanCodes,
  type Scene,
} from '@yunbiao/label';
import {
  RECOMMENDED_MODULE_MM,
  hasSquareModules,
  computeMinimumCodeBox,
  MIN_MODULE_MM,
} from '@yunbiao/label/minimum-size';
import { gradeCodeReadability } from '@yunbiao/label/scan';
import type { CodeElement, Dpi, Template } from '@yunbiao/label/template';
import { describe, expect, it } from 'vitest';
import { readImage } from '../../../../label/src/testing/readers.ts';
import { getLabelFonts, getRareSymbologyEncoders } from '../../identity/software/label-fonts.ts';
import { CHOICES } from './choices.ts';
import { createBareCodeLabel, getSampleCodeElement } from './code-label.ts';
import { CODES } from './codes/codes.ts';
import { type PictureName, layOutPicture } from './draw.ts';
import { ELEMENTS } from './elements/elements.ts';
import { getHandbookEntry, getHandbook } from './handbook.ts';
import { CODE_NAMES, ELEMENT_NAMES, HANDBOOK_NAMES } from './names.ts';
import { computeCodeSize } from './sizes.ts';

const laidOut = (template: Template, dpi: Dpi): Scene =>
  layoutLabel({
    template,
    data: {},
    media: { dpi },
    fonts: getLabelFonts(),
    rareCodes: getRareSymbologyEncoders,
  });

/** The only code of the scene, extracted from its dots. */
const onlyCode = (scene: Scene): ScanCode => {
  const [code, ...more] = extractScanCodes(scene, rasterizeScene(scene));
  if (!code || more.length > 0) throw new Error(`${more.length} codes too many`);
  return code;
};
const scanPicture = (name: PictureName): ScanCode => onlyCode(layOutPicture(name));

/** The text a scanner returns for a content: GS1 with brackets, UPC-A with thirteen digits. */
const getPrintedText = (name: string, content: string): string =>
  name === 'upca'
    ? `0${content}`
    : name === 'upce'
      ? '0012345000065'
      : /^(gs1|databar)/.test(name)
        ? parseGs1(content).text
        : content;

describe('the handbook', () => {
  it.each(CODE_NAMES)(
    'shows a %s that reads, however badly printed, as what it says',
    async (name) => {
      expect(layOutPicture(name).warnings).toEqual([]);
      const code = scanPicture(name);
      expect(await gradeCodeReadability(code, readImage)).toMatchObject({
        grade: 'ample',
        reason: '',
      });
      const { facts } = getHandbookEntry(name);
      const said = facts.find(({ label }) => label === '图里放的')?.value ?? '';
      expect(code.reading.text).toBe(getPrintedText(name, said));
    },
  );

  it.each(CODE_NAMES)('says how well a %s reads at its smallest', async (name) => {
    for (const { picture, rows } of getHandbookEntry(name).sizes) {
      const [, picked = ''] = /handbook\/(.+)-[0-9a-f]{12}\.svg$/.exec(picture?.url ?? '') ?? [];
      const { grade } = await gradeCodeReadability(scanPicture(picked as PictureName), readImage);
      expect(grade).toBe(rows.find(({ dpi }) => dpi === 203)?.reads);
    }
    for (const dpi of [300, 600] as const) {
      const size = computeCodeSize(name, 'least', dpi);
      if (!size) throw new Error('no size');
      const code = onlyCode(laidOut(createBareCodeLabel(name, size), dpi));
      expect((await gradeCodeReadability(code, readImage)).grade).toBe(size.reads);
    }
  });

  it.each(ELEMENT_NAMES)('shows %s as it is printed', async (name) => {
    const scene = layOutPicture(name);
    expect(scene.warnings.filter(({ code }) => code !== 'text-shrunk')).toEqual([]);
    expect(scene.ops.length).toBeGreaterThan(0);
    for (const code of extractScanCodes(scene, rasterizeScene(scene)))
      expect(await gradeCodeReadability(code, readImage)).toMatchObject({ grade: 'ample' });
  });

  it('has one address for one drawing', async () => {
    const { entries } = await getHandbook();
    const urls = entries.map(({ picture }) => picture.url);
    expect(new Set(urls).size).toBe(HANDBOOK_NAMES.length);
  });

  it('leads to everything, and to nothing it has not', () => {
    for (const { names } of CHOICES)
      expect(HANDBOOK_NAMES).toEqual(expect.arrayContaining([...names]));
    const chosen = new Set(CHOICES.flatMap(({ names }) => names));
    const near = new Set(CODE_NAMES.flatMap((name) => CODES[name].similar));
    expect(CODE_NAMES.filter((name) => !chosen.has(name) && !near.has(name))).toEqual([]);
    expect(() => getHandbookEntry('constructor')).toThrow('手册里没有这一种');
  });
});

/** The code of an entry in a box of the size the handbook states, at a fractional position. */
const inBox = (code: CodeElement, dpi: Dpi, size: { widthMm: number; heightMm: number }) => {
  const template: Template = {
    version: 1,
    widthMm: 200,
    heightMm: 120,
    fields: [],
    elements: [{ ...code, ...size, xMm: 7.03, yMm: 5.06 }],
  };
  const scene = laidOut(template, dpi);
  const drawn = scene.ops.find((op) => 'moduleDots' in op);
  return { codes: scene.warnings.map((warning) => warning.code), dots: drawn?.moduleDots };
};

describe.each(CODE_NAMES)('the sizes of %s', (name) => {
  const code = getSampleCodeElement(name);
  const { sizes } = getHandbookEntry(name);

  it('are those the engine draws it in, and warns of none but the smallest', () => {
    expect(sizes.length).toBe(CODES[name].trade ? 3 : 2);
    for (const { title, rows } of sizes) {
      for (const { dpi, dots, widthMm, heightMm } of rows) {
        if (widthMm === null || heightMm === null) throw new Error('no size');
        const { codes, dots: drawn } = inBox(code, dpi as Dpi, { widthMm, heightMm });
        expect(drawn).toBe(dots);
        const isSmall = dots / getDotsPerMm(dpi as Dpi) < RECOMMENDED_MODULE_MM;
        expect(codes.includes('code-module-small')).toBe(isSmall);
        if (isSmall) expect(title).toBe('极限');
        expect(codes.filter((code) => !/module-small|text-shrunk/.test(code))).toEqual([]);
      }
    }
  });

  it('cannot be undercut: a millimetre less is refused', () => {
    for (const { dpi, widthMm, heightMm } of sizes[1]?.rows ?? []) {
      const min = computeMinimumCodeBox(code, {
        dpi: dpi as Dpi,
        moduleMm: MIN_MODULE_MM,
        rareCodes: getRareSymbologyEncoders,
      });
      expect(min?.moduleDots).toBe(dpi === 600 ? 3 : dpi === 300 || hasSquareModules(code) ? 2 : 1);
      const { codes } = inBox(code, dpi as Dpi, {
        widthMm: (widthMm ?? 0) - 0.5,
        heightMm: (heightMm ?? 0) - 0.5,
      });
      expect(codes).toContain('code-too-wide');
    }
  });
});

describe('what is said of how much a code holds', () => {
  const doesHold = (name: (typeof CODE_NAMES)[number], content: string): boolean => {
    // The lowest error correction level has the highest capacity.
    const code = {
      ...getSampleCodeElement(name),
      content,
      ...('level' in getSampleCodeElement(name) && { level: 'L' }),
    };
    try {
      return (
        computeMinimumCodeBox(code as CodeElement, {
          dpi: 203,
          moduleMm: 0.25,
          rareCodes: getRareSymbologyEncoders,
        }) !== undefined
      );
    } catch {
      return false;
    }
  };

  it.each(CODE_NAMES.filter((name) => CODES[name].maxContents))(
    'is true of %s to the letter',
    (name) => {
      for (const { count, buildContent } of CODES[name].maxContents ?? [])
        expect([
          doesHold(name, buildContent(count)),
          doesHold(name, buildContent(count + 1)),
        ]).toEqual([true, false]);
    },
  );
});

it('is written for readers: no help is empty, and no name stands twice', () => {
  const entries = HANDBOOK_NAMES.map(getHandbookEntry);
  for (const { use, about, mistakes, facts, similar, kind } of entries) {
    for (const text of [use, ...about, ...facts.map(({ value }) => value)])
      expect(text).toMatch(/\S/);
    expect(mistakes.length).toBeGreaterThan(0);
    if (kind !== 'element') expect(similar.length).toBeGreaterThan(0);
  }
  expect(new Set(entries.map(({ title }) => title)).size).toBe(entries.length);
  expect(Object.keys({ ...CODES, ...ELEMENTS })).toHaveLength(entries.length);
});
