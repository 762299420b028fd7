import { onPostgres } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { listTables } from './old-data.ts';
import { readSnapshot } from './snapshots.ts';

/** `table.column` → whether it may be null, as the snapshot has it of SQLite. */
const listColumns = (): Map<string, boolean> =>
  new Map(
    [...readSnapshot('database')]
      .filter(([name]) => !name.includes(' ') && !name.startsWith('search_'))
      .map(([name, said]) => [name, / null\b/.test(said) && !/ not null\b/.test(said)]),
  );

onPostgres((open) => {
  it('PostgreSQL has the columns of the snapshot, null where SQLite has null', async () => {
    const db = await open();
    const known = new Set(await listTables(db));
    const tables = await db.kysely.introspection.getTables();
    const columns = tables
      .filter(({ name }) => known.has(name))
      .flatMap(({ name, columns: of }) =>
        of.map((column): [string, boolean] => [`${name}.${column.name}`, column.isNullable]),
      );
    const sort = (all: Iterable<[string, boolean]>) =>
      [...all].toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(sort(columns)).toEqual(sort(listColumns()));
  });
});
