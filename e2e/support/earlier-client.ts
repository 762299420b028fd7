import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundlePrograms } from './make-programs.ts';
import { repository, type Started, startFile } from './process.ts';

const run = promisify(execFile);

/** Release whose print client is still installed where this version has not been rolled out. */
export const PREVIOUS_RELEASE = 'a49bb639';

const CLIENT = 'apps/agent/src/main.ts';
/** Packages that make up a print client. */
const PARTS = ['apps/agent', 'packages/contract', 'packages/label'];

/** Why no client of a commit can be built here; '' when it can. */
export const explainMissingClient = (commit: string): string => {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], {
      cwd: repository,
      stdio: 'pipe',
    });
    return '';
  } catch {
    return `git：没有提交 ${commit}（要完整的历史）`;
  }
};

type Package = { version: string; dependencies?: Record<string, string> };

const readPackage = async (folder: string): Promise<Package> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Package;

/** @throws when an installed package differs from the one of the commit */
const checkPackages = async (root: string): Promise<void> => {
  for (const part of PARTS) {
    const { dependencies = {} } = await readPackage(join(root, part));
    for (const [name, version] of Object.entries(dependencies)) {
      if (name.startsWith('@yunbiao/')) continue;
      const here = (await readPackage(join(repository, 'node_modules', name))).version;
      if (here !== version)
        throw new Error(`${part} wants ${name} ${version}, and here is ${here}`);
    }
  }
};

/** Links our packages from the commit and all others from the installed ones. */
const linkPackages = async (root: string): Promise<void> => {
  const [from, to] = [join(repository, 'node_modules'), join(root, 'node_modules')];
  await mkdir(join(to, '@yunbiao'), { recursive: true });
  for (const name of await readdir(from))
    if (name !== '@yunbiao' && !name.startsWith('.'))
      await symlink(await realpath(join(from, name)), join(to, name));
  for (const part of PARTS)
    await symlink(join(root, part), join(to, '@yunbiao', part.slice(part.indexOf('/') + 1)));
};

export type EarlierClient = {
  start: (home: string, env: Readonly<Record<string, string>>) => Started;
  remove: () => Promise<void>;
};

/** Builds the print client of a commit from the local git history. */
export const makeEarlierClient = async (commit: string): Promise<EarlierClient> => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'yb-earlier-')));
  const tree = join(root, 'tree.tar');
  await run('git', ['archive', '-o', tree, commit, ...PARTS], { cwd: repository });
  await run('tar', ['-xf', tree, '-C', root]);
  await rm(tree);
  await checkPackages(root);
  await linkPackages(root);
  const made = join(root, 'made');
  await bundlePrograms(root, made, { [CLIENT]: 'agent' });
  const file = join(made, 'agent.mjs');
  if (!existsSync(file)) throw new Error(`no print client came of ${commit}`);
  return {
    start: (home, env) => startFile(file, ['run'], { ...env, YUNBIAO_AGENT_HOME: home }),
    remove: () => rm(root, { recursive: true, force: true }),
  };
};
