import { resolve } from 'node:path';
import {
  copyContextWithActor,
  createClientPresence,
  JSON_FIELDS,
  ServiceError,
  SETTABLE_FIELDS,
} from '@yunbiao/services';
import {
  ConfigError,
  resolveCallerFolder,
  getOperatorUserName,
  readConfig,
} from '../config/config.ts';
import { createServiceContext } from '../startup/create-context.ts';
import { createLog } from '../log.ts';
import { openExistingDatabase, UserError } from '../startup/open-existing-database.ts';
import { describeDatabaseError } from '../startup/start-failure.ts';
import { writeClientPackagesToFolder } from './client.ts';
import { answerDoctor } from './doctor/doctor.ts';
import type { Outcome } from './command-outcome.ts';
import { type Command, parseCommand, UsageError } from './parse.ts';
import { runAdminCommand } from './run.ts';
import { formatHelp, COMMAND_PREFIX } from './usage.ts';

type Env = Readonly<Record<string, string | undefined>>;

export type Answer = {
  /** When false, `text` states why the command failed, or is the report of a check that failed. */
  done: boolean;
  isReport?: boolean;
  text: string;
  /** A running site must reload content because of this command. */
  isChange: boolean;
};

type SiteCommand = Exclude<Command, { name: 'help' }>;

const openDatabaseAndRunCommand = async (
  command: SiteCommand,
  folder: string,
  env: Env,
): Promise<Outcome> => {
  const config = readConfig(env);
  const db = await openExistingDatabase(config);
  try {
    const context = {
      ...createServiceContext(config, db, createLog('warn')),
      // The processes that clients are connected to are not this one, and may be alive.
      presence: createClientPresence({ locateNode: () => 'elsewhere' }),
    };
    const ctx = copyContextWithActor(context, { kind: 'operator', user: getOperatorUserName(env) });
    return await runAdminCommand(ctx, command, folder);
  } catch (error) {
    const sentence = describeDatabaseError(error, config);
    throw sentence === null ? error : new UserError(sentence, { cause: error });
  } finally {
    await db.close();
  }
};

/**
 * An installed site runs commands through its own script (`deploy/yunbiao-admin`), which passes its
 * command prefix in `ADMIN_TYPED`.
 */
const showInstalledCommandPrefix = (text: string, env: Env): string =>
  env['ADMIN_TYPED'] ? text.replaceAll(COMMAND_PREFIX, env['ADMIN_TYPED']) : text;

/** Runs a command on the site's data. Two commands need no site that can be opened. */
const runSiteCommand = (command: SiteCommand, folder: string, env: Env): Promise<Outcome> => {
  switch (command.name) {
    case 'client build':
      return writeClientPackagesToFolder(resolve(folder, command.args[0] ?? ''));
    case 'doctor':
      return answerDoctor({ env, folder, backups: command.flags['backups'] });
    default:
      return openDatabaseAndRunCommand(command, folder, env);
  }
};

const parseAndRunCommand = async (args: readonly string[], env: Env): Promise<Answer> => {
  const command = parseCommand(args);
  if (command.name === 'help')
    return {
      done: true,
      text: showInstalledCommandPrefix(formatHelp(SETTABLE_FIELDS, JSON_FIELDS), env),
      isChange: false,
    };
  const folder = resolveCallerFolder(env);
  const {
    text,
    isChange,
    json,
    isDone = true,
    isReport = false,
  } = await runSiteCommand(command, folder, env);
  return {
    done: isDone,
    isReport,
    text: command.json ? `${JSON.stringify(json, null, 2)}\n` : text,
    isChange,
  };
};

const isExpectedAdminError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof UserError ||
  error instanceof ServiceError ||
  error instanceof ConfigError;

/**
 * Lists the messages of an error. For a field inside a list or object, the path precedes the
 * message.
 */
const listErrorMessages = (error: Error): string[] => {
  const fields = error instanceof ServiceError ? Object.entries(error.data?.fields ?? {}) : [];
  if (fields.length === 0) return [error.message];
  return fields.map(([place, message]) => (place.includes('.') ? `${place}：${message}` : message));
};

/** Runs the arguments that follow `npm run admin --`. Throws only unexpected errors. */
export const answerAdminCommand = async (args: readonly string[], env: Env): Promise<Answer> => {
  try {
    return await parseAndRunCommand(args, env);
  } catch (error) {
    if (!isExpectedAdminError(error)) throw error;
    return {
      done: false,
      text: showInstalledCommandPrefix(`${listErrorMessages(error).join('\n')}\n`, env),
      isChange: false,
    };
  }
};
