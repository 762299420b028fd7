import { UnreachableError, UserError } from '../../errors.ts';
import type { PrinterSettings } from '../../settings.ts';
import { isNoAnswerError } from '../jobs/errors.ts';
import { runJobDriver } from '../jobs/job-driver.ts';
import { sendTestLabel } from '../jobs/send-once.ts';
import { createSpoolTrustRecord } from '../jobs/trust.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import { createCupsSpool, listCupsQueues, createUnansweredCupsView } from './cups.ts';

const requireCupsQueueName = ({ at }: PrinterSettings): string => {
  if (at.kind === 'cups-queue') return at.name;
  throw new Error(`${at.kind} is no queue of CUPS`);
};

const POLL_MS = 100;

/** Throws a UserError with the existing queues when there is no queue of this name. */
const requireExistingQueue = async (queue: string): Promise<void> => {
  const names = (await listCupsQueues()).map(({ name }) => name);
  if (names.includes(queue)) return;
  throw new UserError(
    `这台电脑上没有叫 ${queue} 的打印队列`,
    names.length > 0 ? `现有：${names.join('、')}` : '先在系统设置里添加打印机',
  );
};

const UNANSWERED = '系统的打印服务 CUPS 没有应答';

/**
 * Drives CUPS queues: printer commands pass through unchanged, pages are rendered by the queue's
 * driver.
 */
export const cupsDriver: PrinterDriver = {
  getEvidence: () => ['consumed'],
  run: (context) =>
    runJobDriver(context, {
      spool: createCupsSpool(requireCupsQueueName(context.printer), context.printer),
      ...createSpoolTrustRecord(context, () => false),
      getMinimumMs: () => 0,
      toSilentView: createUnansweredCupsView,
      forgetsPrintedJobs: false,
      pollMs: POLL_MS,
    }),
  queryView: async (printer) => {
    const queue = requireCupsQueueName(printer);
    try {
      await requireExistingQueue(queue);
      return (await createCupsSpool(queue, printer).inspect()).view;
    } catch (error) {
      if (!isNoAnswerError(error)) throw error;
      if (error instanceof UnreachableError)
        throw new UnreachableError(error.code, createUnansweredCupsView(error).stateText);
      return null;
    }
  },
  send: (printer, label) =>
    sendTestLabel(createCupsSpool(requireCupsQueueName(printer), printer), label),
  unansweredText: UNANSWERED,
  getNoAnswerHint: () => '看看它有没有在运行：systemctl status cups',
};
