import { useStore } from '@yunbiao/ui';
import { Field } from '@yunbiao/ui/field.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { Curve } from './curve.tsx';
import css from './gif.module.css';
import { KB, kbText, getLimit, PRESETS } from './model/limit.ts';
import type { Studio } from './studio.ts';
import type { Result } from './use-maker.ts';
import type { Trial, Vary } from './worker/messages.ts';

type LimitPanelProps = {
  studio: Studio;
  /** Of what is there now; null while nothing is made of it. */
  result: Result | null;
  /** What would come of it, bytes; null while nobody knows. */
  estimate: number | null;
  /** Files that were made of what is there now. */
  trials: readonly Trial[];
};

const Fits = ({ bytes, limit }: { bytes: number; limit: number | null }) =>
  limit === null ? null : bytes <= limit ? (
    <Status kind="ok">放得下</Status>
  ) : (
    <Status kind="failed">放不下</Status>
  );

/** How large it is, or would be. */
const Now = ({
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
        <span>现在 {kbText(made)}</span>
        <Fits bytes={made} limit={limit} />
      </>
    );
  if (estimate === null) return null;
  if (limit === null || estimate <= limit) return <span>大约 {kbText(estimate)}</span>;
  return <span>不压大约 {kbText(estimate)}</span>;
};

const VARIES: readonly { vary: Vary; label: string }[] = [
  { vary: 'size', label: '尺寸' },
  { vary: 'frameRate', label: '帧率' },
  { vary: 'colors', label: '颜色' },
  { vary: 'lossiness', label: '画质' },
];

/** What may be given up for the limit: what is not ticked stays as it is. */
const GivenUp = ({ studio }: { studio: Studio }) => {
  const { vary } = useStore(studio.work);
  return (
    <div className={css.vary} role="group" aria-label="放不下时可以减">
      <span>放不下时可以减</span>
      {VARIES.map((one) => (
        <label key={one.vary} className="check">
          <input
            type="checkbox"
            checked={vary.includes(one.vary)}
            onChange={(event) =>
              studio.set({
                vary: event.target.checked
                  ? [...vary, one.vary]
                  : vary.filter((other) => other !== one.vary),
              })
            }
          />
          {one.label}
        </label>
      ))}
    </div>
  );
};

/** What was chosen to stay below the limit. */
const Choice = ({ trial }: { trial: Trial }) => (
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

/** 不超过多大: the limit, and what it does to the file. */
export const LimitPanel = ({ studio, result, estimate, trials }: LimitPanelProps) => {
  const { limit } = useStore(studio.work);
  const bytes = getLimit(limit);
  const error = bytes === undefined ? `要 ${KB.min} 到 ${KB.max} 的数，空着就是不限` : undefined;
  const made = result?.file.size ?? null;
  return (
    <section className={css.settings} aria-label="不超过多大">
      <h2>不超过多大</h2>
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
          <Now made={made} estimate={estimate} limit={bytes ?? null} />
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
      {typeof bytes === 'number' && <GivenUp studio={studio} />}
      {trials.length > 1 && (
        <Curve trials={trials} chosen={result?.chosen ?? null} limit={bytes ?? null} />
      )}
      {result?.chosen && <Choice trial={result.chosen} />}
    </section>
  );
};
