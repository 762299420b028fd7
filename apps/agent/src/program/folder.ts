import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { explain } from '../errors.ts';
import { writeWhole } from '../settings.ts';

/** Where an installed print client lies, in its home. */
export type Folder = {
  path: string;
  /** The program that starts with the machine: always one that has come up before. */
  current: string;
  /** The one before it. */
  previous: string;
  /** A newer one that has to show that it comes up. */
  next: string;
  /** What there is of a newer one. */
  part: string;
  logs: string;
};

const SUFFIX = process.platform === 'win32' ? '.exe' : '';

export const getFolder = (home: string): Folder => {
  const path = join(home, 'program');
  const named = (name: string): string => join(path, `${name}${SUFFIX}`);
  return {
    path,
    current: named('yunbiao-agent'),
    previous: named('yunbiao-agent-previous'),
    next: named('yunbiao-agent-next'),
    part: join(path, 'next.part'),
    logs: join(home, 'logs'),
  };
};

/** A small file of JSON in the program's folder; what cannot be read counts as not there. */
export const jsonFile = <T>(name: string, schema: z.ZodType<T>) => {
  const getPath = (home: string): string => join(getFolder(home).path, name);
  return {
    read: (home: string): T | null => {
      try {
        return schema.parse(JSON.parse(readFileSync(getPath(home), 'utf8')));
      } catch {
        return null;
      }
    },
    write: (home: string, value: T): void => {
      mkdirSync(getFolder(home).path, { recursive: true, mode: 0o700 });
      writeWhole(getPath(home), `${JSON.stringify(value)}\n`);
    },
    remove: (home: string): void => {
      try {
        rmSync(getPath(home), { force: true });
      } catch (error) {
        throw explain(error, getPath(home)) ?? error;
      }
    },
  };
};

/** What its owner chose. */
const options = z.object({
  /** Whether a newer version is taken by itself. */
  updates: z.enum(['ask', 'auto']).default('ask'),
  /** Whether it starts with the machine; not said yet is null: it does once it is paired. */
  startup: z.boolean().nullable().default(null),
  /** A version that did not come up here: it is not taken by itself again. */
  refused: z.string().default(''),
});
export type Options = z.output<typeof options>;

const optionsFile = jsonFile('options.json', options);

export const readOptions = (home: string): Options =>
  optionsFile.read(home) ?? { updates: 'ask', startup: null, refused: '' };

export const changeOptions = (home: string, change: Partial<Options>): void =>
  optionsFile.write(home, { ...readOptions(home), ...change });
