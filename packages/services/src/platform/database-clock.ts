import { type Database, sql } from '@yunbiao/db';

/** Time of the database server, epoch ms; null for SQLite, which has the clock of this machine. */
export const readDatabaseClock = async ({ dialect, kysely }: Database): Promise<number | null> => {
  if (dialect === 'sqlite') return null;
  const { rows } = await sql<{ ms: number }>`select
    extract(epoch from clock_timestamp()) * 1000 as ms`.execute(kysely);
  return Number(rows[0]?.ms);
};
