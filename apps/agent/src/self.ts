import { getRawAsset, isSea } from 'node:sea';
import { decodeStamp } from '@yunbiao/contract/gateway/program-stamp';
import type { Stamp } from '@yunbiao/contract/gateway/program-stamp';
import { PROGRAM_TARGETS } from '@yunbiao/contract/gateway/programs';
import type { ProgramTarget } from '@yunbiao/contract/gateway/programs';

export const SOURCE_VERSION = '0.1.0';

/** Whether this is the installable program, not the source run by Node. */
export const IS_PROGRAM: boolean = isSea();

/**
 * Heap flags for Node: semi-spaces of 1 MB instead of 16 MB. A client that rarely prints would keep
 * the larger ones forever. The program contains the flags; `npm run agent` sets them in
 * package.json.
 */
export const HEAP_FLAGS = ['--max-semi-space-size=1'] as const;

/**
 * Returns an asset of the program by name: `stamp`, `fonts/400/00.ttf`, `koffi.node`. The memory is
 * read-only. Throws when it does not exist, or this is not the program.
 */
export const readProgramAsset = (name: string): Uint8Array => new Uint8Array(getRawAsset(name));

const STAMP: Stamp | null = IS_PROGRAM ? decodeStamp(readProgramAsset('stamp')) : null;

const SYSTEMS: Readonly<Record<string, string>> = { win32: 'windows', linux: 'linux' };

/** This program's target as the site offers it; null for the source. */
export const OWN_TARGET: ProgramTarget | null =
  PROGRAM_TARGETS.find(
    (platform) => IS_PROGRAM && platform === `${SYSTEMS[process.platform]}-${process.arch}`,
  ) ?? null;

/** Version of the print client that is reported to the site. */
export const AGENT_VERSION: string = STAMP?.version ?? SOURCE_VERSION;

/** The site that offered this program; '' when unknown. */
export const STAMPED_SERVER: string = STAMP?.server ?? '';

const SOURCE_COMMAND = /npm run agent(?: -- )?/g;

const plainPath = /^[\w./\\:-]+$/;

/** Rewrites commands in texts from the source's notation to the program's. */
export const replaceNpmCommandsByProgram = (text: string): string => {
  if (!IS_PROGRAM) return text;
  const { execPath } = process;
  const program = plainPath.test(execPath) ? execPath : `"${execPath}"`;
  return text.replace(SOURCE_COMMAND, (match) => (match.endsWith(' ') ? `${program} ` : program));
};
