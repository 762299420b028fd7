import { UnreachableError } from '../errors.ts';
import { DRIVERS } from '../printer/drivers.ts';
import type { PrinterView } from '../printer/view.ts';
import type { PrinterSettings } from '../settings.ts';

type Say = (line: string) => void;

export const describe = ({ state, stateText, counter }: PrinterView): string =>
  `${state === 'stopped' ? stateText : '就绪'}，${counter === null ? '没有计数器' : `计数器 ${counter}`}`;

/** Says how a printer answers. True: it counts its labels; undefined: nobody knows yet. */
export const look = async (printer: PrinterSettings, say: Say): Promise<boolean | undefined> => {
  if (printer.closeAfter) {
    say('这台打印机不回答状态：标签只能确认收下，不能确认印出来');
    return false;
  }
  const driver = DRIVERS[printer.language];
  try {
    const view = await driver.ask(printer.at);
    if (view) {
      say(`打印机回答了：${describe(view)}`);
      return view.counter !== null;
    }
    say(`${driver.unanswered}。${driver.ifNeverAnswers(printer.name)}`);
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    say(`现在${error.message}。开机或接好网线后会自动连上`);
  }
  return undefined;
};
