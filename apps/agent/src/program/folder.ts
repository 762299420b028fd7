import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { toUserErrorOrNull } from '../errors.ts';
import { writeAtomically } from '../settings.ts';

/** Paths of an installed print client in its home. */
export type ProgramPaths = {
  path: string;
  /** The program that starts with the system. It has started successfully before. */
  current: string;
  /** The previous program. */
  previous: string;
  /** A newer program whose start must be tested. */
  next: string;
  /** Partial download of a newer program. */
  part: string;
  logs: string;
};

const SUFFIX = process.platform === 'win32' ? '.exe' : '';

export const getProgramPaths = (home: string): ProgramPaths => {
  const path = join(home, 'program');
  const toProgramPath = (name: string): string => join(path, `${name}${SUFFIX}`);
  return {
    path,
    current: toProgramPath('yunbiao-agent'),
    previous: toProgramPath('yunbiao-agent-previous'),
    next: toProgramPath('yunbiao-agent-next'),
    part: join(path, 'next.part'),
    logs: join(home, 'logs'),
  };
};

/**
 * Creates access to a small JSON file in the program's folder. An unreadable file counts as
 * missing.
 */
export const createJsonFileAccess = <T>(name: string, schema: z.ZodType<T>) => {
  const getJsonFilePath = (home: string): string => join(getProgramPaths(home).path, name);
  return {
    read: (home: string): T | null => {
      try {
        return schema.parse(JSON.parse(readFileSync(getJsonFilePath(home), 'utf8')));
      } catch {
        return null;
      }
    },
    write: (home: string, value: T): void => {
      mkdirSync(getProgramPaths(home).path, { recursive: true, mode: 0o700 });
      writeAtomically(getJsonFilePath(home), `${JSON.stringify(value)}\n`);
    },
    remove: (home: string): void => {
      try {
        rmSync(getJsonFilePath(home), { force: true });
      } catch (error) {
        throw toUserErrorOrNull(error, getJsonFilePath(home)) ?? error;
      }
    },
  };
};

/** Options chosen by the user. */
const options = z.object({
  /** Whether to install newer versions automatically. */
  updates: z.enum(['ask', 'auto']).default('ask'),
  /** Whether to start with the system; null when not chosen: enabled after the pairing. */
  startup: z.boolean().nullable().default(null),
  /** A version that failed to start. It is not installed automatically again. */
  refused: z.string().default(''),
});
export type Options = z.output<typeof options>;

const optionsFile = createJsonFileAccess('options.json', options);

export const readProgramOptions = (home: string): Options =>
  optionsFile.read(home) ?? { updates: 'ask', startup: null, refused: '' };

export const updateProgramOptions = (home: string, change: Partial<Options>): void =>
  optionsFile.write(home, { ...readProgramOptions(home), ...change });
