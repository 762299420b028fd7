import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { addDownload, ServiceError, getStream } from '@yunbiao/services';
import { type ClientPackage, clientPackages } from '../client-package.ts';
import { programsFor } from '../client-programs.ts';
import { makeFolder, whyNoFolder } from '../make-folder.ts';
import { UserError } from '../open-existing.ts';
import { getValue } from './files.ts';
import { done, type Outcome, type Run, table } from './outcome.ts';
import type { Usage } from './usage-parts.ts';

export const CLIENT_USAGE = {
  'client build': {
    args: '<文件夹>',
    purpose: '把打印客户端打成下载包，放进文件夹：Windows 的 zip，macOS 和 Linux 的 tar.gz',
  },
  'client offer': {
    args: '<别名>',
    purpose:
      '打好打印客户端，直接放到一款软件的下载页；这个版本已经有的不再加。npm run agent:build 做好了程序的，放程序，并把网站的地址写进去',
    optional: { notes: '改了什么，一行一条' },
  },
} as const satisfies Record<string, Usage>;

const write = async (folder: string, { fileName, content }: ClientPackage): Promise<string[]> => {
  const path = join(folder, fileName);
  try {
    await makeFolder(folder);
    await writeFile(path, content, { flag: 'wx' });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const reason = isThere ? '已经有了，请先移走它，或者换一个文件夹' : whyNoFolder(error);
    throw new UserError(`写不了 ${path}：${reason}。`);
  }
  const sha256 = createHash('sha256').update(content).digest('hex');
  return [fileName, `${content.length} 字节`, sha256];
};

/** Packs the print client into a folder, which needs no site. @throws {UserError} */
export const buildClient = async (folder: string): Promise<Outcome> => {
  const files = new Map(clientPackages().map((one) => [one.fileName, one]));
  const rows: string[][] = [];
  for (const one of files.values()) rows.push(await write(folder, one));
  return table(rows, '', { heads: ['文件', '大小', 'SHA-256'] });
};

/** Programs where they were built, and the source for every system there is none for. */
const offeredPackages = (server: string) => {
  const programs = programsFor(server);
  const covered = new Set<string>(programs.map(({ platform }) => platform));
  const sources = clientPackages()
    .filter(({ platform }) => !covered.has(platform))
    .map(({ content, ...one }) => ({ ...one, read: () => content }));
  return [...programs, ...sources];
};

export const clientCommands: Record<keyof typeof CLIENT_USAGE, Run> = {
  'client build': (_ctx, [name], { folder }) => buildClient(resolve(folder, name)),
  'client offer': async (ctx, [alias], { flags, folder }) => {
    const { notes } = flags;
    const texts = notes === undefined ? {} : { notes: await getValue(folder, notes) };
    const lines: string[] = [];
    for (const { read, ...one } of offeredPackages(ctx.settings.publicUrl)) {
      const what = `${one.platform} ${one.fileName}`;
      try {
        const input = { ...one, ...texts };
        const { id } = await addDownload({ ctx, alias, input, content: getStream(read()) });
        lines.push(`已加 ${what}，编号 ${id}`);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 409) throw error;
        lines.push(`${what} 本来就有`);
      }
    }
    return done(lines.join('\n'));
  },
};
