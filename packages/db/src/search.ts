import { type Expression, type SqlBool, sql } from 'kysely';

/** A pattern of what contains the text: `%` and `_` in it are themselves. For {@link holds}. */
export const getPart = (text: string): string =>
  `%${text.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;

/**
 * Whether `column` contains the text behind {@link getPart}, letters compared without case as far as the engine knows
 * them. Both sides are folded by the engine: JavaScript folds letters SQLite does not.
 */
export const holds = (column: Expression<unknown>, part: string): Expression<SqlBool> =>
  sql<SqlBool>`lower(${column}) like lower(${part}) escape '\\'`;
