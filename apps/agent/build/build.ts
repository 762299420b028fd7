import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceStamp } from '@yunbiao/contract/gateway/program-stamp';
import type { Stamp } from '@yunbiao/contract/gateway/program-stamp';
import { bundlePrintClient } from './bundle.ts';
import { fetchNpmPackageFile } from './fetch-part.ts';
import type { Say } from './fetch-part.ts';
import { listFontFiles, makeProgram } from './make-program.ts';
import {
  KOFFI_ADDON,
  NODE_VERSION,
  OLD_LINUX_RUNTIME,
  OLD_WINDOWS_RUNTIME,
  POSTJECT,
  RUNTIMES,
} from './parts.ts';
import type { Part, Target } from './parts.ts';

/** Cache of downloads and built programs. Safe to delete at any time. */
export const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/agent-programs');
/** Number of cached programs to keep. */
const MAX_CACHED_PROGRAMS = 6;

type Plan = { target: Target; runtime: Part; node: () => Promise<string> };

const requirePinnedNodePath = (): Promise<string> => {
  if (process.versions.node === NODE_VERSION) return Promise.resolve(process.execPath);
  throw new Error(`要用 Node ${NODE_VERSION} 来做，现在是 ${process.versions.node}`);
};

const createBuildPlan = (target: Target, isOld: boolean, log: Say): Plan =>
  isOld
    ? {
        target,
        runtime: OLD_WINDOWS_RUNTIME,
        node: () => fetchNpmPackageFile(OLD_LINUX_RUNTIME, CACHE, log),
      }
    : { target, runtime: RUNTIMES[target], node: requirePinnedNodePath };

/** Cache key over everything in a program except its stamp. */
const computeProgramCacheKey = async (code: string, { runtime, target }: Plan): Promise<string> => {
  const hash = createHash('sha256').update(await readFile(code));
  for (const [name, path] of Object.entries(await listFontFiles()))
    hash.update(`${name} ${(await stat(path)).size}`).update(await readFile(path));
  const how = await readFile(join(import.meta.dirname, 'make-program.ts'));
  hash.update(how).update(JSON.stringify([runtime, target, POSTJECT, KOFFI_ADDON]));
  return hash.digest('hex').slice(0, 32);
};

/** A program is about 100 MB, so only the newest {@link MAX_CACHED_PROGRAMS} stay in the cache. */
const deleteOldCachedPrograms = async (folder: string): Promise<void> => {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      return { path, at: (await stat(path)).mtimeMs };
    }),
  );
  for (const { path } of files.toSorted((a, b) => b.at - a.at).slice(MAX_CACHED_PROGRAMS))
    await rm(path, { force: true });
};

const getCachedOrMakeProgram = async (
  code: string,
  work: string,
  plan: Plan,
  log: Say,
): Promise<string> => {
  const folder = join(CACHE, 'made');
  await mkdir(folder, { recursive: true });
  const suffix = plan.target === 'windows-x64' ? '.exe' : '';
  const programPath = join(
    folder,
    `${plan.target}-${await computeProgramCacheKey(code, plan)}${suffix}`,
  );
  if (existsSync(programPath)) return programPath;
  const runtime = await fetchNpmPackageFile(plan.runtime, CACHE, log);
  const postject = await fetchNpmPackageFile(POSTJECT, CACHE, log);
  const koffi = suffix ? await fetchNpmPackageFile(KOFFI_ADDON, CACHE, log) : null;
  const nodePath = await plan.node();
  log(`把程序和字体装进 Node ${plan.runtime.version}（${plan.target}），约 20 秒 …`);
  const out = join(work, `program${suffix}`);
  const stamp = { version: '0.0.0', server: '' };
  await makeProgram({ code, node: nodePath, runtime, postject, koffi, stamp, work, out });
  await rename(out, programPath);
  await deleteOldCachedPrograms(folder);
  return programPath;
};

export type Build = {
  target: Target;
  stamp: Stamp;
  /** Path of the resulting program. */
  out: string;
  /** Builds with the old Node, for Wine 8 only. */
  isOld?: boolean;
  log: Say;
};

/**
 * Builds one program from this source tree and writes its stamp. Reuses the cached program when the
 * sources have not changed.
 */
export const buildProgram = async ({ target, stamp, out, isOld = false, log }: Build) => {
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(join(CACHE, 'work-'));
  try {
    const code = join(work, 'agent.cjs');
    await bundlePrintClient(code);
    const cachedProgram = await getCachedOrMakeProgram(
      code,
      work,
      createBuildPlan(target, isOld, log),
      log,
    );
    const program = replaceStamp(await readFile(cachedProgram), stamp);
    const temporary = `${out}.new`;
    await writeFile(temporary, program, { mode: 0o755 });
    await rename(temporary, out);
    return { size: program.length, sha256: createHash('sha256').update(program).digest('hex') };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
