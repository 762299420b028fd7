/**
 * `npm run agent:build`: builds the print client as one file per system, in apps/agent/dist.
 * `--server https://…` stamps the site into the programs; `npm run admin -- client offer` does so
 * too.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { PROGRAMS_FILE, getProgramFileName } from '@yunbiao/contract/gateway/programs';
import type { BuiltProgram } from '@yunbiao/contract/gateway/programs';
import { buildProgram } from './build.ts';
import { NODE_VERSION, OLD_NODE_VERSION, TARGETS } from './parts.ts';
import type { Target } from './parts.ts';

const run = promisify(execFile);
const printBuildMessage = (line: string): void => console.log(`[打印客户端] ${line}`);

const USAGE = `npm run agent:build [-- 选项]

  --target ${TARGETS.join('|')}   只做一种，可以写几次；不写是全部
  --server https://…   程序认得的网站；不写时由 npm run admin -- client offer 写进去
  --out 文件夹         放到哪里；不写是 apps/agent/dist
  --old                用 Node ${OLD_NODE_VERSION} 做 Windows 程序，只为在 Wine 里试，不要给人用`;

const isBuildTarget = (text: string): text is Target =>
  (TARGETS as readonly string[]).includes(text);

const parseTargets = (names: readonly string[], isOld: boolean): Target[] => {
  const unknown = names.find((name) => !isBuildTarget(name));
  if (unknown !== undefined) throw new Error(`没有 ${unknown} 这种系统\n\n${USAGE}`);
  if (isOld) return ['windows-x64'];
  return names.length > 0 ? names.filter(isBuildTarget) : [...TARGETS];
};

/** Runs the program with `--version` if it was built for this machine. */
const checkProgramVersionIfRunnable = async (
  target: Target,
  path: string,
  version: string,
): Promise<string> => {
  const ownTarget = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  if (target !== ownTarget) return '没有在这台电脑上试（是别的系统的）';
  const { stdout } = await run(path, ['--version']);
  if (stdout.trim() !== version)
    throw new Error(`${path} 说自己是 ${stdout.trim()}，要 ${version}`);
  return `试过，它说自己是 ${version}`;
};

const options = {
  target: { type: 'string', multiple: true },
  server: { type: 'string' },
  out: { type: 'string' },
  old: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const buildPrograms = async (): Promise<void> => {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  const isOld = values.old === true;
  const folder = resolve(
    process.env['INIT_CWD'] ?? '.',
    values.out ?? join(import.meta.dirname, '../dist'),
  );
  const manifest = await readFile(join(import.meta.dirname, '../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const targets = parseTargets(values.target ?? [], isOld);
  await mkdir(folder, { recursive: true });
  // After a failed build the list must not pass as complete.
  await rm(join(folder, PROGRAMS_FILE), { force: true });
  printBuildMessage(
    `版本 ${version}，Node ${isOld ? OLD_NODE_VERSION : NODE_VERSION}，放到 ${folder}`,
  );
  const builtPrograms: BuiltProgram[] = [];
  for (const target of targets) {
    const file = isOld ? 'wine-only.exe' : getProgramFileName(target, version);
    const path = join(folder, file);
    const stamp = { version, server: values.server ?? '' };
    const { size, sha256 } = await buildProgram({
      target,
      stamp,
      out: path,
      isOld,
      log: printBuildMessage,
    });
    const isVerified = await checkProgramVersionIfRunnable(target, path, version);
    builtPrograms.push({ target, version, file, size, sha256 });
    printBuildMessage(`${file}：${(size / 1e6).toFixed(1)} MB，${isVerified}`);
    printBuildMessage(`  SHA-256 ${sha256}`);
  }
  if (!isOld)
    await writeFile(join(folder, PROGRAMS_FILE), `${JSON.stringify(builtPrograms, null, 2)}\n`);
  printBuildMessage(
    values.server
      ? `程序认得的网站：${values.server}`
      : '程序还不认得网站：用 npm run admin -- client offer 放到下载页时写进去',
  );
};

buildPrograms().catch((error: unknown) => {
  console.error(`[打印客户端] ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
