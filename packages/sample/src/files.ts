import { createZipArchive } from '@yunbiao/services';
import { readShippedTemplate } from '@yunbiao/services/parts';

const createTemplatePack = (names: readonly string[]): Buffer =>
  createZipArchive(
    names.map((name) => {
      const label = readShippedTemplate(name);
      return {
        path: `${label.name}.json`,
        content: Buffer.from(`${JSON.stringify(label, null, 2)}\n`),
      };
    }),
  );

/**
 * Test page in plain ZPL II for 203 dpi: a frame 1 mm (8 dots) inside the label, a cross in the
 * middle, a millimetre ruler, and a Code 128 with bars of 2 dots.
 */
export const createTestPage = (widthMm: number, heightMm: number): Buffer => {
  const [width, height] = [widthMm * 8, heightMm * 8];
  const formatZplBox = (x: number, y: number, w: number, h: number, line: number) =>
    `^FO${x},${y}^GB${w},${h},${line}^FS`;
  const ticks = Array.from({ length: widthMm - 3 }, (_, i) =>
    formatZplBox(16 + i * 8, 8, 1, (i + 2) % 10 === 0 ? 24 : 12, 1),
  );
  const lines = [
    `^XA^PW${width}^LL${height}^LH0,0`,
    formatZplBox(8, 8, width - 16, height - 16, 2),
    formatZplBox(width / 2 - 40, height / 2, 80, 2, 2),
    formatZplBox(width / 2, height / 2 - 40, 2, 80, 2),
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
  /** One change per line. */
  notes: string;
  /** Days before the first start. */
  age: number;
  content: Uint8Array;
};

/** Print client offered by the sample software. The caller provides the packages. */
export type PrintClient = {
  version: string;
  /** Builds the packages, which is slow; called only when needed. */
  buildPackages: () => readonly Omit<SampleFile, 'notes' | 'age'>[];
};

const CLIENT_NOTES =
  '第一个公开版本：配对、本机账本、ZPL、TSPL 和 ESC/POS 打印机、虚拟打印机\n断线重连后先问打印机数到几，再继续打印';

/** Files of a sample software. */
export const createSampleFiles = (
  { version, buildPackages }: PrintClient,
  templates: readonly string[],
  size: [number, number],
): SampleFile[] => {
  const extras = { platform: 'any', arch: '通用' } as const;
  const [width, height] = size;
  return [
    ...buildPackages().map((packageFile) => ({ ...packageFile, notes: CLIENT_NOTES, age: 2 })),
    {
      ...extras,
      version,
      title: '样例模板包',
      fileName: `样例模板-${version}.zip`,
      requirement: '解压后是模板 JSON，可以照着改',
      notes: '模板的字段都带样例和最大长度',
      age: 2,
      content: createTemplatePack(templates),
    },
    {
      ...extras,
      version,
      title: '打印机测试页（ZPL）',
      fileName: `测试页-${width}x${height}.zpl`,
      requirement: '203 dpi 的 ZPL 打印机',
      notes: '测试页加了毫米刻度',
      age: 2,
      content: createTestPage(width, height),
    },
    {
      ...extras,
      version: '0.0.9',
      title: '打印机测试页（ZPL）',
      fileName: '测试页-40x30.zpl',
      requirement: '203 dpi 的 ZPL 打印机',
      notes: '先放出来的测试页：边框、十字线和一个条码',
      age: 40,
      content: createTestPage(40, 30),
    },
  ];
};
