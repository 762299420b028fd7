import { UnreachableError, UserError } from '../../errors.ts';
import type { PrinterSettings } from '../../settings.ts';
import { isSilence } from '../jobs/errors.ts';
import { runJobDriver } from '../jobs/job-driver.ts';
import { sendOnce } from '../jobs/send-once.ts';
import { trustIn } from '../jobs/trust.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import { createCupsSpool, listQueues, silentCups } from './cups.ts';

const getQueue = ({ at }: PrinterSettings): string => {
  if (at.kind === 'cups-queue') return at.name;
  throw new Error(`${at.kind} is no queue of CUPS`);
};

const ASK_MS = 100;

/** Whoever misspells a queue is told which there are. */
const requireQueue = async (queue: string): Promise<void> => {
  const names = (await listQueues()).map(({ name }) => name);
  if (names.includes(queue)) return;
  throw new UserError(
    `这台电脑上没有叫 ${queue} 的打印队列`,
    names.length > 0 ? `现有：${names.join('、')}` : '先在系统设置里添加打印机',
  );
};

const UNANSWERED = '系统的打印服务 CUPS 没有应答';

/** Queues of CUPS: bytes in the printer's language go through untouched, pages are drawn by the queue's own driver. */
export const cupsDriver: PrinterDriver = {
  getEvidence: () => ['consumed'],
  run: (desk) =>
    runJobDriver(desk, {
      spool: createCupsSpool(getQueue(desk.printer), desk.printer),
      ...trustIn(desk, () => false),
      leastMs: () => 0,
      silent: silentCups,
      forgetsPrinted: false,
      askMs: ASK_MS,
    }),
  ask: async (printer) => {
    const queue = getQueue(printer);
    try {
      await requireQueue(queue);
      return (await createCupsSpool(queue, printer).look()).view;
    } catch (error) {
      if (!isSilence(error)) throw error;
      if (error instanceof UnreachableError)
        throw new UnreachableError(error.code, silentCups(error).stateText);
      return null;
    }
  },
  send: (printer, label) => sendOnce(createCupsSpool(getQueue(printer), printer), label),
  unanswered: UNANSWERED,
  ifNeverAnswers: () => '看看它有没有在运行：systemctl status cups',
};
