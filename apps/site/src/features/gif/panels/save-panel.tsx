import { Meter } from '@yunbiao/ui/label/meter.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import css from '../gif.module.css';
import { formatKb } from '../model/limit.ts';
import { describeTimeLeft } from '../model/progress.ts';
import type { Maker, MakeProgress, Result } from '../use-maker.ts';
import type { Format } from '../worker/messages.ts';

const NAME: Record<Format, string> = {
  gif: 'GIF',
  webp: 'WebP',
  mp4: 'MP4',
  pictures: '图片',
};

type SavePanelProps = {
  making: MakeProgress | null;
  /** Reason why the last attempt failed. */
  failed: string | null;
  /** Result for the current settings. */
  result: Result | null;
  isStale: boolean;
  isBlocked: boolean;
  formats: readonly Format[];
  onMake: (format: Format) => void;
  onSave: () => void;
  onCancel: Maker['cancel'];
};

const SaveProgress = ({ making, onCancel }: { making: MakeProgress; onCancel: () => void }) => (
  <>
    <div className={css.makingHead}>
      <b>
        正在生成 {NAME[making.format]}
        {making.phase === 'read' ? '：画每一帧' : ''}
      </b>
      <span aria-live="off">
        第 {making.frame} / {making.of} 帧 · {describeTimeLeft(making.secondsLeft)}
      </span>
    </div>
    <Meter label={`正在生成 ${NAME[making.format]}`} percent={making.share * 100} />
    <div className={css.saves}>
      <button type="button" className="button" onClick={onCancel}>
        取消
      </button>
      <span className="small faint">关闭这一页会丢失未保存的结果</span>
    </div>
  </>
);

const SaveOutcome = ({
  failed,
  result,
  isStale,
}: Pick<SavePanelProps, 'failed' | 'result' | 'isStale'>) => (
  <p aria-live="polite" className={css.said}>
    {failed ? (
      <Status kind="failed">{failed}</Status>
    ) : result ? (
      <Status kind="ok">
        做好了：{result.width} × {result.height}，{result.frames} 帧，{formatKb(result.file.size)}
      </Status>
    ) : (
      isStale && <span className="quiet">改过了，要重新生成。</span>
    )}
  </p>
);

/** Buttons to make and save the file. */
export const SavePanel = (props: SavePanelProps) => {
  const { making, result, isBlocked, formats, onMake } = props;
  if (making)
    return (
      <section className={css.making} aria-label="生成">
        <SaveProgress making={making} onCancel={props.onCancel} />
      </section>
    );
  return (
    <section className={css.making} aria-label="生成">
      <SaveOutcome {...props} />
      <div className={css.saves}>
        {result ? (
          <button type="button" className="button primary" onClick={props.onSave}>
            保存 GIF
          </button>
        ) : (
          <button
            type="button"
            className="button primary"
            disabled={isBlocked}
            onClick={() => onMake('gif')}
          >
            生成 GIF
          </button>
        )}
        <span className={css.others}>
          {formats.map((format) => (
            <button
              key={format}
              type="button"
              className="button"
              disabled={isBlocked}
              onClick={() => onMake(format)}
            >
              {format === 'pictures' ? '拆成图片' : `保存 ${NAME[format]}`}
            </button>
          ))}
        </span>
      </div>
    </section>
  );
};
