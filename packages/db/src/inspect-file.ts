import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';

const queryFirstColumn = (database: DatabaseSync, query: string): string[] =>
  database
    .prepare(query)
    .all()
    .map((row) => String(Object.values(row)[0]));

/**
 * Reads an SQLite file that no process has open: returns the problems of its integrity check, and
 * the names of the migrations that have run on it. Creates no further file.
 * @throws SQLite's error if it is no database
 */
export const inspectSqliteFile = (
  filename: string,
): { problems: string[]; migrations: string[] } => {
  const url = pathToFileURL(filename);
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true });
  try {
    const problems = queryFirstColumn(database, 'pragma integrity_check(20)');
    return {
      problems: problems.filter((text) => text !== 'ok'),
      migrations: queryFirstColumn(
        database,
        `select name from ${DEFAULT_MIGRATION_TABLE} order by name`,
      ),
    };
  } finally {
    database.close();
  }
};
