import { type Expression, type RawBuilder, sql } from 'kysely';
import { dialectOf } from './database.ts';
import type { Executor } from './transaction.ts';

/** A number in a column that holds a JSON object: read where it lies, since a long text takes longest to carry over. */
export const jsonNumber = (
  executor: Executor,
  column: Expression<string>,
  key: string,
): RawBuilder<number> =>
  dialectOf(executor) === 'postgres'
    ? sql<number>`(${column}::json ->> ${sql.lit(key)})::float8`
    : sql<number>`json_extract(${column}, ${sql.lit(`$.${key}`)})`;
