import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { restamp } from '@yunbiao/contract/program-stamp';
import type { Stamp } from '@yunbiao/contract/program-stamp';
import { bundle } from './bundle.ts';
import { fetchPart } from './fetch-part.ts';
import type { Say } from './fetch-part.ts';
import { fontFiles, makeProgram } from './make-program.ts';
import { KOFFI, NODE_VERSION, OLD_LINUX, OLD_WINDOWS, POSTJECT, RUNTIMES } from './parts.ts';
import type { Part, Target } from './parts.ts';

/** What is downloaded and made once lies here; may be deleted at any time. */
export const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/agent-programs');
/** Programs of the newest code are kept, and this many of before. */
const KEPT = 6;

type Plan = { target: Target; runtime: Part; node: () => Promise<string> };

const ownNode = (): Promise<string> => {
  if (process.versions.node === NODE_VERSION) return Promise.resolve(process.execPath);
  throw new Error(`要用 Node ${NODE_VERSION} 来做，现在是 ${process.versions.node}`);
};

const getPlan = (target: Target, isOld: boolean, say: Say): Plan =>
  isOld
    ? { target, runtime: OLD_WINDOWS, node: () => fetchPart(OLD_LINUX, CACHE, say) }
    : { target, runtime: RUNTIMES[target], node: ownNode };

/** Changes with everything a program is made of, but for its stamp. */
const getKey = async (code: string, { runtime, target }: Plan): Promise<string> => {
  const hash = createHash('sha256').update(await readFile(code));
  for (const [name, path] of Object.entries(await fontFiles()))
    hash.update(`${name} ${(await stat(path)).size}`).update(await readFile(path));
  const how = await readFile(join(import.meta.dirname, 'make-program.ts'));
  hash.update(how).update(JSON.stringify([runtime, target, POSTJECT, KOFFI]));
  return hash.digest('hex').slice(0, 32);
};

/** Makes room: programs are a hundred megabytes each. */
const forgetOld = async (folder: string): Promise<void> => {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      return { path, at: (await stat(path)).mtimeMs };
    }),
  );
  for (const { path } of files.toSorted((a, b) => b.at - a.at).slice(KEPT))
    await rm(path, { force: true });
};

const make = async (code: string, work: string, plan: Plan, say: Say): Promise<string> => {
  const folder = join(CACHE, 'made');
  await mkdir(folder, { recursive: true });
  const suffix = plan.target === 'windows-x64' ? '.exe' : '';
  const made = join(folder, `${plan.target}-${await getKey(code, plan)}${suffix}`);
  if (existsSync(made)) return made;
  const runtime = await fetchPart(plan.runtime, CACHE, say);
  const postject = await fetchPart(POSTJECT, CACHE, say);
  const koffi = suffix ? await fetchPart(KOFFI, CACHE, say) : null;
  const node = await plan.node();
  say(`把程序和字体装进 Node ${plan.runtime.version}（${plan.target}），约 20 秒 …`);
  const out = join(work, `program${suffix}`);
  const stamp = { version: '0.0.0', server: '' };
  await makeProgram({ code, node, runtime, postject, koffi, stamp, work, out });
  await rename(out, made);
  await forgetOld(folder);
  return made;
};

export type Build = {
  target: Target;
  stamp: Stamp;
  /** Where the program goes. */
  out: string;
  /** For Wine 8 only. */
  isOld?: boolean;
  say: Say;
};

/** Builds one program of this source tree, with its stamp; from what was made before, when nothing changed. */
export const buildProgram = async ({ target, stamp, out, isOld = false, say }: Build) => {
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(join(CACHE, 'work-'));
  try {
    const code = join(work, 'agent.cjs');
    await bundle(code);
    const made = await make(code, work, getPlan(target, isOld, say), say);
    const program = restamp(await readFile(made), stamp);
    const temporary = `${out}.new`;
    await writeFile(temporary, program, { mode: 0o755 });
    await rename(temporary, out);
    return { size: program.length, sha256: createHash('sha256').update(program).digest('hex') };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
