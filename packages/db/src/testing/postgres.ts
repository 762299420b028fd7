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
