import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { TEMPLATE_VERSION } from '@yunbiao/label/schema';
import { describe, expect, it } from 'vitest';
import {
  BASELINE_CAPABILITIES,
  CAPABILITIES,
  FONT_CAPABILITIES,
  type Capabilities,
  capabilities,
  canMeetCapabilityNeeds,
  type Extension,
  getFontCapabilityNeeds,
  getSetupCapabilityNeeds,
  getTemplateCapabilityNeeds,
  mergeCapabilityNeeds,
  parseCapabilities,
  formatCapabilities,
} from './capabilities.ts';
import { setupFields, parsePrintSetup } from '../printing/print-setup.ts';
import { templateContent } from '../printing/template.ts';
import { listShape, listUnannounced } from '../testing/schema-shape.ts';
import { z } from '../core/zod.ts';

/**
 * What templates and setups accept in each format: `1.txt` is the shape when clients first read
 * that format. `1+text.outline.txt` lists what an extension or a kind of element has changed since.
 * The files are never rewritten.
 */
const SHAPES = new URL('../../../../fixtures/template-shapes/', import.meta.url);
const readLines = (name: string): string[] =>
  readFileSync(new URL(`${name}.txt`, SHAPES), 'utf8')
    .trimEnd()
    .split('\n');
const names = readdirSync(SHAPES).map((file) => file.replace(/\.txt$/, ''));
const added = names.filter((name) => name.startsWith(`${TEMPLATE_VERSION}+`));

const listNow = (
  template: z.ZodType = templateContent,
  setup: z.ZodType = setupFields,
): string[] => [...listShape('template', template), ...listShape('setup', setup)];

const kept = readLines(String(TEMPLATE_VERSION));
const omit = (name: string): Capabilities => ({
  ...CAPABILITIES,
  draws: CAPABILITIES.draws.filter((draw) => draw !== name),
});

const box = { id: 'a', xMm: 0, yMm: 0, widthMm: 9, heightMm: 9, rotation: 0 };
const createTemplate = (...elements: object[]) => ({
  version: 1,
  widthMm: 40,
  heightMm: 30,
  fields: [],
  elements,
});
const text = { ...box, type: 'text', content: 'x', sizeMm: 3, weight: 400 };
const setup = parsePrintSetup(
  JSON.stringify({
    language: 'zpl',
    dpi: 203,
    widthMm: 40,
    heightMm: 30,
    gapMm: 2,
    rotation: 0,
    offsetXMm: 0,
    offsetYMm: 0,
    pitchScale: 100,
    darkness: 15,
    speed: 4,
  }),
);

