import { Link } from '@tanstack/react-router';
import { Icon, Status } from '@yunbiao/ui';
import { rowsText, sizeText } from '../../kit/printing/print-media.ts';
import { useAlias } from '../../kit/site/site.tsx';
import { useConfigStatus } from './config-status.ts';
import css from './print.module.css';
import type { PrintData } from './print-page.tsx';
import type { Config } from './printer-picker.tsx';
import type { usePrintJob } from './use-print-job.ts';

const Left = ({ usage, count }: { usage: PrintData['usage']; count: number }) => {
  const left = usage.labelsPerMonth - usage.labelsThisMonth - count;
  return left >= 0 ? (
    <span className="small faint">
      印后本月还剩 <span className="no-wrap">{left.toLocaleString('zh-CN')} 张</span>
    </span>
  ) : (
    <span className={`small ${css.warn}`}>
      本月只剩{' '}
      <span className="no-wrap">
        {Math.max(0, usage.labelsPerMonth - usage.labelsThisMonth).toLocaleString('zh-CN')} 张
      </span>
    </span>
  );
};

/** Where the labels go, onto what, and how that printer is just now. */
const Target = ({ config, group }: { config: Config; group: string | undefined }) => {
  const { kind, text } = useConfigStatus(config);
  return (
    <span className={css.target}>
      <span aria-hidden="true">→</span>
      <span className="visually-hidden">打到</span>
      <b>{group ?? config.name}</b>
      <span className="no-wrap quiet">· {sizeText(config)}</span>
      <Status kind={kind}>{text}</Status>
    </span>
  );
};

/** Refused for want of labels: nothing is lost, and where more are to be had. */
const TooMany = ({ why }: { why: string }) => (
  <p className={css.lost} role="alert">
    <Status kind="failed">{why}。</Status>{' '}
    <Link className="link" to="/$soft/vip" params={{ soft: useAlias() }} target="_blank">
      看 VIP 方案
    </Link>
    ，买好了回到这里再点“打印”，填的内容都在。
  </p>
);

/** What is on its way may still be answered, or not: whoever will not wait goes on. */
const Slow = ({ onGiveUp }: { onGiveUp: () => void }) => (
  <p className={css.lost} role="status">
    <Status kind="running">
      发出去有一会儿了，还没有收到回答。可以接着等，也可以先做别的：之后再点“打印”，不会印两遍。
    </Status>{' '}
    <button type="button" className="bare link" onClick={onGiveUp}>
      不等了
    </button>
  </p>
);

/** Nobody knows what became of the last press: how to find out, and what comes of pressing again. */
const Lost = () => (
  <p className={css.lost} role="alert">
    <Status kind="failed">
      上一次发出去以后没有收到回答，不知道存下没有。内容不动，再点一次“打印”：存下了的就是那一批，不会印两遍。
    </Status>{' '}
    先打别的也行，那一批存下没有，
    <Link className="link" to="/$soft/user/printStat" params={{ soft: useAlias() }} target="_blank">
      看打印统计
    </Link>
    。
  </p>
);

type BarProps = {
  job: ReturnType<typeof usePrintJob>;
  usage: PrintData['usage'];
  sending: boolean;
  /** It was pressed before all rows were checked. */
  awaited: boolean;
  /** Waits no longer for an answer that is long in coming; undefined while none is. */
  onGiveUp: (() => void) | undefined;
  lost: boolean;
  /** Why the last press was refused for want of labels; '' when it was not. */
  tooMany: string;
  error: string | undefined;
  /** Where the labels are known before the server has them. */
  onPdf: (() => void) | undefined;
};

/** What pressing the button will do, and what keeps it from it. */
export const PrintBar = ({
  job,
  usage,
  sending,
  awaited,
  onGiveUp,
  lost,
  tooMany,
  error,
  onPdf,
}: BarProps) => {
  const { config, group, count, stop, isReady } = job;
  // Bought meanwhile, or fewer copies: it is true no more.
  const isShort = count > usage.labelsPerMonth - usage.labelsThisMonth;
  return (
    <>
      <div className={`savebar ${css.bar}`}>
        {/* It keeps the focus while it waits: a disabled button would drop it. */}
        <button
          type="submit"
          className={`${isReady || job.isChecking ? 'button primary' : 'button'} ${css.send}`}
          aria-disabled={sending || stop !== ''}
        >
          <Icon name="print" />
          {sending
            ? '正在发送…'
            : job.isChecking
              ? awaited
                ? '检查完就打印…'
                : '正在检查…'
              : `打印 ${count.toLocaleString('zh-CN')} 张`}
        </button>
        {onPdf && (
          <button
            type="button"
            className="button"
            aria-disabled={!job.isWhole}
            onClick={() => job.isWhole && onPdf()}
          >
            导出 PDF
          </button>
        )}
        <div className={css.outlook}>
          {config && <Target config={config} group={group?.name} />}
          {/* Also while rows are checked: the bar would change its height under a finger. */}
          {config && (isReady || job.isChecking) && count > 0 && config.columns > 1 && (
            <span className="small faint">{rowsText(count, config.columns)}</span>
          )}
          {(isReady || job.isChecking) && count > 0 && <Left usage={usage} count={count} />}
          <span
            className={`${job.isWaiting ? 'small quiet' : 'field-err'} ${css.stop}`}
            aria-live="polite"
          >
            {stop}
          </span>
        </div>
        {error && (
          <span className="field-err" role="alert">
            {error}
          </span>
        )}
      </div>
      {tooMany && isShort && <TooMany why={tooMany} />}
      {onGiveUp && <Slow onGiveUp={onGiveUp} />}
      {lost && <Lost />}
    </>
  );
};
