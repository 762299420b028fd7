import pg from 'pg';

const DEFAULT_POSTGRES = 'postgres://postgres@127.0.0.1:5432/postgres';

const isAnswering = async (connectionString: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
};

/**
 * The server for tests: `TEST_DATABASE_URL`, or one on 127.0.0.1:5432 that trusts user postgres.
 * Null when there is none.
 */
export const findPostgres = async (): Promise<string | null> => {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return given;
  return (await isAnswering(DEFAULT_POSTGRES)) ? DEFAULT_POSTGRES : null;
};

/** Runs one command on the server's default database. */
export const onServer = async (server: string, command: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
};

/**
 * URL of a test's database. Commits do not wait for the disk: test data need not survive a crash,
 * and the waits took most of a suite's time.
 */
export const testDatabaseUrl = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  // Encoded so that PostgreSQL's own programs accept it too: they do not read a plus as a space.
  url.search = `options=${encodeURIComponent('-c synchronous_commit=off')}`;
  return url.href;
};

/** Deletes all rows except the migration history, and resets the sequences. */
const EMPTY = `do $$
declare
  one record;
  has_rows boolean;
  is_full boolean;
begin
  -- A table goes empty once those that refer to it have. Truncating would rewrite all their files.
  for pass in 1..20 loop
    is_full := false;
    for one in select tablename from pg_tables
      where schemaname = 'public' and tablename not like 'kysely_migration%' loop
      execute format('select exists (select from %I)', one.tablename) into has_rows;
      continue when not has_rows;
      begin
        execute format('delete from %I', one.tablename);
      exception when foreign_key_violation then
        is_full := true;
      end;
    end loop;
    exit when not is_full;
  end loop;
  if is_full then
    raise exception 'some tables refer to each other: they cannot be emptied one by one';
  end if;
  for one in select sequencename from pg_sequences
    where schemaname = 'public' and last_value is not null loop
    perform setval(format('%I', one.sequencename), 1, false);
  end loop;
end $$`;

/**
 * Resets a used database to its state after the migrations: takes a sixth of the CPU time of a new
 * one.
 */
export const createEmptyDatabase = (url: string): Promise<void> => onServer(url, EMPTY);
