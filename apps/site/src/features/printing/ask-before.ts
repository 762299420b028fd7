import { isMoved, stockFit, stockSizes } from '@yunbiao/label/stock';
import { confirm } from '@yunbiao/ui';
import { leftOutQuestion } from './left-out.ts';
import { cutOff } from './out-of-place.ts';
import type { Draft } from './draft.ts';
import { type Attempt, type Intent, getIntent, type Job } from './submission.ts';
import { sentBefore } from './taken.ts';
import type { usePrintJob } from './use-print-job.ts';

const BACK = '回去改';

/** Rows that cannot be drawn are not sent: said once, with what is printed in their place. */
const askLeftOut = ({ leftOut, count }: ReturnType<typeof usePrintJob>): Promise<boolean> | true =>
  leftOut.length === 0 ||
  confirm({
    ...leftOutQuestion(leftOut, count),
    confirmText: `打印 ${count.toLocaleString('zh-CN')} 张`,
    cancelText: BACK,
  });

/** `agreed` holds the pairs of paper and label that were agreed to on this page. */
const askPaper = async (
  { config, item, template }: ReturnType<typeof usePrintJob>,
  agreed: Set<string>,
): Promise<boolean> => {
  if (!config || stockFit(template, config) === 'same') return true;
  const pair = [config.id, config.widthMm, config.heightMm, config.rotation, item.id].join(' ');
  if (agreed.has(pair)) return true;
  const { label, stock } = stockSizes(template, config);
  const sure = await confirm({
    message: `用 ${stock} 的纸打 ${label} 的标签？`,
    detail: '印是印得下，多出来的地方空着。装的纸要是和配置写的不一样，先去改配置。',
    confirmText: '就用这个纸',
    cancelText: BACK,
  });
  if (sure) agreed.add(pair);
  return sure;
};

/**
 * Whether the server is to look for what falls off: what the page draws is for one printer of a group, and a label of a
 * row is drawn where it stands, before the row is moved as one.
 */
export const asksServer = ({
  config,
  group,
}: Pick<ReturnType<typeof usePrintJob>, 'config' | 'group'>): boolean =>
  group !== undefined || (config !== undefined && config.columns > 1);

/** What the server found falls off, asked about. */
export const askCutOff = (found: string): Promise<boolean> =>
  confirm({
    message: '有内容印到标签外面，还打吗？',
    detail: `${found}。挪一下模板里的内容，或者重新校准。`,
    confirmText: '照样打',
    cancelText: BACK,
  });

/**
 * Content that offset or feed correction of the printer moves off the label is cut there: asked about once for a label and a
 * configuration. What the template itself lets hang over was meant so, and is told beside the picture.
 */
const askPlace = async (
  job: ReturnType<typeof usePrintJob>,
  agreed: Set<string>,
): Promise<boolean> => {
  const { config, item, rows, listWarnings } = job;
  if (!config || !isMoved(config) || asksServer(job)) return true;
  const cut = cutOff(rows.map(listWarnings));
  if (!cut) return true;
  const { offsetXMm, offsetYMm, pitchScale } = config;
  const key = ['place', config.id, offsetXMm, offsetYMm, pitchScale, item.id].join(' ');
  if (agreed.has(key)) return true;
  const sure = await confirm({
    message: `按配置“${config.name}”的校准移动以后，有内容印到标签外面，还打吗？`,
    detail: `${cut}。移动的是横向 ${offsetXMm} mm、纵向 ${offsetYMm} mm、走纸 ${pitchScale} %；挪一下模板里的内容，或者重新校准。`,
    confirmText: '照样打',
    cancelText: BACK,
  });
  if (sure) agreed.add(key);
  return sure;
};

const askAgain = (intent: Intent, count: number): Promise<boolean> | true =>
  intent.kind === 'send' ||
  confirm({
    message: `同样的内容已经打过，再打一批？`,
    detail: `刚才那一批是 ${intent.before.batchNo}。再打一批会另外印 ${count.toLocaleString('zh-CN')} 张，也另外算额度。`,
    confirmText: '再打一批',
    cancelText: '不打了',
  });

/** Rows that were sent before, and are in the table again as in a list that was mended elsewhere and pasted whole. */
const askSent = ({ rows }: Job, sent: Pick<Draft, 'taken' | 'again'>): Promise<boolean> | true => {
  const twice = sentBefore(rows, sent);
  return (
    twice === 0 ||
    confirm({
      message: `其中 ${twice.toLocaleString('zh-CN')} 行刚才打过，再打一遍？`,
      detail: '它们和刚才发出去的一样，再打会另外印出来。不想再打的，回去从表里删掉。',
      confirmText: '照样打',
      cancelText: BACK,
    })
  );
};

/** What is asked between pressing 打印 and sending, each only where there is cause. The attempt to send, or null. */
export const askBefore = async (
  job: ReturnType<typeof usePrintJob>,
  toSend: Job,
  { attempts, taken, again }: Pick<Draft, 'attempts' | 'taken' | 'again'>,
  agreed: Set<string>,
): Promise<Attempt | null> => {
  if (!(await askPaper(job, agreed)) || !(await askPlace(job, agreed))) return null;
  if (!(await askLeftOut(job))) return null;
  const intent = getIntent(attempts, toSend);
  if (intent.kind === 'send' && !(await askSent(toSend, { taken, again }))) return null;
  return (await askAgain(intent, job.count)) ? intent.attempt : null;
};
