import { getRawAsset, isSea } from 'node:sea';
import { decodeStamp } from '@yunbiao/contract/program-stamp';
import type { Stamp } from '@yunbiao/contract/program-stamp';
import { PROGRAM_TARGETS } from '@yunbiao/contract/programs';
import type { ProgramTarget } from '@yunbiao/contract/programs';

/** Version of this source tree. */
export const SOURCE_VERSION = '0.1.0';

/** Whether this is the program that people install, not the source run by Node. */
export const IS_PROGRAM: boolean = isSea();

/**
 * What Node is told of its heap: young objects in one MB of two, not in sixteen of 32. A client that prints a label now
 * and then would keep those for ever. The program carries it; `npm run agent` says it in package.json.
 */
export const HEAP_FLAGS = ['--max-semi-space-size=1'] as const;

/**
 * A file that travels inside the program, by its name there; `stamp`, `fonts/400/00.ttf`, `koffi.node`. It is memory of
 * the program's own and must not be written to. @throws when there is none, or this is no program
 */
export const programAsset = (name: string): Uint8Array => new Uint8Array(getRawAsset(name));

const STAMP: Stamp | null = IS_PROGRAM ? decodeStamp(programAsset('stamp')) : null;

const SYSTEMS: Readonly<Record<string, string>> = { win32: 'windows', linux: 'linux' };

/** The program this is, as the site offers it; null when it is the source. */
export const OWN_TARGET: ProgramTarget | null =
  PROGRAM_TARGETS.find(
    (one) => IS_PROGRAM && one === `${SYSTEMS[process.platform]}-${process.arch}`,
  ) ?? null;

/** Version of the print client, which it tells the site. */
export const AGENT_VERSION: string = STAMP?.version ?? SOURCE_VERSION;

/** The site that offered this program; '' when it does not know. */
export const STAMPED_SERVER: string = STAMP?.server ?? '';

const SOURCE_COMMAND = /npm run agent(?: -- )?/g;

const plain = /^[\w./\\:-]+$/;

/** Texts name commands as the source knows them; whoever has the program is told how they are typed there. */
export const inOwnWords = (text: string): string => {
  if (!IS_PROGRAM) return text;
  const { execPath } = process;
  const program = plain.test(execPath) ? execPath : `"${execPath}"`;
  return text.replace(SOURCE_COMMAND, (found) => (found.endsWith(' ') ? `${program} ` : program));
};
