import { UnreachableError } from '../errors.ts';
import { getDriver } from '../printer/drivers.ts';
import { isStreamPlace } from '../printer/stream.ts';
import type { PrinterView } from '../printer/view.ts';
import type { PrinterSettings } from '../settings.ts';

type Say = (line: string) => void;

/**
 * Describes how the printer or queue answered. Mentions the counter only for printers that receive
 * a byte stream.
 */
export const describePrinterAnswer = (
  { at }: PrinterSettings,
  { state, stateText, counter }: PrinterView,
): string => {
  const how = state === 'stopped' ? stateText : '就绪';
  if (at.kind === 'folder') return '文件夹可以写';
  if (at.kind === 'ipp') return `打印机回答了：${how}`;
  if (!isStreamPlace(at)) return `打印队列回答了：${how}`;
  return `打印机回答了：${how}，${counter === null ? '没有计数器' : `计数器 ${counter}`}`;
};

/**
 * Prints how a printer answers. Returns whether it counts labels; undefined when it did not answer.
 */
export const queryAndShowPrinterAnswer = async (
  printer: PrinterSettings,
  print: Say,
): Promise<boolean | undefined> => {
  if (printer.closeAfter) {
    print('这台打印机不回答状态：标签只能确认收下，不能确认打印出来');
    return false;
  }
  const driver = getDriver(printer);
  try {
    const view = await driver.queryView(printer);
    if (view) {
      print(describePrinterAnswer(printer, view));
      return view.counter !== null;
    }
    print(`${driver.unansweredText}。${driver.getNoAnswerHint(printer.name)}`);
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    print(`现在${error.message}。好了以后会自动连上`);
  }
  return undefined;
};