describe('what a template takes to be drawn', () => {
  it('is its format and the kinds of its elements, in cells of tables and hidden ones as well', () => {
    const table = {
      ...box,
      type: 'table',
      cells: [{ row: 1, column: 1, type: 'aztec' }],
    };
    const hidden = { ...box, type: 'qr', hidden: true };
    expect(getTemplateCapabilityNeeds(createTemplate(text, text, table, hidden))).toEqual({
      format: 1,
      draws: ['aztec', 'qr', 'table', 'text'],
    });
    expect(getTemplateCapabilityNeeds({ ...createTemplate(text), version: 7 }).format).toBe(7);
  });

  it('is what it uses of all that was added since', () => {
    const extensions: Extension[] = [
      {
        name: 'text.outline',
        isInTemplate: ({ elements }) => elements.some((element) => 'outline' in element),
      },
      { name: 'setup.slow', isInSetup: ({ speed }) => speed < 2 },
    ];
    const outlined = getTemplateCapabilityNeeds(
      createTemplate({ ...text, outline: true }),
      extensions,
    );
    expect(outlined.draws).toEqual(['text', 'text.outline']);
    expect(getTemplateCapabilityNeeds(createTemplate(text), extensions).draws).toEqual(['text']);
    const slow = getSetupCapabilityNeeds({ ...setup, speed: 1 }, extensions);
    expect(getSetupCapabilityNeeds(setup, extensions).draws).toEqual([]);
    expect(mergeCapabilityNeeds(outlined, slow)).toEqual({
      format: 1,
      draws: ['setup.slow', 'text', 'text.outline'],
    });
    expect(canMeetCapabilityNeeds(CAPABILITIES, outlined)).toBe(false);
    const newer = {
      ...CAPABILITIES,
      draws: [...CAPABILITIES.draws, 'text.outline'],
    };
    expect(canMeetCapabilityNeeds(newer, outlined)).toBe(true);
    expect(canMeetCapabilityNeeds(newer, mergeCapabilityNeeds(outlined, slow))).toBe(false);
  });

  it('is full ASCII of Code 39, in cells of tables and hidden ones as well', () => {
    const code = { type: 'code39', content: 'a', fullAscii: true };
    const usesFullAscii = (...elements: object[]): boolean =>
      getTemplateCapabilityNeeds(createTemplate(...elements)).draws.includes('code39.full-ascii');
    const cell = { ...code, row: 1, column: 1 };
    expect(usesFullAscii({ ...box, ...code })).toBe(true);
    expect(usesFullAscii({ ...box, ...code, hidden: true })).toBe(true);
    expect(usesFullAscii({ ...box, type: 'table', cells: [cell] })).toBe(true);
    expect(usesFullAscii({ ...box, type: 'code39', content: 'A' }, text)).toBe(false);
  });

  it('is parts of a text, and its looks since', () => {
    const listNeeds = (more: object): readonly string[] =>
      getTemplateCapabilityNeeds(createTemplate({ ...text, ...more })).draws.filter((name) =>
        name.startsWith('text.'),
      );
    expect(listNeeds({ underline: true })).toEqual([]);
    const span = { content: '标', sizeMm: 1, weight: 400 };
    for (const more of [{ spans: [span] }, { italic: true }, { strike: true }])
      expect(listNeeds(more)).toEqual(['text.spans']);
  });

  it('is conditions and groups, wherever they are', () => {
    const listNeeds = (template: object): readonly string[] =>
      getTemplateCapabilityNeeds(template).draws.filter((name) => /show-if|groups/.test(name));
    const showIf = '1 = 2';
    const cell = { type: 'text', row: 1, column: 1, showIf };
    expect(listNeeds(createTemplate({ ...text, group: 'g' }))).toEqual([]);
    expect(listNeeds(createTemplate({ ...text, hidden: true, showIf }))).toEqual([
      'elements.show-if',
    ]);
    expect(listNeeds(createTemplate({ ...box, type: 'table', cells: [cell] }))).toEqual([
      'elements.show-if',
    ]);
    expect(listNeeds({ ...createTemplate(text), groups: [{ id: 'g', showIf }] })).toEqual([
      'groups',
    ]);
  });

  it('is drawn by a client that announces all of it, in its format or a newer one', () => {
    const needs = getTemplateCapabilityNeeds(createTemplate({ ...box, type: 'aztec' }, text));
    expect(canMeetCapabilityNeeds(CAPABILITIES, needs)).toBe(true);
    expect(canMeetCapabilityNeeds(omit('aztec'), needs)).toBe(false);
    expect(canMeetCapabilityNeeds(omit('pdf417'), needs)).toBe(true);
    const later = { ...needs, format: TEMPLATE_VERSION + 1 };
    expect(canMeetCapabilityNeeds(CAPABILITIES, later)).toBe(false);
    expect(canMeetCapabilityNeeds({ ...CAPABILITIES, format: TEMPLATE_VERSION + 2 }, later)).toBe(
      true,
    );
  });

  it('is any kind of PNG, when a picture is interlaced or of 16 bits a sample', () => {
    const createPngHeader = (depth: number, interlace: number): string =>
      Buffer.concat([
        Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
        Buffer.from([0, 0, 0, 9, 0, 0, 0, 9, depth, 0, 0, 0, interlace, 0, 0, 0, 0]),
      ]).toString('base64');
    const listNeeds = (depth: number, interlace: number): readonly string[] =>
      getTemplateCapabilityNeeds({
        ...createTemplate(),
        images: [{ id: 'a', png: createPngHeader(depth, interlace) }],
      }).draws;
    expect(listNeeds(8, 0)).toEqual([]);
    expect(listNeeds(16, 0)).toEqual(['images.any-png']);
    expect(listNeeds(8, 1)).toEqual(['images.any-png']);
  });

  it('is an edition of the fonts, when its characters are not of the first', () => {
    expect(getFontCapabilityNeeds(1).draws).toEqual([]);
    expect(getFontCapabilityNeeds(2).draws).toEqual(['fonts.2']);
    expect(canMeetCapabilityNeeds(CAPABILITIES, getFontCapabilityNeeds(2))).toBe(true);
    expect(canMeetCapabilityNeeds(BASELINE_CAPABILITIES, getFontCapabilityNeeds(2))).toBe(false);
  });

  it('is kept in a row and read back', () => {
    for (const one of [CAPABILITIES, BASELINE_CAPABILITIES, { format: 3, draws: [] }])
      expect(parseCapabilities(formatCapabilities(one))).toEqual(one);
    expect(parseCapabilities('')).toBe(BASELINE_CAPABILITIES);
  });
});

