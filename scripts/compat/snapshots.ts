import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectActions } from './collect-actions.ts';
import { collectApi } from './collect-api.ts';
import { collectBackup } from './collect-backup.ts';
import { collectBrowser } from './collect-browser.ts';
import { collectCommands } from './collect-commands.ts';
import { collectDatabase, collectMigrations } from './collect-database.ts';
import { collectGateway } from './collect-gateway.ts';
import { collectLedger } from './collect-ledger.ts';
import { collectMetrics } from './collect-metrics.ts';
import { collectPages } from './collect-pages.ts';
import { collectPromises } from './collect-promises.ts';
import { collectSettings } from './collect-settings.ts';
import { collectTemplate } from './collect-template.ts';
import { collectWebhooks } from './collect-webhooks.ts';
import { type Collected, type Entries, formatEntries, parseEntries } from './entries.ts';
import { ROOT } from './sources.ts';

/** `dataDir`: data folder with a migrated database. */
export const COLLECTORS: Readonly<
  Record<string, (dataDir: string) => Collected | Promise<Collected>>
> = {
  actions: collectActions,
  api: collectApi,
  backup: collectBackup,
  browser: collectBrowser,
  commands: collectCommands,
  database: collectDatabase,
  gateway: collectGateway,
  ledger: collectLedger,
  metrics: collectMetrics,
  migrations: collectMigrations,
  pages: collectPages,
  promises: collectPromises,
  settings: collectSettings,
  template: collectTemplate,
  webhooks: collectWebhooks,
};

const FOLDER = join(ROOT, 'compat/snapshots');

const getSnapshotPath = (name: string): string => join(FOLDER, `${name}.txt`);

/** Entries of a stored snapshot; empty when it does not exist yet. */
export const readSnapshot = (name: string): Entries => {
  try {
    return parseEntries(readFileSync(getSnapshotPath(name), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map();
    throw error;
  }
};

export const writeSnapshot = (name: string, entries: Entries): void => {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(getSnapshotPath(name), formatEntries(entries));
};
