import { type CreateTableBuilder, type Kysely, PostgresAdapter } from 'kysely';

/** Migrations see the tables as they were, not as today's schema types say. */
export type MigrationDb = Kysely<Record<string, Record<string, unknown>>>;

/** Names of columns by type, separated by spaces; a `?` allows null. `int` is 64 bit: ids, epoch ms, flags, hundredths. */
type Columns = { text?: string; int?: string };

const isPostgres = (db: MigrationDb): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

const splitNames = (list: string | undefined): string[] =>
  (list ?? '').split(/\s+/).filter(Boolean);

/** Starts a table with an identity key `id` that is never used twice. `keys` names the tables that columns refer to. */
export const table = (
  db: MigrationDb,
  name: string,
  columns: Columns,
  keys: Record<string, string> = {},
): CreateTableBuilder<string, string> => {
  let builder: CreateTableBuilder<string, string> = db.schema
    .createTable(name)
    .addColumn('id', isPostgres(db) ? 'bigint' : 'integer', (column) =>
      isPostgres(db)
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    );
  const add = (type: 'text' | 'bigint', written: string): void => {
    const column = written.replace('?', '');
    const target = keys[column];
    builder = builder.addColumn(column, type, (c) => {
      const typed = written.endsWith('?') ? c : c.notNull();
      return target ? typed.references(`${target}.id`) : typed;
    });
  };
  for (const written of splitNames(columns.text)) add('text', written);
  for (const written of splitNames(columns.int)) add('bigint', written);
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