describe('a hello', () => {
  it('names what it draws in short plain words, and not endlessly many', () => {
    expect(capabilities.safeParse(CAPABILITIES).success).toBe(true);
    const refused: unknown[] = [
      { format: 0, draws: [] },
      { format: 1.5, draws: [] },
      { format: '1', draws: [] },
      { format: 1, draws: ['a b'] },
      { format: 1, draws: [''] },
      { format: 1, draws: ['Ä'] },
      { format: 1, draws: ['x'.repeat(41)] },
      { format: 1, draws: Array(501).fill('x') },
      { format: 1 },
      { draws: [] },
      null,
    ];
    expect(refused.filter((item) => capabilities.safeParse(item).success)).toEqual([]);
  });
});

describe('a client that announces nothing', () => {
  it('draws what the release before could, and never more', () => {
    const kinds = kept.flatMap(
      (line) => /^template\.elements\[\]\.([a-z0-9-]+) type/.exec(line) ?? [],
    );
    expect(BASELINE_CAPABILITIES.draws).toEqual(kinds.filter((_, place) => place % 2 === 1));
    expect(BASELINE_CAPABILITIES.format).toBe(1);
    const digest = createHash('sha256')
      .update(readFileSync(new URL('1.txt', SHAPES)))
      .digest('hex');
    expect(digest).toBe('1d9a9262ae5769c92a203035bad8499a6aa006b0cebfec5c43cfa9a5c79ed526');
  });
});

describe('the shape of templates and setups', () => {
  it('is kept for each format there was, and for all that came within the newest', () => {
    const versions = Array.from({ length: TEMPLATE_VERSION }, (_, i) => String(i + 1));
    expect(names.filter((name) => !name.includes('+')).toSorted()).toEqual(versions);
    // With a new format, clients announce all earlier extensions as one. These have no shape:
    // characters, and kinds of pictures in base64.
    const before = [...BASELINE_CAPABILITIES.draws, ...FONT_CAPABILITIES, 'images.any-png'];
    const since = CAPABILITIES.draws.filter((name) => !before.includes(name));
    for (const name of added.map((item) => item.slice(item.indexOf('+') + 1)))
      expect(since).toContain(name);
    if (TEMPLATE_VERSION === BASELINE_CAPABILITIES.format) expect(added).toHaveLength(since.length);
  });

  it('has nothing more or less than that', () => {
    // A new part, value or bound fails here: docs/decisions/label-schema.md says what to do.
    expect(listUnannounced(kept, added.flatMap(readLines), listNow())).toEqual([]);
  });

  it('shows what it gains, down to a bound, until a client announces that', () => {
    const guides = templateContent.shape.guides.unwrap();
    const other = templateContent.extend({
      guides: guides.extend({ angleDeg: z.number().exactOptional() }).exactOptional(),
      elements: templateContent.shape.elements.max(150),
      unit: z.enum(['mm', 'inch']).exactOptional(),
    });
    const longer = setupFields.extend({ mirror: z.boolean().optional() });
    const additions = [
      '+ setup.mirror type "boolean"',
      '+ template.elements maxItems 150',
      '+ template.guides.angleDeg type "number"',
      '+ template.unit = "inch"',
      '+ template.unit = "mm"',
      '+ template.unit type "string"',
      '- template.elements maxItems 200',
    ];
    const announced = added.flatMap(readLines);
    const now = listNow(other, longer);
    expect(listUnannounced(kept, announced, now).toSorted()).toEqual(additions);
    expect(listUnannounced(kept, [...announced, ...additions], now)).toEqual([]);
    expect(listUnannounced(kept, [...announced, ...additions.slice(1)], now)).toEqual(
      additions.slice(0, 1),
    );
  });

  it('shows another word of a choice, and another kind of element', () => {
    const lines = [
      'template.elements[].text.fit = "squeeze"',
      'template.elements[].dotcode type "object"',
    ];
    expect(listUnannounced(kept, [], [...kept, ...lines])).toEqual(
      lines.map((line) => `+ ${line}`),
    );
  });
});
