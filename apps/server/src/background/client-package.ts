import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ArchiveEntry, createTarGz, createZipArchive } from '@yunbiao/services';
import type { PrintClient } from '@yunbiao/sample';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Source folders of the print client, without its npm dependencies. */
const AGENT_FOLDERS = ['apps/agent', 'packages/contract', 'packages/label'];
/** Forwards a signal from npm to the client. */
const NPM_SIGNAL_SCRIPT = 'scripts/lib/follow-npm.mjs';
const EXCLUDED_PATHS =
  /(^|\/)(node_modules|dist|crash|build-pieces\.py)(\/|$)|^apps\/agent\/build\/|^packages\/contract\/src\/features\/|\.test\.ts$|^(apps|packages)\/\w+\/(README|AGENTS)\.md$/;

const listPackedSourceFiles = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .filter((path) => !EXCLUDED_PATHS.test(path))
    .toSorted();

const readRootJsonFile = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<string, unknown>;

/** The print client has the version of this source tree. */
const readAgentVersion = (): string => String(readRootJsonFile('package.json')['version']);

/** README of the package, in the order of the download page. */
export const AGENT_README = `云标打印客户端（源码包）

需要 Node.js 20 以上和 npm（运行时会自己装好需要的 Node 24）。

1. 在这个文件夹里运行：npm install
2. 配对：          npm run agent -- pair --server 网站地址
   屏幕上会出现 8 位配对码和一个链接：打开链接，或在网站的“授权客户端”里输入它。
3. 加一台打印机：  npm run agent -- printer add 仓库 tcp://192.168.1.50:9100 --language zpl --dpi 203
                   （TSC 和多数国产标签机写 --language tspl，小票机写 --language escpos）
4. 开始工作：      npm run agent -- run

没有标签打印机也可以试：npm run agent -- virtual-printer
全部命令：npm run agent -- help
`;

/** Removes `devDependencies`: printing does not need them. */
const readSourceWithoutDevDependencies = (path: string): Uint8Array => {
  if (!path.endsWith('package.json')) return readFileSync(join(ROOT, path));
  const { devDependencies: _, ...rest } = readRootJsonFile(path);
  return Buffer.from(`${JSON.stringify(rest, null, 2)}\n`);
};

const buildAgentArchiveEntries = (): ArchiveEntry[] => {
  const root = readRootJsonFile('package.json');
  const dependencies = root['dependencies'] as Record<string, string> | undefined;
  // Node flags of the `agent` script of this repository.
  const { agent = '' } = root['scripts'] as Record<string, string>;
  const flags = agent.split(' ').filter((word) => word.startsWith('--') && word.includes('='));
  const manifest = {
    name: 'yunbiao-agent',
    version: root['version'],
    private: true,
    type: 'module',
    workspaces: ['packages/*', 'apps/*'],
    scripts: {
      agent: `node ${flags.join(' ')} --import ./${NPM_SIGNAL_SCRIPT} apps/agent/src/main.ts`,
    },
    dependencies: { node: dependencies?.['node'] },
    allowScripts: { node: true },
  };
  const ownEntries: ArchiveEntry[] = [
    { path: 'package.json', content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    { path: 'README.txt', content: Buffer.from(AGENT_README) },
  ];
  const sources = [...AGENT_FOLDERS.flatMap(listPackedSourceFiles), NPM_SIGNAL_SCRIPT].map(
    (path) => ({
      path,
      content: readSourceWithoutDevDependencies(path),
    }),
  );
  return [...ownEntries, ...sources].map(({ path, content }) => ({
    path: `yunbiao-agent/${path}`,
    content,
  }));
};

/** A print client package offered for download. */
export type ClientPackage = {
  version: string;
  platform: 'windows' | 'macos' | 'linux';
  arch: string;
  title: string;
  fileName: string;
  requirement: string;
  content: Uint8Array;
};

/**
 * Packs the print client from this source tree for each platform. The same tree gives the same
 * bytes.
 */
export const buildClientSourcePackages = (): ClientPackage[] => {
  const entries = buildAgentArchiveEntries();
  const version = readAgentVersion();
  const archive = createTarGz(entries);
  const shared = { version, arch: '通用', title: '打印客户端（源码包）' };
  const requirement = '已装 Node.js 20 以上和 npm';
  const unixName = `yunbiao-agent-${version}-src.tar.gz`;
  return [
    {
      ...shared,
      platform: 'windows',
      fileName: `云标打印客户端-${version}-源码.zip`,
      requirement: `Windows 10 以上，${requirement}`,
      content: createZipArchive(entries),
    },
    {
      ...shared,
      platform: 'macos',
      fileName: unixName,
      requirement: `macOS 12 以上，${requirement}`,
      content: archive,
    },
    {
      ...shared,
      platform: 'linux',
      fileName: unixName,
      requirement: `x64 或 ARM64，${requirement}`,
      content: archive,
    },
  ];
};

let packages: ClientPackage[] | undefined;

/** The packages of {@link buildClientSourcePackages}, packed once per process: it takes seconds. */
export const getClientSourcePackages = (): ClientPackage[] =>
  (packages ??= buildClientSourcePackages());

export const PRINT_CLIENT: PrintClient = {
  version: readAgentVersion(),
  buildPackages: getClientSourcePackages,
};
