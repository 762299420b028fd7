import { useStore } from '@yunbiao/ui';
import { Field } from '@yunbiao/ui/field.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { TrialChart } from './curve.tsx';
import css from '../gif.module.css';
import { LIMIT_KB, formatKb, parseFileSizeLimit, PRESETS } from '../model/limit.ts';
import type { Studio } from '../studio.ts';
import type { Result } from '../use-maker.ts';
import type { Trial, VariedParameter } from '../worker/messages.ts';

type LimitPanelProps = {
  studio: Studio;
  /** Result for the current settings; null while none was made. */
  result: Result | null;
  /** Estimated size, bytes; null while unknown. */
  estimate: number | null;
  /** Trial files made with the current settings. */
  trials: readonly Trial[];
};

const FileSizeFitStatus = ({ bytes, limit }: { bytes: number; limit: number | null }) =>
  limit === null ? null : bytes <= limit ? (
    <Status kind="ok">放得下</Status>
  ) : (
    <Status kind="failed">放不下</Status>
  );

/** Size of the file, or its estimate. */
const CurrentSize = ({
  made,
  estimate,
  limit,
}: {
  made: number | null;
  estimate: number | null;
  limit: number | null;
}) => {
  if (made !== null)
    return (
      <>
        <span>现在 {formatKb(made)}</span>
        <FileSizeFitStatus bytes={made} limit={limit} />
      </>
    );
  if (estimate === null) return null;
  if (limit === null || estimate <= limit) return <span>大约 {formatKb(estimate)}</span>;
  return <span>不压大约 {formatKb(estimate)}</span>;
};

const VARIES: readonly { vary: VariedParameter; label: string }[] = [
  { vary: 'size', label: '尺寸' },
  { vary: 'frameRate', label: '帧率' },
  { vary: 'colors', label: '颜色' },
  { vary: 'lossiness', label: '画质' },
];

/** Parameters that may be reduced to reach the limit. Unticked ones stay unchanged. */
const ReducibleParameters = ({ studio }: { studio: Studio }) => {
  const { vary } = useStore(studio.work);
  return (
    <div className={css.vary} role="group" aria-label="放不下时可以减">
      <span>放不下时可以减</span>
      {VARIES.map((option) => (
        <label key={option.vary} className="check">
          <input
            type="checkbox"
            checked={vary.includes(option.vary)}
            onChange={(event) =>
              studio.set({
                vary: event.target.checked
                  ? [...vary, option.vary]
                  : vary.filter((otherVary) => otherVary !== option.vary),
              })
            }
          />
          {option.label}
        </label>
      ))}
    </div>
  );
};

/** Parameters chosen to stay below the limit. */
const ChosenParameters = ({ trial }: { trial: Trial }) => (
  <dl className={css.choice}>
    <div>
      <dt>尺寸</dt>
      <dd>
        {trial.width} × {trial.height}
      </dd>
    </div>
    <div>
      <dt>帧率</dt>
      <dd>{Math.round(trial.fps * 10) / 10} 帧/秒</dd>
    </div>
    <div>
      <dt>颜色</dt>
      <dd>{trial.colours} 色</dd>
    </div>
    <div>
      <dt>有损</dt>
      <dd>{trial.lossy === 0 ? '无' : trial.lossy}</dd>
    </div>
  </dl>
);

/** 大小上限: the size limit, and its effect on the file. */
export const LimitPanel = ({ studio, result, estimate, trials }: LimitPanelProps) => {
  const { limit } = useStore(studio.work);
  const bytes = parseFileSizeLimit(limit);
  const error =
    bytes === undefined ? `要 ${LIMIT_KB.min} 到 ${LIMIT_KB.max} 的数，空着就是不限` : undefined;
  const madeBytes = result?.file.size ?? null;
  return (
    <section className={css.settings} aria-label="大小上限">
      <h2>大小上限</h2>
      <div className={css.limit}>
        <Field label="上限" error={error}>
          {({ id, described }) => (
            <div className={error ? 'field-box bad' : 'field-box'}>
              <input
                id={id}
                inputMode="decimal"
                autoComplete="off"
                placeholder="不限"
                value={limit}
                aria-invalid={error !== undefined}
                aria-describedby={described}
                onChange={(event) => studio.set({ limit: event.target.value })}
              />
              <em>KB</em>
            </div>
          )}
        </Field>
        <p className={css.now} aria-live="polite">
          <CurrentSize made={madeBytes} estimate={estimate} limit={bytes ?? null} />
        </p>
      </div>
      <div className={css.presets} role="group" aria-label="常用的上限">
        {PRESETS.map(({ label, kb }) => {
          const value = kb === null ? '' : String(kb);
          return (
            <button
              key={label}
              type="button"
              className="bare"
              aria-pressed={limit.trim() === value}
              onClick={() => studio.set({ limit: value })}
            >
              {label}
            </button>
          );
        })}
      </div>
      {typeof bytes === 'number' && <ReducibleParameters studio={studio} />}
      {trials.length > 1 && (
        <TrialChart trials={trials} chosen={result?.chosen ?? null} limit={bytes ?? null} />
      )}
      {result?.chosen && <ChosenParameters trial={result.chosen} />}
    </section>
  );
};
