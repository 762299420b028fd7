import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** A row of docs/specification.md: its cells without the last one, which contains the ids of its tests (`heldBy`). */
export type Row = { cells: string[]; heldBy: string[] };

const parseIds = (cell: string): string[] =>
  cell
    .split(',')
    .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1'))
    .filter((id) => id !== '');

const parseRow = (line: string): Row => {
  const cells = line.split('|').slice(1, -1);
  return {
    cells: cells.slice(0, -1).map((cell) => cell.trim()),
    heldBy: parseIds(cells.at(-1) ?? ''),
  };
};

const readSectionLines = (heading: string): string[] => {
  const text = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');
  const lines = text.split('\n');
  const start = lines.indexOf(`## ${heading}`);
  if (start < 0) throw new Error(`docs/specification.md has no section ${heading}`);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  return end < 0 ? rest : rest.slice(0, end);
};

/** Headings of all sections with a table. */
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

/**
 * Rows of a section's table, without its header.
 * @throws when there is no such section
 */
export const listRows = (heading: Section): Row[] =>
  readSectionLines(heading)
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map(parseRow);

/** Words in backticks, in their order. */
export const listQuotedWords = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
