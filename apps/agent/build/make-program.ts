import { execFile } from 'node:child_process';
import { chmod, copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { encodeStamp, findStamp } from '@yunbiao/contract/program-stamp';
import type { Stamp } from '@yunbiao/contract/program-stamp';
import { HEAP_FLAGS } from '../src/self.ts';

const run = promisify(execFile);

/** What Node looks for in itself, https://nodejs.org/api/single-executable-applications.html. */
const RESOURCE = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const FONTS_FOLDER = dirname(
  createRequire(import.meta.url).resolve('@yunbiao/label/fonts/OFL.txt'),
);

/** The font files by the names they have in a program. */
export const fontFiles = async (): Promise<Record<string, string>> => {
  const names = await readdir(FONTS_FOLDER, { recursive: true });
  return Object.fromEntries(
    names
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.ttf'))
      .toSorted()
      .map((name) => [`fonts/${name}`, join(FONTS_FOLDER, name)]),
  );
};

export type Recipe = {
  /** The bundled print client. */
  code: string;
  /** Node of the same version as the runtime, for this machine. */
  node: string;
  /** Node for the machine the program is for. */
  runtime: string;
  /** `dist/api.js` of postject. */
  postject: string;
  /** The native part, for a system that needs one. */
  koffi: string | null;
  stamp: Stamp;
  /** Folder for what lies between. */
  work: string;
  out: string;
};

const writeBlob = async ({ code, node, koffi, stamp, work }: Recipe): Promise<Buffer> => {
  const stampFile = join(work, 'stamp');
  const output = 'blob';
  await writeFile(stampFile, encodeStamp(stamp));
  const assets = {
    stamp: stampFile,
    ...(koffi === null ? {} : { 'koffi.node': koffi }),
    ...(await fontFiles()),
  };
  // Named from where it lies: a blob holds the name, and programs of one source are to be the same bytes.
  const main = relative(work, code);
  const options = {
    main,
    output,
    disableExperimentalSEAWarning: true,
    execArgv: HEAP_FLAGS,
    assets,
  };
  await writeFile(join(work, 'sea.json'), JSON.stringify(options));
  await run(node, ['--experimental-sea-config', 'sea.json'], { cwd: work });
  return readFile(join(work, output));
};

type Inject = (
  file: string,
  name: string,
  bytes: Buffer,
  options: { sentinelFuse: string },
) => Promise<void>;

/** Offset of the PE header's field in the DOS header; of the optional header and its Subsystem in the PE header. */
const PE_AT = 0x3c;
const SUBSYSTEM_AT = 24 + 68;
const [WINDOWED, CONSOLE] = [2, 3];

/** A program of Windows that opens no black window: its words are on a page. */
const withoutConsole = async (path: string): Promise<void> => {
  const bytes = await readFile(path);
  const at = bytes.readUInt32LE(PE_AT) + SUBSYSTEM_AT;
  if (bytes.readUInt16LE(at) !== CONSOLE) throw new Error(`${path} 不是命令行程序`);
  bytes.writeUInt16LE(WINDOWED, at);
  await writeFile(path, bytes);
};

/** Makes the one file that people install. @throws when what came out is not what was meant */
export const makeProgram = async (recipe: Recipe): Promise<void> => {
  const { runtime, out, postject } = recipe;
  const blob = await writeBlob(recipe);
  await copyFile(runtime, out);
  await chmod(out, 0o755);
  // postject has no types.
  const { inject } = createRequire(import.meta.url)(postject) as { inject: Inject };
  await inject(out, RESOURCE, blob, { sentinelFuse: FUSE });
  if (out.endsWith('.exe')) await withoutConsole(out);
  const at = findStamp(await readFile(out));
  if (at === null) throw new Error(`${out} 里没有一处、也只有一处写网址的地方`);
};
