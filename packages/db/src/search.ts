import { type Expression, type SqlBool, sql } from 'kysely';

/**
 * LIKE pattern for texts that contain `text`; `%` and `_` are escaped. For {@link buildContainsCondition}.
 */
export const buildLikePattern = (text: string): string =>
  `%${text.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;

/**
 * Whether `column` contains the text of {@link buildLikePattern}, ignoring case to the extent the engine
 * supports it. The engine lowercases both sides, because JavaScript lowercases letters that SQLite
 * does not.
 */
export const buildContainsCondition = (
  column: Expression<unknown>,
  part: string,
): Expression<SqlBool> => sql<SqlBool>`lower(${column}) like lower(${part}) escape '\\'`;
