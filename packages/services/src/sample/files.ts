import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Entry, tarGz, zip } from './archive.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** What the print client is made of, besides its dependencies from npm. */
const AGENT_FOLDERS = ['apps/agent', 'packages/contract', 'packages/label'];
/** Lets a signal to npm stop the client too. */
const FOLLOW_NPM = 'scripts/lib/follow-npm.mjs';
const LEFT_OUT = /(^|\/)(node_modules|dist|crash|build-subset\.py)(\/|$)|\.test\.ts$/;

const filesUnder = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .filter((path) => !LEFT_OUT.test(path))
    .toSorted();

const json = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<string, unknown>;

/** The version of this source tree, which is the print client's. */
export const agentVersion = (): string => String(json('package.json')['version']);

/** What lies in the package, in the order of the download page. */
export const AGENT_README = `云标打印客户端（源码包）

需要 Node.js 20 以上和 npm（运行时会自己装好需要的 Node 24）。

1. 在这个文件夹里运行：npm install
2. 配对：          npm run agent -- pair --server 网站地址
   屏幕上会出现 8 位配对码和一个链接：打开链接，或在网站的“授权客户端”里输入它。
3. 加一台打印机：  npm run agent -- printer add 仓库 tcp://192.168.1.50:9100 --language zpl --dpi 203
4. 开始工作：      npm run agent -- run

没有标签打印机也可以试：npm run agent -- virtual-printer
全部命令：npm run agent -- help
`;

/** The packages' development tools are not needed to print. */
const withoutTools = (path: string): Uint8Array => {
  if (!path.endsWith('package.json')) return readFileSync(join(ROOT, path));
  const { devDependencies: _, ...rest } = json(path);
  return Buffer.from(`${JSON.stringify(rest, null, 2)}\n`);
};

const agentEntries = (): Entry[] => {
  const root = json('package.json');
  const dependencies = root['dependencies'] as Record<string, string> | undefined;
  const manifest = {
    name: 'yunbiao-agent',
    version: root['version'],
    private: true,
    type: 'module',
    workspaces: ['packages/*', 'apps/*'],
    scripts: {
      agent: `node --disable-warning=ExperimentalWarning --import ./${FOLLOW_NPM} apps/agent/src/main.ts`,
    },
    dependencies: { node: dependencies?.['node'] },
    allowScripts: { node: true },
  };
  const own: Entry[] = [
    { path: 'package.json', content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    { path: 'README.txt', content: Buffer.from(AGENT_README) },
  ];
  const sources = [...AGENT_FOLDERS.flatMap(filesUnder), FOLLOW_NPM].map((path) => ({
    path,
    content: withoutTools(path),
  }));
  return [...own, ...sources].map(({ path, content }) => ({
    path: `yunbiao-agent/${path}`,
    content,
  }));
};

/** A label of fixtures/labels: name, category and template. */
export const sampleLabel = (name: string): { name: string; category: string; template: unknown } =>
  json(`fixtures/labels/${name}.json`) as { name: string; category: string; template: unknown };

const templatePack = (names: readonly string[]): Buffer =>
  zip(
    names.map((name) => {
      const label = sampleLabel(name);
      return {
        path: `${label.name}.json`,
        content: Buffer.from(`${JSON.stringify(label, null, 2)}\n`),
      };
    }),
  );

/**
 * A test page in plain ZPL II for any printer of 203 dpi: the outer frame 1 mm (8 dots) inside the label, a cross in
 * the middle, a ruler in millimetres, a Code 128 with bars of 2 dots.
 */
export const testPage = (widthMm: number, heightMm: number): Buffer => {
  const [width, height] = [widthMm * 8, heightMm * 8];
  const box = (x: number, y: number, w: number, h: number, line: number) =>
    `^FO${x},${y}^GB${w},${h},${line}^FS`;
  const ticks = Array.from({ length: widthMm - 3 }, (_, i) =>
    box(16 + i * 8, 8, 1, (i + 2) % 10 === 0 ? 24 : 12, 1),
  );
  const lines = [
    `^XA^PW${width}^LL${height}^LH0,0`,
    box(8, 8, width - 16, height - 16, 2),
    box(width / 2 - 40, height / 2, 80, 2, 2),
    box(width / 2, height / 2 - 40, 2, 80, 2),
    ...ticks,
    `^FO24,48^A0N,28,28^FDYUNBIAO ${widthMm} x ${heightMm} mm  203 dpi^FS`,
    `^FO24,${height - 104}^BY2^BCN,56,Y,N,N^FDYB-TEST-${widthMm}X${heightMm}^FS`,
    '^PQ1^XZ',
  ];
  return Buffer.from(`${lines.join('\n')}\n`, 'ascii');
};

export type SampleFile = {
  version: string;
  platform: 'windows' | 'macos' | 'linux' | 'any';
  arch: string;
  title: string;
  fileName: string;
  requirement: string;
  /** One change a line. */
  notes: string;
  /** Days before the first start. */
  age: number;
  content: Uint8Array;
};

const CLIENT_NOTES =
  '第一个公开版本：配对、本机账本、ZPL 打印机、虚拟打印机\n断线重连后先问打印机数到几，再接着打';

const clients = (): SampleFile[] => {
  const entries = agentEntries();
  const version = agentVersion();
  const archive = tarGz(entries);
  const shared = {
    version,
    arch: '通用',
    title: '打印客户端（源码包）',
    notes: CLIENT_NOTES,
    age: 2,
  };
  const requirement = '已装 Node.js 20 以上和 npm';
  return [
    {
      ...shared,
      platform: 'windows',
      fileName: `云标打印客户端-${version}-源码.zip`,
      requirement: `Windows 10 以上，${requirement}`,
      content: zip(entries),
    },
    {
      ...shared,
      platform: 'macos',
      fileName: `yunbiao-agent-${version}-src.tar.gz`,
      requirement: `macOS 12 以上，${requirement}`,
      content: archive,
    },
    {
      ...shared,
      platform: 'linux',
      fileName: `yunbiao-agent-${version}-src.tar.gz`,
      requirement: `x64 或 ARM64，${requirement}`,
      content: archive,
    },
  ];
};

let clientFiles: SampleFile[] | undefined;

/** The files a sample software offers, made from this source tree: every byte is what the page says it is. */
export const sampleFiles = (templates: readonly string[], size: [number, number]): SampleFile[] => {
  clientFiles ??= clients();
  const version = agentVersion();
  const extras = { platform: 'any', arch: '通用' } as const;
  const [width, height] = size;
  return [
    ...clientFiles,
    {
      ...extras,
      version,
      title: '样例模板包',
      fileName: `样例模板-${version}.zip`,
      requirement: '解压后是模板 JSON，可以照着改',
      notes: '模板的字段都带样例和最大长度',
      age: 2,
      content: templatePack(templates),
    },
    {
      ...extras,
      version,
      title: '打印机测试页（ZPL）',
      fileName: `测试页-${width}x${height}.zpl`,
      requirement: '203 dpi 的 ZPL 打印机',
      notes: '测试页加了毫米刻度',
      age: 2,
      content: testPage(width, height),
    },
    {
      ...extras,
      version: '0.0.9',
      title: '打印机测试页（ZPL）',
      fileName: '测试页-40x30.zpl',
      requirement: '203 dpi 的 ZPL 打印机',
      notes: '先放出来的测试页：边框、十字线和一个条码',
      age: 40,
      content: testPage(40, 30),
    },
  ];
};
