import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './process.ts';

/** Chunks and style sheets, named by the hash of their content. */
const HASHED = /^[\w-]{7}\.(?:js|css)$/;
const TEXT = /\.(?:js|css|json)$/;

export type SecondBuild = {
  /** Folder with `dist`, for `startSite`. */
  siteDir: string;
  remove: () => Promise<void>;
};

/**
 * Copies the built site under other file names and another build id, as a change of every file
 * gives it. Below node_modules, where its server bundle finds its packages.
 */
export const makeSecondBuild = async (): Promise<SecondBuild> => {
  const cache = join(repository, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const siteDir = await mkdtemp(join(cache, 'second-build-'));
  const dist = join(siteDir, 'dist');
  await cp(join(repository, 'apps/site/dist'), dist, { recursive: true });
  const assets = join(dist, 'client/assets');
  // Compressed variants of changed files would have the old content.
  const names = await readdir(assets);
  for (const name of names) if (/\.(?:br|gz)$/.test(name)) await rm(join(assets, name));
  const hashed = names.filter((name) => HASHED.test(name));
  const toNewName = (text: string): string =>
    text.replace(/(?<![\w-])[\w-]{7}\.(?:js|css)(?![\w-])/g, (name) =>
      hashed.includes(name) ? `2${name}` : name,
    );
  for (const name of hashed) await rename(join(assets, name), join(assets, toNewName(name)));
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    await writeFile(path, toNewName(await readFile(path, 'utf8')));
  }
  const build = join(dist, 'build.json');
  const described = JSON.parse(await readFile(build, 'utf8')) as { buildId: string };
  await writeFile(build, JSON.stringify({ ...described, buildId: 'secondbuild0' }));
  return { siteDir, remove: () => rm(siteDir, { recursive: true, force: true }) };
};
