import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { findPostgres, onServer, testDatabaseUrl } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated database to copy for each suite; null without a PostgreSQL server. */
    postgresTemplate: string | null;
  }
}

let drop = (): Promise<void> => Promise.resolve();

/** Migrates one PostgreSQL database for the whole run: a copy takes a tenth of the time. */
export const setup = async (project: TestProject): Promise<void> => {
  const server = await findPostgres();
  if (server === null) return project.provide('postgresTemplate', null);
  const name = `yb_template_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  drop = () => onServer(server, `drop database if exists ${name} with (force)`);
  const db = openDatabase({ databaseUrl: testDatabaseUrl(server, name) });
  await migrate(db);
  await db.close();
  project.provide('postgresTemplate', name);
};

export const teardown = (): Promise<void> => drop();
