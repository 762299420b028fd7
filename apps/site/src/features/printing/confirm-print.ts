import {
  hasCalibrationCorrection,
  compareTemplateToStock,
  describeStockSizes,
} from '@yunbiao/label/stock';
import { showConfirmDialog } from '@yunbiao/ui';
import { buildDoubtfulQuestion, findDoubtfulValues } from './rows/doubtful-values.ts';
import { buildSkippedQuestion } from './rows/skipped-rows.ts';
import { describeOverflow } from './overflow.ts';
import type { Draft } from './draft.ts';
import {
  type Attempt,
  hashJobContent,
  type PrintRequest,
  createPrintRequest,
  type Job,
} from './attempts.ts';
import { countResubmittedRows } from './rows/sent-rows.ts';
import type { PrintJob } from './use-print-job.ts';

const BACK_TO_EDIT = '返回修改';

/** Rows that cannot be drawn are skipped. Asks once before the remaining rows are printed. */
const confirmSkippedRows = ({ leftOut, count, names }: PrintJob): Promise<boolean> | true =>
  leftOut.length === 0 ||
  names === null ||
  showConfirmDialog({
    ...buildSkippedQuestion(leftOut, count, names),
    confirmText: `打印 ${count.toLocaleString('zh-CN')} 张`,
    cancelText: BACK_TO_EDIT,
  });

/** Blanks and rounded numbers are usually mistakes in the sheet. Asks once for the same rows. */
const confirmDoubtfulValues = async (
  { item, template, rows, leftOut, names }: PrintJob,
  toSend: Job,
  agreedKeys: Set<string>,
): Promise<boolean> => {
  const doubtfulValues = findDoubtfulValues({ template, isPublic: !item.own, rows, leftOut });
  const key = `values ${hashJobContent(toSend)}`;
  if (doubtfulValues.length === 0 || agreedKeys.has(key)) return true;
  const isConfirmed = await showConfirmDialog({
    ...buildDoubtfulQuestion(doubtfulValues, names),
    confirmText: '仍然打印',
    cancelText: BACK_TO_EDIT,
  });
  if (isConfirmed) agreedKeys.add(key);
  return isConfirmed;
};

/**
 * Asks whether to print a label on paper of another size. `agreedKeys` stores the pairs confirmed
 * on this page.
 */
const confirmPaperMismatch = async (
  { config, item, template }: PrintJob,
  agreedKeys: Set<string>,
): Promise<boolean> => {
  if (!config || compareTemplateToStock(template, config) === 'same') return true;
  const pair = [config.id, config.widthMm, config.heightMm, config.rotation, item.id].join(' ');
  if (agreedKeys.has(pair)) return true;
  const { label, stock } = describeStockSizes(template, config);
  const isConfirmed = await showConfirmDialog({
    message: `用 ${stock} 的纸打印 ${label} 的标签？`,
    detail: '放得下，多出来的地方空着。装的纸要是和配置写的不一样，先去改配置。',
    confirmText: '用这种纸打印',
    cancelText: BACK_TO_EDIT,
  });
  if (isConfirmed) agreedKeys.add(pair);
  return isConfirmed;
};

/**
 * Returns true when the server must check for overflow. The preview covers one printer only, not
 * each printer of a group. With several columns the preview draws each label separately, before the
 * whole row is shifted.
 */
export const needsServerOverflowCheck = ({
  config,
  group,
}: Pick<PrintJob, 'config' | 'group'>): boolean =>
  group !== undefined || (config !== undefined && config.columns > 1);

/** Asks whether to print despite the overflow that the server reported. */
export const confirmOverflow = (overflowText: string): Promise<boolean> =>
  showConfirmDialog({
    message: '有内容超出标签，仍要打印吗？',
    detail: `${overflowText}。移动模板里的内容，或者重新校准。`,
    confirmText: '仍然打印',
    cancelText: BACK_TO_EDIT,
  });

/**
 * The printer's offset or feed correction can move content off the label, where it is cut. Asks
 * once per label and configuration. Overflow that the template itself contains is intended; the
 * preview only reports it.
 */
const confirmShiftedOverflow = async (job: PrintJob, agreedKeys: Set<string>): Promise<boolean> => {
  const { config, item, rows, listWarnings } = job;
  if (!config || !hasCalibrationCorrection(config) || needsServerOverflowCheck(job)) return true;
  const cut = describeOverflow(rows.map(listWarnings));
  if (!cut) return true;
  const { offsetXMm, offsetYMm, pitchScale } = config;
  const key = ['place', config.id, offsetXMm, offsetYMm, pitchScale, item.id].join(' ');
  if (agreedKeys.has(key)) return true;
  const isConfirmed = await showConfirmDialog({
    message: `按配置“${config.name}”的校准移动以后，有内容超出标签，仍要打印吗？`,
    detail: `${cut}。移动的是横向 ${offsetXMm} mm、纵向 ${offsetYMm} mm、走纸 ${pitchScale} %；移动模板里的内容，或者重新校准。`,
    confirmText: '仍然打印',
    cancelText: BACK_TO_EDIT,
  });
  if (isConfirmed) agreedKeys.add(key);
  return isConfirmed;
};

const confirmRepeatedBatch = (intent: PrintRequest, count: number): Promise<boolean> | true =>
  intent.kind === 'send' ||
  showConfirmDialog({
    message: `同样的内容已经打印过，再打印一批？`,
    detail: `刚才那一批是 ${intent.before.batchNo}。再打印一批会另外打印 ${count.toLocaleString('zh-CN')} 张，也另外算额度。`,
    confirmText: '再打印一批',
    cancelText: '取消',
  });

/**
 * Rows that were sent before and are in the table again, for example from a list that was corrected
 * elsewhere and pasted completely.
 */
const confirmAlreadySentRows = (
  { rows }: Job,
  sentDraft: Pick<Draft, 'taken' | 'again'>,
): Promise<boolean> | true => {
  const twice = countResubmittedRows(rows, sentDraft);
  return (
    twice === 0 ||
    showConfirmDialog({
      message: `其中 ${twice.toLocaleString('zh-CN')} 行刚才打印过，重新打印？`,
      detail: '它们和刚才发出去的一样，再打印会另外打印出来。不想再打印的，回去从表里删除。',
      confirmText: '仍然打印',
      cancelText: BACK_TO_EDIT,
    })
  );
};

/**
 * Asks all questions between pressing 打印 and sending, each only when it applies. Returns null when
 * the member cancels.
 */
export const confirmPrint = async (
  job: PrintJob,
  toSend: Job,
  { attempts, taken, again }: Pick<Draft, 'attempts' | 'taken' | 'again'>,
  agreedKeys: Set<string>,
): Promise<Attempt | null> => {
  if (
    !(await confirmPaperMismatch(job, agreedKeys)) ||
    !(await confirmShiftedOverflow(job, agreedKeys))
  )
    return null;
  if (!(await confirmSkippedRows(job)) || !(await confirmDoubtfulValues(job, toSend, agreedKeys)))
    return null;
  const intent = createPrintRequest(attempts, toSend);
  if (intent.kind === 'send' && !(await confirmAlreadySentRows(toSend, { taken, again })))
    return null;
  return (await confirmRepeatedBatch(intent, job.count)) ? intent.attempt : null;
};
