// Runs before start, test, dev and others, on any Node from 18, without dependencies.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { AGENT_INPUTS, hashInputs } from './lib/inputs.mjs';
import { bringNode, removeNode } from './lib/install-node.mjs';
import { isInstalled, markInstalled } from './lib/installed.mjs';
import { canInstallNativePackages, listMissingNativePackages } from './lib/native-packages.mjs';
import {
  NODE_FLOOR,
  getNpmNodeVersion,
  isNewEnough,
  pinnedNode,
  getPinnedNodeVersion,
  root,
  runProgram,
  runNpm,
} from './lib/runtime.mjs';
import { findChromium } from './lib/programs.mjs';

const printMessage = (text) => console.log(`[云标] ${text}`);

const NPM_ADVICE = '请看上面 npm 的输出，检查网络后重试。';

const exitWithError = (text) => {
  console.error(`[云标] ${text}`);
  process.exit(1);
};

/** Node for npm when the one it runs on is too old; undefined when that one will do. */
const prepareNpmNode = async () => {
  const version = getNpmNodeVersion();
  if (version !== null && canInstallNativePackages(root, version)) return undefined;
  printMessage(`npm 用的 Node 是 ${version ?? '未知'}，装不全依赖：先准备 Node ${NODE_FLOOR} …`);
  const node = await bringNode();
  if (node === null) exitWithError(`没有装上 Node ${NODE_FLOOR}：${NPM_ADVICE}`);
  return node;
};

const installDependencies = async () => {
  if (isInstalled(root)) return;
  const node = await prepareNpmNode();
  printMessage(
    existsSync(`${root}/node_modules`)
      ? '依赖有变化或不完整，正在按 package-lock.json 重新安装 …'
      : '首次运行：正在按 package-lock.json 安装依赖（约一分钟）…',
  );
  const started = Date.now();
  const code = await runNpm(['ci', '--loglevel=error', '--no-audit', '--no-fund'], { node });
  removeNode();
  if (code !== 0) exitWithError(`依赖安装失败：${NPM_ADVICE}`);
  const missingNames = listMissingNativePackages(root);
  if (missingNames.length > 0) {
    exitWithError(
      `这台机器（${process.platform}-${process.arch}）要用的包没有装上：${missingNames.join('、')}。` +
        '请看 npm 的设置里有没有 omit=optional，下载依赖的地方有没有这些包，然后重试。',
    );
  }
  markInstalled(root);
  printMessage(`依赖已安装（${Math.round((Date.now() - started) / 1000)} 秒）。`);
};

/** Installed with --ignore-scripts, the `node` package has no binary, and an old Node would be used without notice. */
const ensureNodeRuntime = async () => {
  let version = getPinnedNodeVersion();
  if (version === null) {
    printMessage(`正在补装 Node ${NODE_FLOOR} …`);
    await runNpm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
    version = getPinnedNodeVersion();
  }
  if (version === null || !isNewEnough(version)) {
    exitWithError(
      `没有找到 Node ${NODE_FLOOR}（${pinnedNode}：${version ?? '不存在'}）。` +
        '请运行 npm rebuild node --ignore-scripts=false；若仍不行，删除 node_modules 后运行 npm ci。',
    );
  }
};

const ensureChromium = async () => {
  if (findChromium() !== null) return;
  if (process.env.CHROMIUM_PATH) {
    printMessage(
      `CHROMIUM_PATH 指的不是可运行的程序（${process.env.CHROMIUM_PATH}）：浏览器测试将跳过。`,
    );
    return;
  }
  const canInstall =
    process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!canInstall) {
    printMessage('没有找到 Chromium：浏览器测试将跳过。可自行安装，或用 CHROMIUM_PATH 指定。');
    return;
  }
  printMessage('没有找到 Chromium：正在用 apt-get 安装（需要几分钟）…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quietOptions = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  const updated = await runProgram('apt-get', ['update', '-qq'], quietOptions);
  const installPackage = (name) =>
    runProgram(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-cjk'],
      quietOptions,
    );
  // Not every system packages the variant without a window separately.
  if (updated === 0 && (await installPackage('chromium-headless-shell')) !== 0)
    await installPackage('chromium');
  const isInstalled = findChromium() !== null;
  printMessage(isInstalled ? 'Chromium 已安装。' : 'Chromium 没有装上：浏览器测试将跳过。');
};

/**
 * Bundles the print client into one file. From hundreds of files, with types removed at start, it needs 50 % more
 * memory.
 */
const bundleAgent = async () => {
  const hash = hashInputs(root, AGENT_INPUTS);
  const bundlePath = `${root}/apps/agent/dist/agent.cjs`;
  const stamp = `${root}/apps/agent/dist/.agent-made-from`;
  if (existsSync(bundlePath) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  printMessage('打印客户端有变化，正在打包 …');
  const code = await runProgram(pinnedNode, [
    '--disable-warning=ExperimentalWarning',
    'apps/agent/build/bundle-here.ts',
    bundlePath,
  ]);
  if (code !== 0) exitWithError('打印客户端没有打包成。');
  writeFileSync(stamp, hash);
};

await installDependencies();
await ensureNodeRuntime();
if (process.argv.includes('--browser')) await ensureChromium();
if (process.argv.includes('--agent')) await bundleAgent();
