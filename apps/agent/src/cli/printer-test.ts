import { parseTemplate } from '@yunbiao/contract/printing/template';
import type { DocumentFormat } from '../document-format.ts';
import { UnreachableError, UserError } from '../errors.ts';
import { getDriver } from '../printer/drivers.ts';
import type { PreparedLabel } from '../printer/queue.ts';
import { openStream, sendLastBytes } from '../printer/stream.ts';
import { getLabelFonts, prepareLabel } from '../render/prepare.ts';
import { createDefaultSetup } from '../render/default-setup.ts';
import type { PrinterSettings } from '../settings.ts';
import { describePrinterAnswer } from './probe-printer.ts';

type Say = (line: string) => void;

const createTestLabel = (printer: PrinterSettings, format?: DocumentFormat): PreparedLabel => {
  const createTextElement = (id: string, yMm: number, content: string, sizeMm: number) =>
    ({
      type: 'text',
      id,
      xMm: 3,
      yMm,
      widthMm: 44,
      heightMm: 7,
      rotation: 0,
      content,
      sizeMm,
      weight: 400,
      align: 'left',
      fit: 'shrink',
    }) as const;
  const elements = [
    createTextElement('name', 3, '云标测试 Test', 5),
    createTextElement('printer', 10, printer.name, 4),
    {
      type: 'qr',
      id: 'qr',
      xMm: 3,
      yMm: 17,
      widthMm: 10,
      heightMm: 10,
      rotation: 0,
      content: 'YUNBIAO',
      level: 'M',
    },
  ];
  const template = parseTemplate({ version: 1, widthMm: 50, heightMm: 30, fields: [], elements });
  const { language, dpi } = printer;
  const prepared = prepareLabel(
    { template, setup: createDefaultSetup({ language, dpi, widthMm: 50, heightMm: 30 }) },
    {},
    { fonts: getLabelFonts(), graphics: printer.graphics, ...(format && { format }) },
  );
  if (!prepared.ok) throw new UserError(`测试标签画不出来：${prepared.reason}`);
  return prepared;
};

/**
 * No printer answer tells whether the printer supports Z64 graphics; only the printed label does.
 */
const showHintForBlankTestLabel = (
  { name, language, graphics }: PrinterSettings,
  print: Say,
): void => {
  if (language === 'zpl' && graphics === 'z64')
    print(
      `打印出来是空白的或者花的，它可能不认 Z64：npm run agent -- printer set ${name} --graphics ascii`,
    );
};

/**
 * Prints one label directly, bypassing the queue.
 * @throws {UserError} if the printer cannot be reached
 */
export const testPrinter = async (printer: PrinterSettings, print: Say): Promise<void> => {
  try {
    if (printer.closeAfter) {
      const socket = await openStream(printer.at, true);
      socket.resume();
      await new Promise<void>((resolve) => {
        socket.on('close', () => resolve()).on('end', () => socket.end());
        sendLastBytes(socket, printer, createTestLabel(printer).bytes);
      });
      print('测试标签已发送。这台打印机不回报结果，请看看打印出来没有');
      showHintForBlankTestLabel(printer, print);
      return;
    }
    const driver = getDriver(printer);
    const before = await driver.queryView(printer);
    if (!before) throw new UserError(driver.unansweredText, '检查打印机后重试');
    print(describePrinterAnswer(printer, before));
    if (before.state === 'stopped') throw new UserError('打印机现在不能打印', '处理好后重试');
    const format = await driver.queryFormat?.(printer);
    if (!(await driver.send(printer, createTestLabel(printer, format))))
      throw new UserError('测试标签已发送，打印机没有再应答', '请看看打印出来没有');
    print('测试标签已送到打印机（50 × 30 mm）');
    showHintForBlankTestLabel(printer, print);
  } catch (error) {
    if (error instanceof UnreachableError)
      throw new UserError(error.message, '检查地址、电源和连线');
    throw error;
  }
};
