import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtProgram, PROGRAMS_FILE } from '@yunbiao/contract/programs';
import type { BuiltProgram, ProgramTarget } from '@yunbiao/contract/programs';
import { restamp } from '@yunbiao/contract/program-stamp';
import { type Context, offerEverywhere } from '@yunbiao/services';
import { z } from 'zod';

/** Where `npm run agent:build` leaves what it made. */
export const PROGRAMS_FOLDER = fileURLToPath(new URL('../../agent/dist', import.meta.url));

const SYSTEMS: Readonly<
  Record<ProgramTarget, { platform: 'windows' | 'linux'; arch: string; requirement: string }>
> = {
  'windows-x64': { platform: 'windows', arch: 'x64', requirement: 'Windows 10 以上，64 位' },
  'linux-x64': {
    platform: 'linux',
    arch: 'x64',
    requirement: 'x64，glibc 2.28 以上（Debian 10、Ubuntu 20.04 起）',
  },
  'linux-arm64': {
    platform: 'linux',
    arch: 'ARM64',
    requirement: 'ARM64，glibc 2.28 以上（Debian 10、Ubuntu 20.04 起）',
  },
};

/**
 * The print clients that were built, each with its file there as it was left; none before there are any. What is not as
 * the list says, half a build or an edited file, is not among them.
 */
export const builtPrograms = (folder: string = PROGRAMS_FOLDER): BuiltProgram[] => {
  const list = join(folder, PROGRAMS_FILE);
  if (!existsSync(list)) return [];
  const found = z.array(builtProgram).safeParse(JSON.parse(readFileSync(list, 'utf8')));
  if (!found.success) return [];
  return found.data.filter(({ file, size }) => {
    const path = join(folder, file);
    return existsSync(path) && statSync(path).size === size;
  });
};

/** A built program as it is offered: with the address of the site it then belongs to. */
export type OfferedProgram = {
  version: string;
  platform: 'windows' | 'linux';
  arch: string;
  title: string;
  fileName: string;
  requirement: string;
  target: ProgramTarget;
  /** A hundred megabytes and more: read when it is stored, one at a time. */
  read: () => Uint8Array;
};

export const programsFor = (server: string, folder: string = PROGRAMS_FOLDER): OfferedProgram[] =>
  builtPrograms(folder).map(({ target, version, file }) => ({
    ...SYSTEMS[target],
    version,
    target,
    title: '打印客户端',
    fileName: file,
    read: () => restamp(readFileSync(join(folder, file)), { version, server }),
  }));

const NOTES =
  '一个文件，双击就能用：不用装别的，不用打开终端\n随电脑启动，出了问题自己再启动，可以在网站上更新';

/** Offers what was built on every software of the site that has not got it yet. Returns how many files were added. */
export const offerBuilt = async (
  ctx: Context,
  folder: string = PROGRAMS_FOLDER,
): Promise<number> => {
  let added = 0;
  for (const { read, ...input } of programsFor(ctx.settings.publicUrl, folder))
    added += await offerEverywhere({ ctx, input: { ...input, notes: NOTES }, content: read });
  return added;
};
