import pg from 'pg';

const DEFAULT_POSTGRES = 'postgres://postgres@127.0.0.1:5432/postgres';

const answers = async (connectionString: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
};

/** The server tests may use: `TEST_DATABASE_URL`, or one on 127.0.0.1:5432 that trusts user postgres. */
export const findPostgres = async (): Promise<string | null> => {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return given;
  return (await answers(DEFAULT_POSTGRES)) ? DEFAULT_POSTGRES : null;
};

/** Runs one command on the server's own database. */
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
 * Where a test's database is. Its commits do not wait for the disk: nobody reads this data after a power cut, and the
 * waiting was most of the time such a suite took.
 */
export const testDatabaseUrl = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  // As PostgreSQL's own programs read it too: to them a plus is no space.
  url.search = `options=${encodeURIComponent('-c synchronous_commit=off')}`;
  return url.href;
};

/** All rows but those that say what was migrated, and where the numbers of new ones have got to. */
const EMPTY = `do $$
declare
  one record;
  has_rows boolean;
  is_full boolean;
begin
  -- A table goes empty once those that refer to it have. To truncate them would write all their files anew.
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

/** Makes a database that was used as it was after its migrations: in a sixth of the CPU a new one takes. */
export const emptyDatabase = (url: string): Promise<void> => onServer(url, EMPTY);
