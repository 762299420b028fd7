import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  PostgresAdapter,
} from 'kysely';

/** Migrations see the tables as they were, not as today's schema types say. */
export type MigrationDb = Kysely<Record<string, Record<string, unknown>>>;

type Kind = 'int' | 'int?' | 'text' | 'text?';
type Column = Kind | ((column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder);

const isPostgres = (db: MigrationDb): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Starts a table with an identity key `id` that is never used twice, and the given columns: `int` is 64 bit (ids,
 * epoch ms, flags, hundredths of mm), a `?` allows null. `keys` names the tables that columns refer to.
 */
export const table = (
  db: MigrationDb,
  name: string,
  columns: Record<string, Kind>,
  keys: Record<string, string> = {},
): CreateTableBuilder<string, string> => {
  let builder: CreateTableBuilder<string, string> = db.schema
    .createTable(name)
    .addColumn('id', isPostgres(db) ? 'bigint' : 'integer', (column) =>
      isPostgres(db)
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    );
  for (const [column, kind] of Object.entries(columns)) {
    const target = keys[column];
    const define: Exclude<Column, Kind> = (c) => {
      const typed = kind.endsWith('?') ? c : c.notNull();
      return target ? typed.references(`${target}.id`) : typed;
    };
    builder = builder.addColumn(column, kind.startsWith('int') ? 'bigint' : 'text', define);
  }
  return builder;
};

/** A lookup index named after its table and columns. */
export const index = async (
  db: MigrationDb,
  on: string,
  columns: string[],
  unique: 'unique' | 'plain' = 'plain',
): Promise<void> => {
  const builder = db.schema
    .createIndex(`${on}_${columns.join('_')}`)
    .on(on)
    .columns(columns);
  await (unique === 'unique' ? builder.unique() : builder).execute();
};
