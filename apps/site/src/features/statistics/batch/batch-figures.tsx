import type { BatchInfo } from '../../../kit/printing/batch-state.ts';
import { DETAIL_WORDS } from '../../../kit/printing/print-status.ts';
import css from '../labels/detail.module.css';
import { count } from '../words.ts';

type Shown =
  | 'printed'
  | 'sent'
  | 'uncertain'
  | 'sending'
  | 'queued'
  | 'failed'
  | 'cancelled'
  | 'expired';

const NOTES: Record<Shown, string> = {
  printed: '有凭据',
  sent: '打印机没有回话',
  uncertain: '',
  sending: '正在打印或者等待打印',
  queued: '等客户端来领',
  failed: '看下面的原因',
  cancelled: '没有打印',
  expired: '过了有效期，没有打印',
};

/** Five figures: printed, sent and uncertain always, then the other states with labels. */
const listShownStates = (info: BatchInfo): Shown[] => {
  const { counts } = info;
  const otherStates = (['failed', 'sending', 'queued', 'cancelled', 'expired'] as const).filter(
    (state) => counts[state] > 0,
  );
  const fill = (['queued', 'failed'] as const).filter((state) => !otherStates.includes(state));
  return ['printed', 'sent', 'uncertain', ...[...otherStates, ...fill].slice(0, 2)];
};

export const BatchFigures = ({ info }: { info: BatchInfo }) => (
  <dl className="tiles">
    {listShownStates(info).map((state) => {
      const value = info.counts[state];
      return (
        <div key={state}>
          <dt>{DETAIL_WORDS[state].text}</dt>
          <dd className={state === 'uncertain' && value > 0 ? css.warn : undefined}>
            {count(value)}
            <small>张</small>
          </dd>
          <dd className="note">
            {state === 'uncertain' && value > 0 ? (
              <a className="link" href="#uncertain">
                看下面
              </a>
            ) : value > 0 ? (
              NOTES[state]
            ) : (
              '没有'
            )}
          </dd>
        </div>
      );
    })}
  </dl>
);
