import { execFileSync, spawn } from 'node:child_process';
import { delimiter, join, sep } from 'node:path';

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

/** Runs npm with the Node that npm was started with. Resolves to the exit code. */
export const runNpm = (args, { cwd = root } = {}) => {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  const isKnownNpm = cli?.endsWith('npm-cli.js') && node !== undefined && !node.startsWith(root);
  const command = isKnownNpm ? node : 'npm';
  return runProgram(command, isKnownNpm ? [cli, ...args] : args, {
    cwd,
    shell: !isKnownNpm && process.platform === 'win32',
    env: { ...process.env, PATH: getPathWithoutNodeModules() },
  });
};

/** Runs a program in the foreground. Resolves to its exit code; 128 when a signal ended it. */
export const runProgram = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', cwd: root, ...options });
    child.on('error', () => resolve(127));
    child.on('exit', (code) => resolve(code ?? 128));
  });
