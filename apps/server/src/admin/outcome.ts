import type { Context } from '@yunbiao/services';
import { inColumns, getWidth } from './columns.ts';

/** What was done (`isDone` false: it was looked for and found wanting): a sentence, whether a running site has to see it, and for `--json` what was listed. */
export type Outcome = { text: string; isChange: boolean; json?: unknown; isDone?: boolean };

/** A command at work; files are named from `folder`. */
export type Run = (
  ctx: Context,
  args: readonly [string, string, string],
  given: { flags: Readonly<Record<string, string>>; folder: string },
) => Promise<Outcome>;

/** Something was changed. */
export const done = (text: string): Outcome => ({ text: `${text}\n`, isChange: true });

/** Something is told; nothing was changed. */
export const told = (text: string, json?: unknown): Outcome => ({
  text,
  isChange: false,
  ...(json === undefined ? {} : { json }),
});

type Rows = readonly (readonly string[])[];

/** Something was listed, one row each: headings above, columns in line. `json` is the same for other programs. */
export const table = (
  rows: Rows,
  nothing: string,
  { heads, json, more }: { heads?: readonly string[]; json?: unknown; more?: string | null } = {},
): Outcome => {
  const body = inColumns(heads ? [heads, ...rows] : rows);
  const rest = more ? `${more}\n` : '';
  return told(rows.length === 0 ? `${nothing}\n` : body + rest, json ?? rows);
};

/** Several lists of one thing, each under its title. */
export const sections = (
  parts: readonly { title: string; rows: Rows; nothing: string }[],
): string =>
  parts
    .map(({ title, rows, nothing }) => {
      const line = '-'.repeat(getWidth(title));
      return `${title}\n${line}\n${rows.length === 0 ? `${nothing}\n` : inColumns(rows)}`;
    })
    .join('\n');

/** How to see what comes after a full list; null when it was not full. */
export const moreHint = (
  list: readonly unknown[],
  most: number,
  last: string | undefined,
): string | null =>
  list.length < most || last === undefined ? null : `只列了 ${most} 条，往前看加 --before ${last}`;
