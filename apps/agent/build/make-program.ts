import { execFile } from 'node:child_process';
import { chmod, copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { encodeStamp, findSoleStampOffset } from '@yunbiao/contract/gateway/program-stamp';
import type { Stamp } from '@yunbiao/contract/gateway/program-stamp';
import { HEAP_FLAGS } from '../src/self.ts';

const run = promisify(execFile);

/** Names Node looks for: https://nodejs.org/api/single-executable-applications.html. */
const RESOURCE = 'NODE_SEA_BLOB';
const SENTINEL_FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const FONTS_FOLDER = dirname(
  createRequire(import.meta.url).resolve('@yunbiao/label/fonts/OFL.txt'),
);

/** Lists the font files by their asset names in a program. */
export const listFontFiles = async (): Promise<Record<string, string>> => {
  const names = await readdir(FONTS_FOLDER, { recursive: true });
  return Object.fromEntries(
    names
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.ttf'))
      .toSorted()
      .map((name) => [`fonts/${name}`, join(FONTS_FOLDER, name)]),
  );
};

export type ProgramOptions = {
  code: string;
  /** Node executable for this machine, of the same version as the runtime. */
  node: string;
  /** Node executable for the target machine. */
  runtime: string;
  /** Path of postject's `dist/api.js`. */
  postject: string;
  /** Path of koffi's native addon; null when the target needs none. */
  koffi: string | null;
  stamp: Stamp;
  /** Folder for intermediate files. */
  work: string;
  out: string;
};

const buildSeaBlob = async ({
  code,
  node,
  koffi,
  stamp,
  work,
}: ProgramOptions): Promise<Buffer> => {
  const stampFile = join(work, 'stamp');
  const output = 'blob';
  await writeFile(stampFile, encodeStamp(stamp));
  const assets = {
    stamp: stampFile,
    ...(koffi === null ? {} : { 'koffi.node': koffi }),
    ...(await listFontFiles()),
  };
  // Relative, because the blob contains this path and builds of the same source must be identical.
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

/**
 * Offset of the PE header's address in the DOS header, and of Subsystem in the PE header (24 bytes
 * PE and COFF header, then 68 bytes into the optional header).
 */
const PE_OFFSET_FIELD = 0x3c;
const SUBSYSTEM_OFFSET = 24 + 68;
const [WINDOWED, CONSOLE] = [2, 3];

/** Marks a Windows program as windowed, so that it opens no console window. */
const setWindowedSubsystem = async (path: string): Promise<void> => {
  const bytes = await readFile(path);
  const at = bytes.readUInt32LE(PE_OFFSET_FIELD) + SUBSYSTEM_OFFSET;
  if (bytes.readUInt16LE(at) !== CONSOLE) throw new Error(`${path} 不是命令行程序`);
  bytes.writeUInt16LE(WINDOWED, at);
  await writeFile(path, bytes);
};

/**
 * Builds the single file that users install. Throws when the runtime is not a console program
 * (Windows) or the result does not contain exactly one stamp.
 */
export const makeProgram = async (recipe: ProgramOptions): Promise<void> => {
  const { runtime, out, postject } = recipe;
  const blob = await buildSeaBlob(recipe);
  await copyFile(runtime, out);
  await chmod(out, 0o755);
  const { inject } = createRequire(import.meta.url)(postject) as { inject: Inject };
  await inject(out, RESOURCE, blob, { sentinelFuse: SENTINEL_FUSE });
  if (out.endsWith('.exe')) await setWindowedSubsystem(out);
  const at = findSoleStampOffset(await readFile(out));
  if (at === null) throw new Error(`${out} 里没有一处、也只有一处写网址的地方`);
};
