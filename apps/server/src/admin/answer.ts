import { resolve } from 'node:path';
import {
  actingAs,
  expectClients,
  JSON_FIELDS,
  ServiceError,
  SETTABLE_FIELDS,
} from '@yunbiao/services';
import { ConfigError, folderOfCaller, getOperator, readConfig } from '../config.ts';
import { createContext } from '../create-context.ts';
import { createLog } from '../log.ts';
import { openExisting, UserError } from '../open-existing.ts';
import { databaseSentence } from '../start-failure.ts';
import { buildClient } from './client.ts';
import type { Outcome } from './outcome.ts';
import { type Command, parseCommand, UsageError } from './parse.ts';
import { runCommand } from './run.ts';
import { helpText, TYPED } from './usage.ts';

type Env = Readonly<Record<string, string | undefined>>;

export type Answer = {
  /** False: the text says why it was not done. */
  done: boolean;
  text: string;
  /** A running site is to see something new. */
  isChange: boolean;
};

type Asked = Exclude<Command, { name: 'help' }>;

const onSite = async (command: Asked, folder: string, env: Env): Promise<Outcome> => {
  const config = readConfig(env);
  const db = await openExisting(config);
  try {
    const context = createContext(config, db, createLog('warn'));
    await expectClients({ ctx: context });
    const ctx = actingAs(context, { kind: 'operator', user: getOperator(env) });
    return await runCommand(ctx, command, folder);
  } catch (error) {
    const sentence = databaseSentence(error, config);
    throw sentence === null ? error : new UserError(sentence, { cause: error });
  } finally {
    await db.close();
  }
};

/** An installed site has a script of its own for commands, which tells how it is typed (`deploy/yunbiao-admin`). */
const asTyped = (text: string, env: Env): string =>
  env['ADMIN_TYPED'] ? text.replaceAll(TYPED, env['ADMIN_TYPED']) : text;

const answered = async (args: readonly string[], env: Env): Promise<Answer> => {
  const command = parseCommand(args);
  if (command.name === 'help')
    return {
      done: true,
      text: asTyped(helpText(SETTABLE_FIELDS, JSON_FIELDS), env),
      isChange: false,
    };
  const folder = folderOfCaller(env);
  const {
    text,
    isChange,
    json,
    isDone = true,
  } = command.name === 'client build'
    ? await buildClient(resolve(folder, command.args[0] ?? ''))
    : await onSite(command, folder, env);
  return {
    done: isDone,
    text: command.json ? `${JSON.stringify(json, null, 2)}\n` : text,
    isChange,
  };
};

const isExpected = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof UserError ||
  error instanceof ServiceError ||
  error instanceof ConfigError;

/** A place inside a list or object is said before what is wrong there. */
const writeSentences = (error: Error): string[] => {
  const fields = error instanceof ServiceError ? Object.entries(error.data?.fields ?? {}) : [];
  if (fields.length === 0) return [error.message];
  return fields.map(([place, message]) => (place.includes('.') ? `${place}：${message}` : message));
};

/** Does what an operator typed after `npm run admin --`. Throws only what nobody expects. */
export const answer = async (args: readonly string[], env: Env): Promise<Answer> => {
  try {
    return await answered(args, env);
  } catch (error) {
    if (!isExpected(error)) throw error;
    return {
      done: false,
      text: asTyped(`${writeSentences(error).join('\n')}\n`, env),
      isChange: false,
    };
  }
};
