import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Part } from './parts.ts';

const run = promisify(execFile);

export type Say = (line: string) => void;

const findDownloadedTarballPath = async (folder: string): Promise<string> => {
  const [name] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  if (!name) throw new Error('npm 没有留下包');
  return join(folder, name);
};

const downloadNpmTarball = async (part: Part, folder: string): Promise<string> => {
  const args = ['pack', `${part.name}@${part.version}`, '--pack-destination', folder, '--silent'];
  // On Windows npm is a script, which only a shell can start.
  await run('npm', args, { cwd: folder, shell: process.platform === 'win32' });
  const path = await findDownloadedTarballPath(folder);
  const actualIntegrity = `sha512-${createHash('sha512')
    .update(await readFile(path))
    .digest('base64')}`;
  if (actualIntegrity !== part.integrity)
    throw new Error(
      `${part.name}@${part.version} 的校验值不对：要 ${part.integrity}，收到 ${actualIntegrity}`,
    );
  return path;
};

/**
 * Returns the file of an npm package, downloaded into the cache folder once and checked against the
 * pinned hash. Runs no script of the package. Throws when the download fails or its hash differs.
 */
export const fetchNpmPackageFile = async (part: Part, cache: string, log: Say): Promise<string> => {
  const home = join(cache, `${part.name.replace(/\W+/g, '-')}-${part.version}`);
  const path = join(home, 'package', part.file);
  if (existsSync(path)) return path;
  log(`下载 ${part.name}@${part.version} …`);
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'get-'));
  try {
    await run('tar', ['-xzf', await downloadNpmTarball(part, work), '-C', work]);
    if (!existsSync(join(work, 'package', part.file)))
      throw new Error(`${part.name}@${part.version} 里没有 ${part.file}`);
    await rm(home, { recursive: true, force: true });
    await rename(work, home);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return path;
};
