import type { BatchInfo } from '../../kit/printing/batch-state.ts';
import { DETAIL_WORDS } from '../../kit/printing/print-words.ts';
import css from './detail.module.css';
import { count } from './words.ts';

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
  sending: '正在印或者等着印',
  queued: '等客户端来领',
  failed: '看下面的原因',
  cancelled: '没有印',
  expired: '过了有效期，没有印',
};

/** Five places: what is printed, sent and uncertain always; then what there is most to know of. */
const listShown = (info: BatchInfo): Shown[] => {
  const { counts } = info;
  const rest = (['failed', 'sending', 'queued', 'cancelled', 'expired'] as const).filter(
    (state) => counts[state] > 0,
  );
  const fill = (['queued', 'failed'] as const).filter((state) => !rest.includes(state));
  return ['printed', 'sent', 'uncertain', ...[...rest, ...fill].slice(0, 2)];
};

/** The batch in figures. */
export const BatchFigures = ({ info }: { info: BatchInfo }) => (
  <dl className="tiles">
    {listShown(info).map((state) => {
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
