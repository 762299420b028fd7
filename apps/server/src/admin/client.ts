import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { addDownload, ServiceError, streamBytes } from '@yunbiao/services';
import { type ClientPackage, getClientSourcePackages } from '../background/client-package.ts';
import { listOfferedPrograms } from '../background/client-programs.ts';
import { makeFolder, describeFolderError } from '../startup/make-folder.ts';
import { UserError } from '../startup/open-existing-database.ts';
import { readValueOrFile } from './files.ts';
import {
  createChangeOutcome,
  type Outcome,
  type RunCommand,
  reportTable,
} from './command-outcome.ts';
import type { Usage } from './usage-parts.ts';

export const CLIENT_USAGE = {
  'client build': {
    args: '<文件夹>',
    purpose: '把打印客户端做成下载包，放进文件夹：Windows 的 zip，macOS 和 Linux 的 tar.gz',
  },
  'client offer': {
    args: '<别名>',
    purpose:
      '生成打印客户端的下载包，直接放到一款软件的下载页；这个版本已经有的不再加。npm run agent:build 做好了程序的，放程序，并把网站的地址写进去',
    optional: { notes: '改了什么，一行一条' },
  },
} as const satisfies Record<string, Usage>;

const writePackage = async (
  folder: string,
  { fileName, content }: ClientPackage,
): Promise<string[]> => {
  const path = join(folder, fileName);
  try {
    await makeFolder(folder);
    await writeFile(path, content, { flag: 'wx' });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const reason = exists ? '已经有了，请先移走它，或者换一个文件夹' : describeFolderError(error);
    throw new UserError(`写不了 ${path}：${reason}。`);
  }
  const sha256 = createHash('sha256').update(content).digest('hex');
  return [fileName, `${content.length} 字节`, sha256];
};

/**
 * Packs the print client into a folder. Needs no site.
 * @throws {UserError}
 */
export const writeClientPackagesToFolder = async (folder: string): Promise<Outcome> => {
  const files = new Map(getClientSourcePackages().map((file) => [file.fileName, file]));
  const rows: string[][] = [];
  for (const clientPackage of files.values()) rows.push(await writePackage(folder, clientPackage));
  return reportTable(rows, '', { headings: ['文件', '大小', 'SHA-256'] });
};

/** Lists the built programs, and source packages for platforms without a built program. */
const listOfferedPackages = (server: string) => {
  const programs = listOfferedPrograms(server);
  const coveredPlatforms = new Set<string>(programs.map(({ platform }) => platform));
  const sources = getClientSourcePackages()
    .filter(({ platform }) => !coveredPlatforms.has(platform))
    .map(({ content, ...one }) => ({ ...one, read: () => content }));
  return [...programs, ...sources];
};

export const clientCommands: Record<keyof typeof CLIENT_USAGE, RunCommand> = {
  'client build': (_ctx, [name], { folder }) => writeClientPackagesToFolder(resolve(folder, name)),
  'client offer': async (ctx, [alias], { flags, folder }) => {
    const { notes } = flags;
    const texts = notes === undefined ? {} : { notes: await readValueOrFile(folder, notes) };
    const lines: string[] = [];
    for (const { read, ...one } of listOfferedPackages(ctx.settings.publicUrl)) {
      const packageName = `${one.platform} ${one.fileName}`;
      try {
        const input = { ...one, ...texts };
        const { id } = await addDownload({ ctx, alias, input, content: streamBytes(read()) });
        lines.push(`已加 ${packageName}，编号 ${id}`);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 409) throw error;
        lines.push(`${packageName} 本来就有`);
      }
    }
    return createChangeOutcome(lines.join('\n'));
  },
};
