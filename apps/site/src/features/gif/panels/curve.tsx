import css from '../gif.module.css';
import { formatKb } from '../model/limit.ts';
import type { Trial } from '../worker/messages.ts';

const WIDTH = 376;
const HEIGHT = 152;
const PLOT = { left: 32, right: 8, top: 24, bottom: 24 } as const;

type Scale = { toX: (bytes: number) => number; toY: (score: number) => number; low: number };

/**
 * Bytes on a logarithmic axis: the step from 100 to 200 KB is as long as the step from 1 to 2 MB.
 */
const createCurveScale = (trials: readonly Trial[], limit: number | null): Scale => {
  const bytes = [...trials.map((trial) => trial.bytes), ...(limit === null ? [] : [limit])];
  const [from, to] = [Math.log(Math.min(...bytes) * 0.9), Math.log(Math.max(...bytes) * 1.1)];
  const low = Math.min(90, Math.floor(Math.min(...trials.map(({ score }) => score)) / 10) * 10);
  const width = WIDTH - PLOT.left - PLOT.right;
  const height = HEIGHT - PLOT.top - PLOT.bottom;
  return {
    toX: (value) => PLOT.left + ((Math.log(value) - from) / (to - from)) * width,
    toY: (score) => PLOT.top + ((100 - score) / (100 - low)) * height,
    low,
  };
};

/** Chart of all trial files: size against similarity to the original. */
export const TrialChart = ({
  trials,
  chosen,
  limit,
}: {
  trials: readonly Trial[];
  chosen: Trial | null;
  limit: number | null;
}) => {
  const { toX, toY, low } = createCurveScale(trials, limit);
  const inOrder = trials.toSorted((a, b) => a.bytes - b.bytes);
  const rows = [low, (low + 100) / 2, 100];
  return (
    <figure className={css.curve}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`做过的 ${trials.length} 种大小和观感`}
      >
        {rows.map((score) => (
          <g key={score}>
            <line x1={PLOT.left} x2={WIDTH - PLOT.right} y1={toY(score)} y2={toY(score)} />
            <text x={PLOT.left - 6} y={toY(score) + 4} textAnchor="end">
              {score}
            </text>
          </g>
        ))}
        {limit !== null && (
          <g className={css.limitLine}>
            <line x1={toX(limit)} x2={toX(limit)} y1={8} y2={HEIGHT - PLOT.bottom} />
            <text x={toX(limit)} y={HEIGHT - 6} textAnchor="middle">
              {formatKb(limit)}
            </text>
          </g>
        )}
        {inOrder.map((trial) => (
          <circle
            key={`${trial.bytes} ${trial.score}`}
            className={
              trial.bytes === chosen?.bytes
                ? css.chosenDot
                : limit === null || trial.bytes <= limit
                  ? css.fits
                  : css.over
            }
            cx={toX(trial.bytes)}
            cy={toY(trial.score)}
            r={3.5}
          >
            <title>{`${formatKb(trial.bytes)}，观感 ${trial.score.toFixed(1)}`}</title>
          </circle>
        ))}
        {chosen && (
          <text className={css.reading} x={toX(chosen.bytes)} y={14} textAnchor="middle">
            {formatKb(chosen.bytes)} 观感 {chosen.score.toFixed(1)}
          </text>
        )}
      </svg>
      <figcaption>实心点放得下，空心点放不下；在放得下的里面选最好看的。</figcaption>
    </figure>
  );
};
