// The guides against the pages they speak of: names on screen, addresses, how a sheet is read.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type GuidePiece,
  GUIDE_NAMES,
  getGuidePath,
  parseGuideText,
} from '@yunbiao/contract/site/guides';
import { areas } from '@yunbiao/contract/api/areas';
import { expect, it } from 'vitest';
import { guessMapping } from '../apps/site/src/kit/data/columns.ts';
import { guessTableShape, selectTableOfShape } from '../apps/site/src/kit/data/table-shape.ts';
import { ROW_NOTES, SHEET } from '../packages/services/src/community/guides/figures/excel-batch.ts';
import {
  getGuideDefinition,
  listBlockLines,
  listGuideBlocks,
} from '../packages/services/src/community/guides/guides.ts';
import { HANDBOOK_NAMES } from '../packages/services/src/community/handbook/names.ts';
import { collectPages } from './compat/collect-pages.ts';
import { findDenials, findFalseClaims, extractShownTexts } from './lib/feature-claims.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const listLines = (): { name: string; line: string }[] =>
  GUIDE_NAMES.flatMap((name) => {
    const guide = getGuideDefinition(name);
    return [guide.summary, ...listGuideBlocks(guide).flatMap(listBlockLines)].map((line) => ({
      name,
      line,
    }));
  });

const listPieces = <Kind extends GuidePiece['kind']>(kind: Kind) =>
  listLines().flatMap(({ name, line }) =>
    parseGuideText(line).flatMap((piece) =>
      piece.kind === kind
        ? [{ guide: name, ...(piece as Extract<GuidePiece, { kind: Kind }>) }]
        : [],
    ),
  );

/** Texts that are on pages: those of the site without the guides, and the labels it shares. */
const readScreenTexts = (): Set<string> => {
  const paths = globSync(['apps/site/src/**/*.{ts,tsx}', 'packages/contract/src/**/*.ts'], {
    cwd: ROOT,
  }).filter(
    (path) =>
      !/\.test\.|\/features\/guide\/|\/site\/guides\.ts|contract\/src\/features\//.test(path),
  );
  const texts = paths.flatMap((path) => extractShownTexts(path, read(path)));
  const trim = (text: string): string => text.replaceAll(/^[\s“”，。：、]+|[\s“”，。：、$]+$/g, '');
  return new Set(
    texts.flatMap((text) => [
      trim(text),
      trim(text.split('：')[0] ?? ''),
      ...Array.from(text.matchAll(/“([^”]+)”/g), ([, quoted = '']) => quoted),
    ]),
  );
};

it('names only what is on the pages', () => {
  const onScreen = readScreenTexts();
  const named = listPieces('name');
  expect(named.length).toBeGreaterThan(100);
  const missing = named.filter(({ text }) => /[一-鿿]/.test(text) && !onScreen.has(text));
  expect(missing.map(({ guide, text }) => `${guide}: ${text}`)).toEqual([]);
});

/** `/{soft}/guide/{name}.html` as a pattern. */
const toPattern = (page: string): RegExp =>
  new RegExp(`^${page.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

it('links only to pages, guides and entries that are there', () => {
  const patterns = collectPages().map(toPattern);
  const entries = new Set([
    ...GUIDE_NAMES.map(getGuidePath),
    ...HANDBOOK_NAMES.map((name) => `/tools/codes/${name}.html`),
  ]);
  const anchors = new Set(['guide', ...Object.keys(areas).map((area) => `area-${area}`)]);
  const links = listPieces('link');
  expect(links.length).toBeGreaterThan(40);
  const wrong = links.filter(({ path }) => {
    const [page = '', anchor] = path.split('#');
    if (page === '/np/docs') return anchor !== undefined && !anchors.has(anchor);
    const pathname = page.split('?')[0] ?? '';
    if (/^\/(guide|tools\/codes)\/./.test(pathname)) return !entries.has(pathname);
    return !patterns.some((pattern) => pattern.test(`/yunbiao${pathname}`));
  });
  expect(wrong).toEqual([]);
});

it('says nothing of the product that is not so', () => {
  const text = listLines()
    .map(({ line }) => line.replaceAll(/\*\*|\]\([^)]*\)|\[/g, ''))
    .join('\n');
  expect(findDenials(text, 'page')).toEqual([]);
  expect(findFalseClaims(text)).toEqual([]);
});

it('draws the sheet as the print page reads it', () => {
  const fields = ['货位号', '承重'].map((label) => ({ name: label, label, sample: '' }));
  const shape = guessTableShape(SHEET, fields);
  const table = selectTableOfShape(SHEET, shape);
  const first = shape.headerRows[0] ?? 0;
  let printed = 0;
  const notes = SHEET.map((_, at) => {
    if (shape.headerRows.includes(at)) return '列名';
    if (at < first || shape.excludedRows.includes(at)) return '不要';
    return `第 ${(printed += 1)} 张`;
  });
  expect(notes).toEqual([...ROW_NOTES]);
  expect(guessMapping(table.cells, fields, table.hasHeader).columns).toEqual([
    '货位号',
    '承重',
    null,
  ]);
});
