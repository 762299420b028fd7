import { setTimeout as sleep } from 'node:timers/promises';
import { JSON_FIELDS, ServiceError, SETTABLE_FIELDS } from '@yunbiao/services';
import { ConfigError, folderOfCaller, readConfig } from '../config.ts';
import { createContext } from '../create-context.ts';
import { createLog } from '../log.ts';
import { openExisting, UserError } from '../open-existing.ts';
import { keepFilesPrivate } from '../private-files.ts';
import { parseCommand, UsageError } from './parse.ts';
import { runCommand } from './run.ts';
import { helpText } from './usage.ts';

/** A running site polls for changed content every second; the rest is for a busy machine. */
const SEEN_WITHIN_MS = 1_500;

const main = async (): Promise<void> => {
  const command = parseCommand(process.argv.slice(2));
  const config = readConfig(process.env);
  const log = createLog('warn');
  if (command.name === 'help') {
    process.stdout.write(helpText(SETTABLE_FIELDS, JSON_FIELDS));
    return;
  }
  const db = await openExisting(config);
  try {
    const ctx = createContext(config, db, log);
    const { text, isChange } = await runCommand(ctx, command, folderOfCaller(process.env));
    process.stdout.write(text);
    if (isChange) {
      process.stdout.write('等一两秒，让正在运行的网站看到……');
      await sleep(SEEN_WITHIN_MS);
      process.stdout.write('好了\n');
    }
  } finally {
    await db.close();
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
