import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { layoutLabel, loadFonts, rasterize, SAMPLE_AT, sampleData } from '@yunbiao/label';
import { RARE_CODES } from '@yunbiao/label/rare-codes';
import { inNewestFormat, TEMPLATE_VERSION } from '@yunbiao/label/schema';
import { describe, expect, it } from 'vitest';
import { calls } from './calls.ts';
import { parseTemplate, templateContent } from './template.ts';

/**
 * A template of each format there was, with every part of it, and the digest of its dots as they were drawn then. They are
 * written once: a newer format draws them the same.
 */
const FORMATS = new URL('../../../fixtures/template-formats/', import.meta.url);

type Kept = { dots: string; template: { version: number; elements: { type: string }[] } };
/** Parts of every element: once is enough. */
const PLACE = new Set(['name', 'locked', 'hidden', 'group']);
const keptOf = (version: number): Kept =>
  JSON.parse(readFileSync(new URL(`${version}.json`, FORMATS), 'utf8')) as Kept;
const versions = Array.from({ length: TEMPLATE_VERSION }, (_, i) => i + 1);

const fonts = loadFonts({
  read: (file) => readFileSync(new URL(import.meta.resolve(`@yunbiao/label/fonts/${file}`))),
});

describe('the formats templates were written in', () => {
  it('are kept, each with a template of it', () => {
    expect(readdirSync(FORMATS).toSorted()).toEqual(versions.map((one) => `${one}.json`));
    for (const version of versions) expect(keptOf(version).template.version).toBe(version);
  });

  it('have every part of the newest in its own', () => {
    const { elements } = keptOf(TEMPLATE_VERSION).template;
    const missing = templateContent.shape.elements.element.options.flatMap(({ shape }) => {
      const names = [...shape.type._zod.values].map(String);
      const own = elements.filter(({ type }) => names.includes(type));
      const kept = new Set(own.flatMap((element) => Object.keys(element)));
      const parts = Object.keys(shape).filter((part) => !PLACE.has(part) && !kept.has(part));
      const absent = names.filter((name) => !own.some(({ type }) => type === name));
      return [...parts.map((part) => `${names.join()}: ${part}`), ...absent];
    });
    expect(missing).toEqual([]);
  });

  it.each(versions)('%i is read, and draws the dots it drew then', (version) => {
    const { template: written, dots } = keptOf(version);
    const template = parseTemplate(written);
    expect(template.version).toBe(TEMPLATE_VERSION);
    const scene = layoutLabel({
      template,
      data: sampleData(template),
      media: { dpi: 203 },
      fonts,
      at: SAMPLE_AT,
      rareCodes: () => RARE_CODES,
    });
    expect(scene.warnings.filter(({ level }) => level === 'error')).toEqual([]);
    const { data } = rasterize(scene);
    expect(createHash('sha256').update(data).digest('hex')).toBe(dots);
  });

  it('are taken where templates come in, the newest alone where they go out', () => {
    const { template } = keptOf(1);
    const { input, output } = calls.saveTemplate;
    expect(output).toBeDefined();
    expect(input.parse({ name: '样张', content: template }).content).toEqual(
      templateContent.parse(inNewestFormat(template)),
    );
  });

  it.each([[0], [TEMPLATE_VERSION + 1], ['1'], [1.5], [undefined]])('are not %s', (version) => {
    const template = { ...keptOf(TEMPLATE_VERSION).template, version };
    expect(() => parseTemplate(template)).toThrow(`模板的格式版本是 ${String(version)}，这里只认`);
  });
});

describe('a template of an older format', () => {
  const steps = [
    // What a second format might call otherwise, and a third have in addition.
    ({ width, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, widthMm: width }),
    (template: Readonly<Record<string, unknown>>) => ({ ...template, unit: 'mm' }),
  ];

  it('goes through every step from its own format to the newest, and stays as it was itself', () => {
    const written = { version: 1, width: 60, fields: [] };
    expect(inNewestFormat(written, steps)).toEqual({
      version: 3,
      widthMm: 60,
      unit: 'mm',
      fields: [],
    });
    expect(written).toEqual({ version: 1, width: 60, fields: [] });
    expect(inNewestFormat({ version: 2, widthMm: 60 }, steps)).toEqual({
      version: 3,
      widthMm: 60,
      unit: 'mm',
    });
  });

  it('is left alone when it is of the newest, of one to come, or none', () => {
    for (const value of [
      { version: 3 },
      { version: 4 },
      { version: 0 },
      { version: 1.5 },
      {},
      [],
      null,
      'x',
    ])
      expect(inNewestFormat(value, steps)).toBe(value);
  });
});
