import { type Expression, type SqlBool, sql } from 'kysely';

/** Whether `column` contains the text, letters compared without case; `%` and `_` are themselves. */
export const contains = (column: Expression<unknown>, text: string): Expression<SqlBool> => {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  return sql<SqlBool>`lower(${column}) like ${pattern} escape '\\'`;
};
