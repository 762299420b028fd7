/**
 * `npm run agent:build`: the print client as one file for each system, in apps/agent/dist.
 * With `--server https://…` each knows its site; `npm run admin -- client offer` writes that in, too.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { PROGRAMS_FILE, programName } from '@yunbiao/contract/programs';
import type { BuiltProgram } from '@yunbiao/contract/programs';
import { buildProgram } from './build.ts';
import { NODE_VERSION, OLD_NODE_VERSION, TARGETS } from './parts.ts';
import type { Target } from './parts.ts';

const run = promisify(execFile);
const say = (line: string): void => console.log(`[打印客户端] ${line}`);

const USAGE = `npm run agent:build [-- 选项]

  --target ${TARGETS.join('|')}   只做一种，可以写几次；不写是全部
  --server https://…   程序认得的网站；不写时由 npm run admin -- client offer 写进去
  --out 文件夹         放到哪里；不写是 apps/agent/dist
  --old                用 Node ${OLD_NODE_VERSION} 做 Windows 程序，只为在 Wine 里试，不要给人用`;

const isTarget = (text: string): text is Target => (TARGETS as readonly string[]).includes(text);

const readTargets = (asked: readonly string[], isOld: boolean): Target[] => {
  const unknown = asked.find((one) => !isTarget(one));
  if (unknown !== undefined) throw new Error(`没有 ${unknown} 这种系统\n\n${USAGE}`);
  if (isOld) return ['windows-x64'];
  return asked.length > 0 ? asked.filter(isTarget) : [...TARGETS];
};

/** What runs on this machine is started once. */
const check = async (target: Target, path: string, version: string): Promise<string> => {
  const mine = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  if (target !== mine) return '没有在这台电脑上试（是别的系统的）';
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

const build = async (): Promise<void> => {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  const isOld = values.old === true;
  const folder = resolve(
    process.env['INIT_CWD'] ?? '.',
    values.out ?? join(import.meta.dirname, '../dist'),
  );
  const manifest = await readFile(join(import.meta.dirname, '../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const targets = readTargets(values.target ?? [], isOld);
  await mkdir(folder, { recursive: true });
  // Half of it done must not pass for all of it.
  await rm(join(folder, PROGRAMS_FILE), { force: true });
  say(`版本 ${version}，Node ${isOld ? OLD_NODE_VERSION : NODE_VERSION}，放到 ${folder}`);
  const built: BuiltProgram[] = [];
  for (const target of targets) {
    const file = isOld ? 'wine-only.exe' : programName(target, version);
    const path = join(folder, file);
    const stamp = { version, server: values.server ?? '' };
    const { size, sha256 } = await buildProgram({ target, stamp, out: path, isOld, say });
    const tried = await check(target, path, version);
    built.push({ target, version, file, size, sha256 });
    say(`${file}：${(size / 1e6).toFixed(1)} MB，${tried}`);
    say(`  SHA-256 ${sha256}`);
  }
  if (!isOld) await writeFile(join(folder, PROGRAMS_FILE), `${JSON.stringify(built, null, 2)}\n`);
  say(
    values.server
      ? `程序认得的网站：${values.server}`
      : '程序还不认得网站：用 npm run admin -- client offer 放到下载页时写进去',
  );
};

build().catch((error: unknown) => {
  console.error(`[打印客户端] ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
