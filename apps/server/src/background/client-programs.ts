import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtProgram, PROGRAMS_FILE } from '@yunbiao/contract/gateway/programs';
import type { BuiltProgram, ProgramTarget } from '@yunbiao/contract/gateway/programs';
import { replaceStamp } from '@yunbiao/contract/gateway/program-stamp';
import { type Context, addDownloadToOnlineSoftwares } from '@yunbiao/services';
import { z } from 'zod';

/** Output folder of `npm run agent:build`. */
export const PROGRAMS_FOLDER = fileURLToPath(new URL('../../../agent/dist', import.meta.url));

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
 * Lists built print clients whose files still match the list. Empty before the first build.
 * Excludes incomplete builds and edited files.
 */
export const listBuiltPrograms = (folder: string = PROGRAMS_FOLDER): BuiltProgram[] => {
  const list = join(folder, PROGRAMS_FILE);
  if (!existsSync(list)) return [];
  const parseResult = z.array(builtProgram).safeParse(JSON.parse(readFileSync(list, 'utf8')));
  if (!parseResult.success) return [];
  return parseResult.data.filter(({ file, size }) => {
    const path = join(folder, file);
    return existsSync(path) && statSync(path).size === size;
  });
};

/** A built program with the address of its site. */
export type OfferedProgram = {
  version: string;
  platform: 'windows' | 'linux';
  arch: string;
  title: string;
  fileName: string;
  requirement: string;
  target: ProgramTarget;
  /** Reads more than a hundred megabytes. Call it when the program is stored, one at a time. */
  read: () => Uint8Array;
};

export const listOfferedPrograms = (
  server: string,
  folder: string = PROGRAMS_FOLDER,
): OfferedProgram[] =>
  listBuiltPrograms(folder).map(({ target, version, file }) => ({
    ...SYSTEMS[target],
    version,
    target,
    title: '打印客户端',
    fileName: file,
    read: () => replaceStamp(readFileSync(join(folder, file)), { version, server }),
  }));

const NOTES =
  '一个文件，双击就能用：不用装别的，不用打开终端\n随电脑启动，出了问题自己再启动，可以在网站上更新';

/**
 * Offers the built programs on every software that does not have them yet. Returns the number of
 * added files.
 */
export const addBuiltProgramsToDownloads = async (
  ctx: Context,
  folder: string = PROGRAMS_FOLDER,
): Promise<number> => {
  let addedCount = 0;
  for (const { read, ...input } of listOfferedPrograms(ctx.settings.publicUrl, folder))
    addedCount += await addDownloadToOnlineSoftwares({
      ctx,
      input: { ...input, notes: NOTES },
      readContent: read,
    });
  return addedCount;
};
