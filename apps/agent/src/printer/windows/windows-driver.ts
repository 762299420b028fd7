import { UnreachableError, UserError } from '../../errors.ts';
import type { PrinterSettings } from '../../settings.ts';
import { isSilence } from '../jobs/errors.ts';
import type { Silence } from '../jobs/errors.ts';
import { runJobDriver } from '../jobs/job-driver.ts';
import { sendOnce } from '../jobs/send-once.ts';
import { trustIn } from '../jobs/trust.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import type { PrinterView } from '../view.ts';
import { nativeWinspool } from './native-winspool.ts';
import { getLook } from './states.ts';
import { createWindowsSpool, missing } from './windows-spool.ts';
import type { WindowsPrinter, Winspool } from './winspool.ts';

const getQueue = ({ at }: PrinterSettings): string => {
  if (at.kind === 'windows-queue') return at.name;
  throw new Error(`${at.kind} is no queue of Windows`);
};

/** A gone job is gone for good, and a fast one is gone soon: asked less often, less is seen of it. */
const ASK_MS = 100;

const ONLY_THERE = 'Windows 的打印队列只有 Windows 版的打印客户端能用';

/** @throws UnreachableError elsewhere */
const ownWinspool = (): Winspool => {
  if (process.platform !== 'win32') throw new UnreachableError('', ONLY_THERE);
  return nativeWinspool();
};

const silent = (why: Silence): PrinterView => ({
  state: 'stopped',
  stateReasons: ['connecting-to-device'],
  stateText: why instanceof UnreachableError ? why.message : `Windows 打印队列${why.message}`,
  counter: null,
});

/** Whoever misspells a queue is told which there are. */
const requireQueue = async (queue: string, winspool: Winspool): Promise<void> => {
  const names = ((await winspool.printers()) ?? []).map(({ name }) => name);
  if (names.length === 0 || queue.startsWith('\\\\')) return;
  if (names.some((name) => name.toLowerCase() === queue.toLowerCase())) return;
  throw new UserError(missing(queue), `现有：${names.join('、')}`);
};

/**
 * Queues of Windows' spooler: labels in the printer's own language go through untouched (RAW). `winspool`: asked for when
 * it is needed, as it is on Windows only.
 */
export const createWindowsDriver = (winspool: () => Winspool): PrinterDriver => ({
  getEvidence: () => ['consumed'],
  run: async (desk) => {
    let opened: Winspool;
    try {
      opened = winspool();
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      // Settings of another machine: nothing of it will change while this runs.
      desk.show(silent(error));
      while (!desk.stopping()) await desk.signal.wait(1000);
      return;
    }
    await runJobDriver(desk, {
      spool: createWindowsSpool(getQueue(desk.printer), opened),
      ...trustIn(desk, () => false),
      leastMs: () => 0,
      silent,
      forgetsPrinted: true,
      askMs: ASK_MS,
    });
  },
  ask: async (printer) => {
    const queue = getQueue(printer);
    try {
      await requireQueue(queue, winspool());
      return (await createWindowsSpool(queue, winspool()).look()).view;
    } catch (error) {
      if (!isSilence(error)) throw error;
      if (error instanceof UnreachableError) throw error;
      return null;
    }
  },
  send: (printer, label) => sendOnce(createWindowsSpool(getQueue(printer), winspool()), label),
  unanswered: 'Windows 打印队列没有应答',
  ifNeverAnswers: () => '看看“服务”里的 Print Spooler 有没有在运行',
});

export const windowsDriver: PrinterDriver = createWindowsDriver(ownWinspool);

export type WindowsQueue = Pick<WindowsPrinter, 'name' | 'port' | 'driver'> & {
  state: Pick<PrinterView, 'state' | 'stateReasons'>;
};

/** The queues of Windows as whoever looks for printers sees them. Null: the spooler does not answer. */
export const listWindowsQueues = async (winspool = ownWinspool): Promise<WindowsQueue[] | null> => {
  const printers = await winspool().printers();
  return (
    printers?.map(({ name, port, driver, ...printer }) => ({
      name,
      port,
      driver,
      state: getLook(printer).view,
    })) ?? null
  );
};
