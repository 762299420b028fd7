import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { makeBuildStage } from './build-stage.ts';
import { repository, type Started, watchProcess } from './process.ts';

const execute = promisify(execFile);

const findMissing = (): string => {
  if (process.getuid?.() !== 0) return '要用 root 运行';
  const missing = ['buildah', 'mmdebstrap', 'unshare', 'git'].filter((item) => !findProgram(item));
  return missing.length === 0 ? '' : `${missing.join('、')}：没有找到`;
};
/** Why no image can be built here; '' when one can. */
export const noContainer = findMissing();

/** The libraries of Node, nothing else: neither a shell nor a package manager. */
const BASE_PACKAGES = 'libc6,libgcc-s1,libstdc++6';

/** Configuration of an image, in Docker's format. */
export type ImageConfig = {
  User: string;
  Env: string[];
  Cmd: string[];
  Volumes: Record<string, object>;
  WorkingDir: string;
  StopSignal: string;
  Healthcheck: { Test: string[]; StartPeriod: number };
  ExposedPorts: Record<string, object>;
};

export type Container = {
  config: ImageConfig;
  /** Root file system of the container on this machine. */
  root: string;
  /** Starts a command by `buildah run`; isolation by chroot, on the network of this machine. */
  start: (env: Readonly<Record<string, string>>, command: readonly string[]) => Started;
  /** Runs a command to its end. */
  run: (
    env: Readonly<Record<string, string>>,
    command: readonly string[],
  ) => Promise<{ code: number; output: string }>;
  remove: () => Promise<void>;
};

const capture = (name: string, child: ChildProcess): Started => {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return watchProcess(name, child, () => text);
};

/** Without the machinery of npm and Vitest. */
const CLEAN_ENV = { PATH: process.env.PATH ?? '', HOME: '/root', LANG: 'C.UTF-8' };

/** Starts a program that this test watches. */
export const startWatched = (program: string, args: readonly string[]): Started =>
  capture(program, spawn(program, args, { env: CLEAN_ENV, stdio: ['ignore', 'pipe', 'pipe'] }));

const buildImages = async (
  buildah: (...args: string[]) => Promise<string>,
  folder: string,
  stage: string,
): Promise<void> => {
  const contents = join(folder, 'base');
  await mkdir(contents);
  await execute(
    'mmdebstrap',
    [
      '--quiet',
      '--variant=extract',
      `--include=${BASE_PACKAGES}`,
      'bookworm',
      `${contents}/base.tar`,
    ],
    { env: CLEAN_ENV },
  );
  await writeFile(join(contents, 'Containerfile'), 'FROM scratch\nADD base.tar /\n');
  await buildah('bud', '--isolation=chroot', '--tag=localhost/base', contents);
  await buildah(
    'bud',
    '--isolation=chroot',
    '--format=docker',
    // Takes the place of the stage of that name, which would install and build for a minute.
    `--build-context=build=${stage}`,
    '--build-arg=BASE=localhost/base',
    `--file=${join(repository, 'deploy/Containerfile')}`,
    '--tag=localhost/yunbiao',
    contents,
  );
};

/** Builds the image on a base made here, and creates a container of it. */
export const createContainer = async (): Promise<Container> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-image-'));
  await mkdir(join(repository, '.cache'), { recursive: true });
  const stage = await mkdtemp(join(repository, '.cache/build-stage-'));
  const store = [`--root=${folder}/store`, `--runroot=${folder}/run`, '--storage-driver=vfs'];
  const buildah = async (...args: string[]): Promise<string> =>
    (await execute('buildah', [...store, ...args], { env: CLEAN_ENV })).stdout.trim();
  try {
    makeBuildStage(stage);
    await buildImages(buildah, folder, stage);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  const id = await buildah('from', 'localhost/yunbiao');
  const image = JSON.parse(await buildah('inspect', '--type=image', 'localhost/yunbiao')) as {
    Docker: { config: ImageConfig };
  };
  const start: Container['start'] = (env, command) =>
    startWatched('buildah', [
      ...store,
      'run',
      '--isolation=chroot',
      ...Object.entries(env).map(([name, value]) => `--env=${name}=${value}`),
      id,
      '--',
      ...command,
    ]);
  return {
    config: image.Docker.config,
    root: await buildah('mount', id),
    start,
    run: async (env, command) => {
      const started = start(env, command);
      const code = await new Promise<number>((resolve) =>
        started.child.once('close', (end) => resolve(end ?? -1)),
      );
      return { code, output: started.output() };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

const readParents = (): Map<number, number> => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((item) => /^\d+$/.test(item))) {
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(text.slice(text.lastIndexOf(') ') + 2).split(' ')[1]));
    } catch {
      // It has ended.
    }
  }
  return parents;
};

/** PID of Node among the descendants of a process; undefined when there is none yet. */
export const findNodeProcess = (pid: number): number | undefined => {
  const parents = readParents();
  const isBelow = (at: number | undefined): boolean =>
    at !== undefined && (at === pid || isBelow(parents.get(at)));
  return [...parents.keys()].find((candidate) => {
    try {
      const program = readlinkSync(`/proc/${candidate}/exe`);
      return program.endsWith('/usr/local/bin/node') && isBelow(candidate);
    } catch {
      return false;
    }
  });
};

/** Every path below `root` except those in `except`, files with size and time of their last change. */
export const listTree = (root: string, except: readonly string[], at = ''): string[] =>
  readdirSync(join(root, at)).flatMap((name) => {
    const path = `${at}/${name}`;
    if (except.includes(path)) return [];
    const stats = lstatSync(join(root, path));
    const line = `${path} ${stats.mode.toString(8)} ${stats.uid}:${stats.gid}`;
    if (stats.isDirectory()) return [line, ...listTree(root, except, path)];
    return [`${line} ${stats.size} ${stats.ctimeMs}`];
  });

/** `$1`: root file system, `$2`: folder that becomes /data, `$3`: UID, `$4`: GID, `$5`: folder to start in. */
const READ_ONLY = `set -e
mkdir -p "$1/proc" "$1/dev"
mount --bind "$1" "$1"
mount --bind "$2" "$1/data"
mount --rbind /dev "$1/dev"
mount -t proc proc "$1/proc"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount -o remount,bind,ro "$1"
root=$1 uid=$3 gid=$4 folder=$5
shift 5
exec unshare --root="$root" --wd="$folder" --setgid="$gid" --setuid="$uid" "$@"`;

/**
 * Starts the image's command as PID 1 of its own namespaces, as the image's user, on a root file
 * system that the kernel mounts read-only. `data` becomes /data; /tmp is in memory and empty.
 */
export const startReadOnly = (
  { root, config }: Container,
  data: string,
  env: Readonly<Record<string, string>>,
): Started => {
  const own = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const [uid = '', gid = ''] = config.User.split(':');
  const namespaces = ['--mount', '--propagation=private', '--pid', '--fork', '--kill-child'];
  const clean = ['env', '-i', ...config.Env, ...own];
  const scriptArguments = [root, data, uid, gid, config.WorkingDir, ...config.Cmd];
  return startWatched('unshare', [
    ...namespaces,
    ...clean,
    'sh',
    '-c',
    READ_ONLY,
    'sh',
    ...scriptArguments,
  ]);
};
