import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { JSON_FIELDS, ServiceError, SETTABLE_FIELDS } from '@yunbiao/services';
import { ConfigError, folderOfCaller, operatorOf, readConfig } from '../config.ts';
import { createContext } from '../create-context.ts';
import { createLog } from '../log.ts';
import { openExisting, UserError } from '../open-existing.ts';
import { keepFilesPrivate } from '../private-files.ts';
import { buildClient } from './client.ts';
import type { Outcome } from './outcome.ts';
import { type Command, parseCommand, UsageError } from './parse.ts';
import { runCommand } from './run.ts';
import { helpText } from './usage.ts';

/** A running site polls for changed content every second; the rest is for a busy machine. */
const SEEN_WITHIN_MS = 1_500;

type Asked = Exclude<Command, { name: 'help' }>;

const onSite = async (command: Asked, folder: string): Promise<Outcome> => {
  const config = readConfig(process.env);
  const db = await openExisting(config);
  try {
    const operator = { user: operatorOf(process.env) };
    const ctx = { ...createContext(config, db, createLog('warn')), operator };
    return await runCommand(ctx, command, folder);
  } finally {
    await db.close();
  }
};

const main = async (): Promise<void> => {
  const command = parseCommand(process.argv.slice(2));
  if (command.name === 'help') {
    process.stdout.write(helpText(SETTABLE_FIELDS, JSON_FIELDS));
    return;
  }
  const folder = folderOfCaller(process.env);
  const { text, isChange, json } =
    command.name === 'client build'
      ? await buildClient(resolve(folder, command.args[0] ?? ''))
      : await onSite(command, folder);
  process.stdout.write(command.json ? `${JSON.stringify(json, null, 2)}\n` : text);
  if (isChange) {
    process.stdout.write('等一两秒，让正在运行的网站看到……');
    await sleep(SEEN_WITHIN_MS);
    process.stdout.write('好了\n');
  }
};

const isExpected = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof UserError ||
  error instanceof ServiceError ||
  error instanceof ConfigError;

/** A place inside a list or object is said before what is wrong there. */
const sentencesOf = (error: Error): string[] => {
  const fields = error instanceof ServiceError ? Object.entries(error.data?.fields ?? {}) : [];
  if (fields.length === 0) return [error.message];
  return fields.map(([place, message]) => (place.includes('.') ? `${place}：${message}` : message));
};

keepFilesPrivate();
try {
  await main();
} catch (error) {
  if (isExpected(error)) process.stderr.write(`${sentencesOf(error).join('\n')}\n`);
  else console.error(error);
  process.exitCode = 1;
}
