import { execFileSync, spawn } from 'node:child_process';
import { delimiter, dirname, join, sep } from 'node:path';

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');

/** Version of the pinned Node. Machines may have older ones. */
export const NODE_FLOOR = '24.21.0';

export const pinnedNode = join(root, 'node_modules/.bin/node');

/** Compares dotted versions number by number: negative, zero or positive. */
export const compareVersions = (a, b) => {
  const leftVersion = a.replace(/^v/, '').split('.').map(Number);
  const right = b.replace(/^v/, '').split('.').map(Number);
  for (let i = 0; i < 3; i += 1) {
    const difference = (leftVersion[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

export const isNewEnough = (version) =>
  compareVersions(version, NODE_FLOOR) >= 0 && compareVersions(version, '25.0.0') < 0;

/** Version of the pinned Node; null when its binary is not installed. */
export const getPinnedNodeVersion = () => {
  // Under npm, the first `node` in PATH is the pinned one, so this process has its version.
  if (process.execPath.startsWith(join(root, 'node_modules') + sep)) return process.version;
  try {
    return execFileSync(pinnedNode, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return null;
  }
};

/** PATH without the repository's node_modules, which npm replaces while it runs. */
const getPathWithoutNodeModules = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.startsWith(join(root, 'node_modules')))
    .join(delimiter);

/** The npm that started this process and the Node it runs on; null when unknown. */
const findParentNpm = () => {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  const isKnown = cli?.endsWith('npm-cli.js') && node !== undefined && !node.startsWith(root);
  return isKnown ? { cli, node } : null;
};

/** Version of the Node that runs npm unless runNpm is given another; null when it does not run. */
export const getNpmNodeVersion = () => {
  const env = { ...process.env, PATH: getPathWithoutNodeModules() };
  try {
    const node = findParentNpm()?.node ?? 'node';
    return execFileSync(node, ['--version'], { encoding: 'utf8', stdio: 'pipe', env }).trim();
  } catch {
    return null;
  }
};

/**
 * Runs npm with the Node that npm was started with, or with the given one, which then also runs the packages' scripts.
 * Resolves to the exit code.
 */
export const runNpm = (args, { cwd = root, node } = {}) => {
  const npm = findParentNpm();
  const env = { ...process.env, PATH: getPathWithoutNodeModules() };
  if (node !== undefined) {
    env.PATH = `${dirname(node)}${delimiter}${env.PATH}`;
    // An npm older than its Node uses what that Node deprecates.
    env.NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} --no-deprecation`;
  }
  return runProgram(npm ? (node ?? npm.node) : 'npm', npm ? [npm.cli, ...args] : args, {
    cwd,
    env,
    shell: npm === null && process.platform === 'win32',
  });
};

/** Runs a program in the foreground. Resolves to its exit code; 128 when a signal ended it. */
export const runProgram = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', cwd: root, ...options });
    child.on('error', () => resolve(127));
    child.on('exit', (code) => resolve(code ?? 128));
  });
