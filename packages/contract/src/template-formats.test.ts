import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import {
  layoutLabel,
  loadFonts,
  rasterizeScene,
  SAMPLE_TIME,
  buildSampleData,
} from '@yunbiao/label';
import { RARE_ENCODERS } from '@yunbiao/label/rare-encoders';
import {
  FORMAT_STEPS,
  type FormatStep,
  migrateTemplateFormat,
  TEMPLATE_VERSION,
} from '@yunbiao/label/schema';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from './api/calls.ts';
import { templateChange, templateInput } from './api/content.ts';
import { parseTemplate, templateContent } from './printing/template.ts';
import { listMissingParts, listObjects, removePart } from './testing/schema-parts.ts';

/**
 * One template per format, with every part of it, and the digest of its dots at that time. The
 * files are never rewritten: newer formats must draw them the same.
 */
const FORMATS = new URL('../../../fixtures/template-formats/', import.meta.url);

/**
 * Parts that extensions have added to a format since its template was written, as
 * `elements.code39.fullAscii`. An addition such as a new kind of element is listed without its
 * parts, a part that several kinds gain without the kinds.
 */
const listAdded = (version: number): string[] => {
  const shapes = new URL('../../../fixtures/template-shapes/', import.meta.url);
  const lines = readdirSync(shapes)
    .filter((file) => file.startsWith(`${version}+`))
    .flatMap((file) => readFileSync(new URL(file, shapes), 'utf8').trim().split('\n'));
  // A list and its items are one part.
  const parts = [
    ...new Set(
      lines.flatMap(
        (line) => /^\+ template\.(\S+) type /.exec(line)?.[1]?.replaceAll('[]', '') ?? [],
      ),
    ),
  ];
  const wholeParts = parts.filter((part) => !parts.some((whole) => part.startsWith(`${whole}.`)));
  const omitKind = (part: string): string =>
    part.replace(/(elements|cells)\.[a-z0-9-]+(?=\.\w+$)/, '$1');
  const namedParts = wholeParts.map((part) => {
    const shared = wholeParts.filter((other) => omitKind(other) === omitKind(part));
    return shared.length > 1 ? omitKind(part) : part;
  });
  return [...new Set(namedParts)];
};

type Kept = { dots: string; template: { version: number; elements: { type: string }[] } };
const readKept = (version: number): Kept =>
  JSON.parse(readFileSync(new URL(`${version}.json`, FORMATS), 'utf8')) as Kept;
const versions = Array.from({ length: TEMPLATE_VERSION }, (_, i) => i + 1);

const fonts = loadFonts({
  read: (file) => readFileSync(new URL(import.meta.resolve(`@yunbiao/label/fonts/${file}`))),
});

describe('the formats templates were written in', () => {
  it('are kept, each with a template of it', () => {
    expect(readdirSync(FORMATS).toSorted()).toEqual(versions.map((version) => `${version}.json`));
    for (const version of versions) expect(readKept(version).template.version).toBe(version);
  });

  it('have every part of the newest in its own, down to the last', () => {
    const { template } = readKept(TEMPLATE_VERSION);
    const objects = listObjects(template);
    expect(listMissingParts(templateContent, [template], objects).toSorted()).toEqual(
      listAdded(TEMPLATE_VERSION).toSorted(),
    );
    // The check also reports a part that is missing at any depth.
    for (const gone of ['serial', 'perCopy', 'gapMm', 'columnSpan', 'guides', 'moreSamples']) {
      const less = removePart(template, gone);
      const missing = listMissingParts(templateContent, [less], listObjects(less));
      expect(missing.some((path) => path.split('.').includes(gone))).toBe(true);
    }
  });

  it.each(versions)('%i is read, and draws the dots it drew then', (version) => {
    const { template: written, dots } = readKept(version);
    const template = parseTemplate(written);
    expect(template.version).toBe(TEMPLATE_VERSION);
    const scene = layoutLabel({
      template,
      data: buildSampleData(template),
      media: { dpi: 203 },
      fonts,
      at: SAMPLE_TIME,
      rareCodes: () => RARE_ENCODERS,
    });
    expect(scene.warnings.filter(({ level }) => level === 'error')).toEqual([]);
    const { data } = rasterizeScene(scene);
    expect(createHash('sha256').update(data).digest('hex')).toBe(dots);
  });

  it('have a step each to the next', () => {
    expect([...FORMAT_STEPS.keys()]).toEqual(versions.slice(0, -1));
  });

  it.each([[0], [TEMPLATE_VERSION + 1], ['1'], [1.5], [undefined]])('are not %s', (version) => {
    const template = { ...readKept(TEMPLATE_VERSION).template, version };
    expect(() => parseTemplate(template)).toThrow(`模板的格式版本是 ${String(version)}，这里只认`);
  });
});

describe('who takes a template', () => {
  const { template: newest } = readKept(TEMPLATE_VERSION);
  const { widthMm, ...rest } = newest as Kept['template'] & { widthMm: number };
  const old = { ...rest, version: 0, width: widthMm };

  beforeEach(() => {
    FORMAT_STEPS.set(0, ({ width, ...others }) => ({ ...others, widthMm: width }));
  });
  afterEach(() => {
    FORMAT_STEPS.delete(0);
  });

  it('takes one of an older format where it comes in', () => {
    const read = templateContent.parse(newest);
    expect(parseTemplate(old)).toEqual(read);
    expect(calls.saveTemplate.input.parse({ name: '样张', content: old }).content).toEqual(read);
    expect(templateInput.parse({ name: '样张', category: '零售', template: old }).template).toEqual(
      read,
    );
    expect(templateChange.parse({ template: old }).template).toEqual(read);
  });

  it('hands out the newest alone', () => {
    for (const name of ['templateGet', 'templateVersion'] as const) {
      const { content } = calls[name].output.shape;
      expect(content.safeParse(newest).success).toBe(true);
      expect(content.safeParse(old).success).toBe(false);
    }
  });
});

describe('a template of an older format', () => {
  const steps = new Map<number, FormatStep>([
    // Examples: a second format renames a field, and a third adds one.
    [1, ({ width, ...rest }) => ({ ...rest, widthMm: width })],
    [2, (template) => ({ ...template, unit: 'mm' })],
  ]);

  it('goes through every step from its own format to the newest, and stays as it was itself', () => {
    const written = { version: 1, width: 60, fields: [] };
    expect(migrateTemplateFormat(written, steps)).toEqual({
      version: 3,
      widthMm: 60,
      unit: 'mm',
      fields: [],
    });
    expect(written).toEqual({ version: 1, width: 60, fields: [] });
    expect(migrateTemplateFormat({ version: 2, widthMm: 60 }, steps)).toEqual({
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
      expect(migrateTemplateFormat(value, steps)).toBe(value);
  });
});
