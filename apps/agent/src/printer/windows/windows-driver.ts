import { UnreachableError, UserError } from '../../errors.ts';
import type { PrinterSettings } from '../../settings.ts';
import { isNoAnswerError } from '../jobs/errors.ts';
import type { NoAnswerError } from '../jobs/errors.ts';
import { runJobDriver } from '../jobs/job-driver.ts';
import { sendTestLabel } from '../jobs/send-once.ts';
import { createSpoolTrustRecord } from '../jobs/trust.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import type { PrinterView } from '../view.ts';
import { loadWinspool } from './native-winspool.ts';
import { convertQueueToSpoolState } from './states.ts';
import { createWindowsSpool, describeMissingQueue } from './windows-spool.ts';
import type { WindowsPrinter, Winspool } from './winspool.ts';

const requireWindowsQueueName = ({ at }: PrinterSettings): string => {
  if (at.kind === 'windows-queue') return at.name;
  throw new Error(`${at.kind} is no queue of Windows`);
};

/**
 * Poll interval for jobs, ms. Short, because Windows forgets ended jobs and a fast job ends soon.
 */
const POLL_MS = 100;

const WINDOWS_ONLY_TEXT = 'Windows 的打印队列只有 Windows 版的打印客户端能用';

/** Returns the spooler's functions. Throws UnreachableError on systems other than Windows. */
const requireWinspool = (): Winspool => {
  if (process.platform !== 'win32') throw new UnreachableError('', WINDOWS_ONLY_TEXT);
  return loadWinspool();
};

const createUnansweredQueueView = (noAnswerError: NoAnswerError): PrinterView => ({
  state: 'stopped',
  stateReasons: ['connecting-to-device'],
  stateText:
    noAnswerError instanceof UnreachableError
      ? noAnswerError.message
      : `Windows 打印队列${noAnswerError.message}`,
  counter: null,
});

/** Throws a UserError with the existing queues when there is no queue of this name. */
const requireExistingQueue = async (queue: string, winspool: Winspool): Promise<void> => {
  const names = ((await winspool.listPrinters()) ?? []).map(({ name }) => name);
  if (names.length === 0 || queue.startsWith('\\\\')) return;
  if (names.some((name) => name.toLowerCase() === queue.toLowerCase())) return;
  throw new UserError(describeMissingQueue(queue), `现有：${names.join('、')}`);
};

/**
 * Drives Windows queues: labels in the printer's language pass through unchanged (RAW). `winspool`
 * is called on demand, because it exists only on Windows.
 */
export const createWindowsDriver = (winspool: () => Winspool): PrinterDriver => ({
  getEvidence: () => ['consumed'],
  run: async (context) => {
    let openedWinspool: Winspool;
    try {
      openedWinspool = winspool();
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      // The settings come from another machine. Nothing changes until they do.
      context.show(createUnansweredQueueView(error));
      while (!context.isStopping()) await context.signal.wait(1000);
      return;
    }
    await runJobDriver(context, {
      spool: createWindowsSpool(requireWindowsQueueName(context.printer), openedWinspool),
      ...createSpoolTrustRecord(context, () => false),
      getMinimumMs: () => 0,
      toSilentView: createUnansweredQueueView,
      forgetsPrintedJobs: true,
      pollMs: POLL_MS,
    });
  },
  queryView: async (printer) => {
    const queue = requireWindowsQueueName(printer);
    try {
      await requireExistingQueue(queue, winspool());
      return (await createWindowsSpool(queue, winspool()).inspect()).view;
    } catch (error) {
      if (!isNoAnswerError(error)) throw error;
      if (error instanceof UnreachableError) throw error;
      return null;
    }
  },
  send: (printer, label) =>
    sendTestLabel(createWindowsSpool(requireWindowsQueueName(printer), winspool()), label),
  unansweredText: 'Windows 打印队列没有应答',
  getNoAnswerHint: () => '看看“服务”里的 Print Spooler 有没有在运行',
});

export const windowsDriver: PrinterDriver = createWindowsDriver(requireWinspool);

export type WindowsQueue = Pick<WindowsPrinter, 'name' | 'port' | 'driver'> & {
  state: Pick<PrinterView, 'state' | 'stateReasons'>;
};

/** Lists the Windows queues for printer discovery; null when the spooler does not answer. */
export const listWindowsQueues = async (
  winspool = requireWinspool,
): Promise<WindowsQueue[] | null> => {
  const printers = await winspool().listPrinters();
  return (
    printers?.map(({ name, port, driver, ...printer }) => ({
      name,
      port,
      driver,
      state: convertQueueToSpoolState(printer).view,
    })) ?? null
  );
};
