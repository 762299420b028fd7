import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** A row of docs/specification.md: what stands in its cells, without the last one, which has the ids of tests that hold it. */
export type Row = { cells: string[]; heldBy: string[] };

const parseIds = (cell: string): string[] =>
  cell
    .split(',')
    .map((one) => one.trim().replace(/^`(.*)`$/, '$1'))
    .filter((id) => id !== '');

const parseRow = (line: string): Row => {
  const cells = line.split('|').slice(1, -1);
  return {
    cells: cells.slice(0, -1).map((one) => one.trim()),
    heldBy: parseIds(cells.at(-1) ?? ''),
  };
};

const section = (heading: string): string[] => {
  const text = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');
  const lines = text.split('\n');
  const start = lines.indexOf(`## ${heading}`);
  if (start < 0) throw new Error(`docs/specification.md has no section ${heading}`);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  return end < 0 ? rest : rest.slice(0, end);
};

/** Every heading with a table below it. */
export const SECTIONS = [
  'Routes',
  'Rules of the routes',
  'Stores, session and envelope',
  'Signing in and out',
  'Who may',
  'How calls are made',
  'Calls',
  'Texts and numbers of the interface',
] as const;
export type Section = (typeof SECTIONS)[number];

/** The rows of a section's table, without its head. @throws when there is no such section */
export const listRows = (heading: Section): Row[] =>
  section(heading)
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map(parseRow);

/** Words in backticks, in their order. */
export const quoted = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
