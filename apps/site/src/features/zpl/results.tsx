import { Status } from '@yunbiao/ui/status.tsx';
import { LabelCard } from './label-card.tsx';
import { Notices } from './notices.tsx';
import type { Zpl } from './use-zpl.ts';
import css from './zpl.module.css';

type ResultsProps = {
  zpl: Zpl;
  isEmpty: boolean;
  /** Selects a line of the text; undefined when there is no text. */
  onLine: ((line: number) => void) | undefined;
};

const NoZplInput = () => (
  <div className={css.nothing}>
    <h2>还没有 ZPL</h2>
    <p>
      在左边贴一段，或者选一个 .zpl、.txt、.prn
      文件。ERP、快递、标签软件发给打印机的都行：条码、二维码、文字、线框、图片，一段里有几张就画几张。
    </p>
    <p>
      文字用云标的字体按打印机的字高、字宽画，和打印机自带的字略有不同；条码、线框和图片是同样的点。
    </p>
  </div>
);

const NoLabel = () => (
  <p role="alert" className={css.failed}>
    <Status kind="failed">没有找到标签</Status>
    <span className="quiet">一张标签从 ^XA 开始，到 ^XZ 结束，中间要有字、码、线框或者图片。</span>
  </p>
);

const WHY = {
  source: '这个文件读不了，换一个后重试。',
  fonts: '画图要用的字体没有取到，检查网络。',
} as const;

const ReadFailure = ({ what, onRetry }: { what: keyof typeof WHY; onRetry: () => void }) => (
  <p role="alert" className={css.failed}>
    <Status kind="failed">{WHY[what]}</Status>
    {what === 'fonts' && (
      <button type="button" className="bare" onClick={onRetry}>
        重试
      </button>
    )}
  </p>
);

/** Result: number of labels, notices, and each label. */
export const Results = ({ zpl, isEmpty, onLine }: ResultsProps) => {
  const { state, loadMore, make, retry } = zpl;
  const { read, failed, shown } = state;
  if (isEmpty) return <NoZplInput />;
  return (
    <section className={css.results} aria-label="预览" aria-busy={read === null && !failed}>
      <div aria-live="polite">
        {failed && <ReadFailure what={failed} onRetry={retry} />}
        {!read && !failed && <Status kind="running">正在读</Status>}
        {read && read.total === 0 && <NoLabel />}
        {read && read.total > 0 && <p className={css.count}>一共 {read.total} 张标签</p>}
      </div>
      {read && <Notices notices={read.notices} onLine={onLine} />}
      {read?.labels.slice(0, shown).map((facts, index) => (
        <LabelCard
          key={`${read.id} ${facts.line} ${index}`}
          index={index}
          facts={facts}
          dpi={read.dpi}
          drawn={state.drawn.get(index)}
          made={state.made.get(index)}
          share={state.share}
          onMake={() => make(index)}
          onLine={onLine}
        />
      ))}
      {read && shown < read.labels.length && (
        <button type="button" className="button" onClick={loadMore}>
          再看几张，还有 {read.labels.length - shown} 张
        </button>
      )}
    </section>
  );
};
