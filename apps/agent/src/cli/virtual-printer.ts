import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { COMMAND_LANGUAGES, isCommandLanguage } from '@yunbiao/contract/evidence';
import type { CommandLanguage } from '@yunbiao/contract/evidence';
import { PRINTER_LANGUAGES } from '@yunbiao/contract/printing/printer-languages';
import { bitmapToPng } from '@yunbiao/label';
import { getErrorCode, UserError } from '../errors.ts';
import { deflate } from '../render/document.ts';
import { servePrinter } from '../virtual/serve.ts';
import type { PrintedLabel } from '../virtual/roll.ts';
import type { VirtualPrinter } from '../virtual/serve.ts';
import { createEscposPrinter } from '../virtual/escpos-printer.ts';
import { createTsplPrinter } from '../virtual/tspl-printer.ts';
import { createZplPrinter } from '../virtual/zpl-printer.ts';
import { parseOptions, parseInteger } from './options.ts';
import { parsePrinterLanguage } from './printer-traits.ts';

type Say = (line: string) => void;

/** Returns the highest number of the existing pictures plus 1. */
const findNextPictureNumber = (out: string): number =>
  readdirSync(out).reduce(
    (max, name) => Math.max(max, Number(/^(\d+)\.png$/.exec(name)?.[1] ?? 0)),
    0,
  ) + 1;

const PAPER_HELP = '输入 paper out 回车表示缺纸，paper in 装上纸，pause 暂停，resume 继续';

type VirtualOptions = { dpi: number; speedMs: number; onLabel: (label: PrintedLabel) => void };

/** Creates the virtual printer of each command language. A missing language does not compile. */
const PRINTER_FACTORIES: Readonly<
  Record<CommandLanguage, (options: VirtualOptions) => VirtualPrinter>
> = {
  zpl: (options) => createZplPrinter({ ...options, counts: true }),
  tspl: createTsplPrinter,
  escpos: createEscposPrinter,
};

const parseVirtualPrinterArguments = (args: string[]) => {
  const { values } = parseOptions(args, {
    port: { type: 'string', default: '9100' },
    host: { type: 'string', default: '127.0.0.1' },
    out: { type: 'string', default: './virtual-printer' },
    language: { type: 'string', default: 'zpl' },
    speed: { type: 'string', default: '0' },
    dpi: { type: 'string', default: '203' },
  });
  const port = parseInteger(values.port, '端口', 0, 65_535);
  const dpi = parseInteger(values.dpi, '分辨率', 100, 600);
  const language = parsePrinterLanguage(values.language);
  if (!isCommandLanguage(language))
    throw new UserError(`虚拟打印机不说 ${language}`, `可以是 ${COMMAND_LANGUAGES.join('、')}`);
  const speedMs = parseInteger(values.speed, '每张毫秒数', 0, 60_000);
  return { port, host: values.host, dpi, language, speedMs, out: resolve(values.out) };
};

/**
 * Runs a network printer for people without one, until stopped. It answers status queries and
 * writes each label as a PNG.
 */
export const runVirtualPrinter = async (args: string[], print: Say): Promise<void> => {
  const { port, host, dpi, language, speedMs, out } = parseVirtualPrinterArguments(args);
  mkdirSync(out, { recursive: true });
  let number = findNextPictureNumber(out);
  const printer = PRINTER_FACTORIES[language]({
    dpi,
    speedMs,
    onLabel: ({ bitmap, undrawn }) => {
      const file = join(out, `${String(number).padStart(4, '0')}.png`);
      number += 1;
      writeFileSync(file, bitmapToPng(bitmap, deflate, { dpi }));
      print(
        `${file}  ${bitmap.width}×${bitmap.height} 点${undrawn.length > 0 ? `（没有画出：${undrawn.join(' ')}，虚拟打印机只画位图）` : ''}`,
      );
    },
  });
  const server = await servePrinter(printer, port, host).catch((error: unknown) => {
    if (getErrorCode(error) === 'EADDRINUSE')
      throw new UserError(`端口 ${port} 已被占用`, '用 --port 更换');
    throw error;
  });
  print(`虚拟打印机在 tcp://${host}:${server.port}，标签存到 ${out}`);
  print(
    `添加它：npm run agent -- printer add 虚拟打印机 tcp://${host}:${server.port} --language ${language} --dpi ${dpi} --exclusive`,
  );
  print(
    `它只画位图（云标的标签就是位图）；${PRINTER_LANGUAGES[language].name} 的文字、线条和条码命令不画。`,
  );
  print(PAPER_HELP);
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const command = line.trim();
    if (command === 'paper out' || command === 'paper in') printer.setPaper(command === 'paper in');
    else if (command === 'pause' || command === 'resume') printer.setPaused(command === 'pause');
    else if (command) return print(PAPER_HELP);
    if (command) print('好');
  });
  await new Promise<void>((resolve) => {
    const stopServer = (): void => void server.close().then(resolve);
    process.once('SIGINT', stopServer);
    process.once('SIGTERM', stopServer);
  });
  lines.close();
};
