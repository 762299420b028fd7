import { confirm, toast } from '@yunbiao/ui';
import { useApi } from '../../kit/site/site.tsx';
import { askAgain } from '../../kit/printing/ask-again.ts';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { inTurn, inTurnAsking } from './in-turn.ts';
import type { Detail } from './words.ts';

export type Resolve = 'printed' | 'reprint';

const REPRINTABLE: ReadonlySet<Detail['state']> = new Set([
  'uncertain',
  'failed',
  'cancelled',
  'expired',
  'printed',
  'sent',
]);

/** What may be done about a label: 已打印 settles an uncertain one, 重打 sends any that is no longer under way. */
export const mayResolve = (detail: Pick<Detail, 'state'>, action: Resolve): boolean =>
  action === 'printed' ? detail.state === 'uncertain' : REPRINTABLE.has(detail.state);

/** What is asked before labels are printed that are out, or may be; '' when none is. */
export const reprintQuestion = (details: readonly Pick<Detail, 'state'>[]): string => {
  const printed = details.filter(({ state }) => state === 'printed').length;
  const out = printed + details.filter(({ state }) => state === 'sent').length;
  if (out === 0) return '';
  // Of what was only taken by the printer nobody knows more.
  const what = printed === out ? '已经印过' : '打印机已经收下，可能印过了';
  return details.length === 1 ? `这一张${what}，再印一张？` : `其中 ${out} 张${what}，再印一遍？`;
};

const askReprint = (details: readonly Detail[]): Promise<boolean> | true => {
  const message = reprintQuestion(details);
  if (message === '') return true;
  return confirm({ message, detail: '重打的排在后面，序号不变。', confirmText: '重打' });
};

/** Acts on labels; `onDetail` is told of each one as it now is. */
export const useActs = (onDetail: (detail: Pick<Detail, 'id'> & Partial<Detail>) => void) => {
  const api = useApi();
  const resolve = async (details: readonly Detail[], action: Resolve): Promise<boolean> => {
    const able = details.filter((detail) => mayResolve(detail, action));
    if (able.length === 0) {
      toast.warn(action === 'printed' ? '选中的都不是待确认' : '选中的还在打，等它打完');
      return false;
    }
    if (action === 'reprint' && !(await askReprint(able))) return false;
    const done = await inTurnAsking(
      able,
      ({ id, state }, agreed) => api.call('detailResolve', { id, action, state, ...agreed }),
      { ask: askAgain, onOk: onDetail },
    );
    if (done.failure) sayFailure(done.failure);
    if (done.ok > 0)
      toast.success(action === 'printed' ? `${done.ok} 张记为已打印` : `${done.ok} 张排到后面重打`);
    return done.ok > 0;
  };
  const nextColor = async (details: readonly Detail[]): Promise<void> => {
    const done = await inTurn(
      details,
      ({ id }) => api.call('changeDetailsColor', { id }),
      onDetail,
    );
    if (done.failure) sayFailure(done.failure);
  };
  return { resolve, nextColor };
};

export type Acts = ReturnType<typeof useActs>;
