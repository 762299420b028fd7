import { UnreachableError } from '../errors.ts';
import { getDriver } from '../printer/drivers.ts';
import { isStream } from '../printer/stream.ts';
import type { PrinterView } from '../printer/view.ts';
import type { PrinterSettings } from '../settings.ts';

type Say = (line: string) => void;

/** What answered, and how it is. Of those that take labels as jobs, nobody misses a counter. */
export const describe = (
  { at }: PrinterSettings,
  { state, stateText, counter }: PrinterView,
): string => {
  const how = state === 'stopped' ? stateText : '就绪';
  if (at.kind === 'folder') return '文件夹可以写';
  if (at.kind === 'ipp') return `打印机回答了：${how}`;
  if (!isStream(at)) return `打印队列回答了：${how}`;
  return `打印机回答了：${how}，${counter === null ? '没有计数器' : `计数器 ${counter}`}`;
};

/** Says how a printer answers. True: it counts its labels; undefined: nobody knows yet. */
export const look = async (printer: PrinterSettings, say: Say): Promise<boolean | undefined> => {
  if (printer.closeAfter) {
    say('这台打印机不回答状态：标签只能确认收下，不能确认印出来');
    return false;
  }
  const driver = getDriver(printer);
  try {
    const view = await driver.ask(printer);
    if (view) {
      say(describe(printer, view));
      return view.counter !== null;
    }
    say(`${driver.unanswered}。${driver.ifNeverAnswers(printer.name)}`);
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    say(`现在${error.message}。好了以后会自动连上`);
  }
  return undefined;
};
