import { randomBytes } from 'node:crypto';
import pg from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;

const runCommandOnPostgres = async (databaseUrl: string, command: string): Promise<void> => {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
};

/**
 * Creates an empty PostgreSQL database beside the given one, runs `work` with its URL and drops it.
 * Rejects with code 42501 if the user may not create databases.
 */
export const withScratchDatabase = async <T>(
  databaseUrl: string,
  work: (url: string) => Promise<T>,
): Promise<T> => {
  const name = `yunbiao_drill_${randomBytes(6).toString('hex')}`;
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  await runCommandOnPostgres(
    databaseUrl,
    `create database ${name} template template0 encoding 'UTF8'`,
  );
  try {
    return await work(url.href);
  } finally {
    await runCommandOnPostgres(databaseUrl, `drop database if exists ${name} with (force)`);
  }
};
