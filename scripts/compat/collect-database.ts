import { readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { getDatabaseFile } from '@yunbiao/db';
import { join } from 'node:path';
import type { Entries } from './entries.ts';
import { ROOT } from './sources.ts';

type Row = Record<string, unknown>;

const selectRows = (db: DatabaseSync, query: string, ...values: string[]): Row[] =>
  db.prepare(query).all(...values);

const formatColumn = (column: Row, target: string | undefined): string =>
  [
    String(column['type']),
    column['pk'] === 0 ? (column['notnull'] === 1 ? 'not null' : 'null') : 'primary key',
    column['dflt_value'] === null ? '' : `default ${String(column['dflt_value'])}`,
    target === undefined ? '' : `references ${target}`,
  ]
    .filter(Boolean)
    .join(' ');

const listColumns = (db: DatabaseSync, table: string): [string, string][] => {
  const targets = new Map(
    selectRows(db, 'select * from pragma_foreign_key_list(?)', table).map((key) => [
      key['from'],
      `${String(key['table'])}.${String(key['to'])}`,
    ]),
  );
  return selectRows(db, 'select * from pragma_table_info(?)', table).map((column) => [
    `${table}.${String(column['name'])}`,
    formatColumn(column, targets.get(column['name'])),
  ]);
};

/** Unique indexes by their columns. Index names do not count. */
const listUniqueIndexes = (db: DatabaseSync, table: string): [string, string][] =>
  selectRows(db, 'select * from pragma_index_list(?) where "unique" = 1', table)
    .filter(({ origin }) => origin !== 'pk')
    .map(({ name, partial }) => {
      const columns = selectRows(db, 'select * from pragma_index_info(?)', String(name));
      const [definition] = selectRows(
        db,
        'select sql from sqlite_master where name = ?',
        String(name),
      );
      const definitionSql = String(definition?.['sql'] ?? '');
      const names = columns.map((column) => String(column['name'] ?? 'expression')).join(', ');
      const condition = partial === 1 ? (/\bwhere\b.*$/is.exec(definitionSql)?.[0] ?? '') : '';
      return [`${table} unique (${names})`, condition.replaceAll(/\s+/g, ' ')];
    });

/** Tables of the migrated schema, without those of SQLite's full-text search and of the migrator. */
export const collectDatabase = (dataDir: string): Entries => {
  const db = new DatabaseSync(getDatabaseFile(dataDir), { readOnly: true });
  try {
    const tables = selectRows(
      db,
      "select name from pragma_table_list where schema = 'main' and type = 'table' order by name",
    )
      .map(({ name }) => String(name))
      .filter((name) => !/^(sqlite|kysely)_/.test(name));
    return new Map(
      tables.flatMap((table) => [...listColumns(db, table), ...listUniqueIndexes(db, table)]),
    );
  } finally {
    db.close();
  }
};

/** Names of the migrations. A renamed migration would run again. */
export const collectMigrations = (): string[] =>
  readdirSync(join(ROOT, 'packages/db/src/migrations'))
    .filter((name) => /^\d{4}-.*\.ts$/.test(name))
    .map((name) => name.replace('.ts', ''));
