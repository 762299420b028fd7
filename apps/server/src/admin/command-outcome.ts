import type { Context } from '@yunbiao/services';
import { formatColumns, measureTerminalWidth } from '../report/columns.ts';

/**
 * Result of a command. `isChange`: a running site has to reload content. `json`: the listed data
 * for `--json`. `isDone` false: a check found problems. `isReport`: what it found is the result.
 */
export type Outcome = {
  text: string;
  isChange: boolean;
  json?: unknown;
  isDone?: boolean;
  isReport?: boolean;
};

/** Runs one command. File names are relative to `folder`. */
export type RunCommand = (
  ctx: Context,
  args: readonly [string, string, string],
  input: { flags: Readonly<Record<string, string>>; folder: string },
) => Promise<Outcome>;

export const createChangeOutcome = (text: string): Outcome => ({
  text: `${text}\n`,
  isChange: true,
});

/** Reports a text for a command that changed nothing. */
export const createTextOutcome = (text: string, json?: unknown): Outcome => ({
  text,
  isChange: false,
  ...(json === undefined ? {} : { json }),
});

type Rows = readonly (readonly string[])[];

/**
 * Reports a list, one row each, with headings above aligned columns. `json` holds the same data for
 * other programs.
 */
export const reportTable = (
  rows: Rows,
  emptyText: string,
  {
    headings,
    json,
    moreHint,
  }: { headings?: readonly string[]; json?: unknown; moreHint?: string | null } = {},
): Outcome => {
  const body = formatColumns(headings ? [headings, ...rows] : rows);
  const hint = moreHint ? `${moreHint}\n` : '';
  return createTextOutcome(rows.length === 0 ? `${emptyText}\n` : body + hint, json ?? rows);
};

/** Formats several lists, each under its title. */
export const formatSections = (
  parts: readonly { title: string; rows: Rows; nothing: string }[],
): string =>
  parts
    .map(({ title, rows, nothing }) => {
      const line = '-'.repeat(measureTerminalWidth(title));
      return `${title}\n${line}\n${rows.length === 0 ? `${nothing}\n` : formatColumns(rows)}`;
    })
    .join('\n');

/** Tells how to list the next page. Returns null when the list was not full. */
export const formatNextPageHint = (
  list: readonly unknown[],
  limit: number,
  lastId: string | undefined,
): string | null =>
  list.length < limit || lastId === undefined
    ? null
    : `只列了 ${limit} 条，往前看加 --before ${lastId}`;
