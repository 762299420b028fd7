import type { Context } from '@yunbiao/services';

/** What was done: a sentence, and whether a running site has to see it. */
export type Outcome = { text: string; isChange: boolean };

/** A command at work; files are named from `folder`. */
export type Run = (
  ctx: Context,
  args: readonly [string, string, string],
  given: { flags: Readonly<Record<string, string>>; folder: string },
) => Promise<Outcome>;

/** Something was changed. */
export const done = (text: string): Outcome => ({ text: `${text}\n`, isChange: true });

/** Something was listed. */
export const table = (rows: readonly (readonly string[])[], nothing: string): Outcome => ({
  text: rows.length === 0 ? `${nothing}\n` : rows.map((row) => `${row.join('\t')}\n`).join(''),
  isChange: false,
});
