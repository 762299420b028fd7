import { useNow } from '@yunbiao/ui/clock.ts';
import { formatCalendarDay } from '@yunbiao/ui/rel-time.ts';
import { useId } from 'react';
import type { Plan } from './load.ts';
import type { OwnVip } from './own-plan-messages.ts';
import {
  listCurrentPeriods,
  type PlanPeriod,
  listPeriodsAfterOrder,
  type Scale,
  createMonthScale,
} from './plan-periods.ts';
import type { Price } from './use-price.ts';
import css from './vip-time-line.module.css';

const DAY_MS = 86_400_000;

type TimeLineProps = {
  plan: Plan;
  num: number;
  /** Null for visitors, and until loaded. */
  vip: OwnVip | null;
  /** Reply for the current selection; null until loaded. */
  price: Price | null;
  /** True when the request failed. */
  isUnknown: boolean;
};

const listPlanPeriods = ({ plan, num, vip, price }: TimeLineProps, now: number): PlanPeriod[] => {
  const currentSpans = vip?.spans ?? [];
  if (price?.vip)
    return listPeriodsAfterOrder({ currentSpans, after: price.vip, name: plan.name }, now);
  if (vip) return listCurrentPeriods(currentSpans, now);
  return [{ name: plan.name, from: now, to: now + plan.days * num * DAY_MS, isNew: true }];
};

const RANKS = [css.named, css.namedWide, undefined];

const TimeLineDrawing = ({
  pieces,
  scale,
  now,
}: {
  pieces: PlanPeriod[];
  scale: Scale;
  now: number;
}) => {
  const toPercent = (at: number): string =>
    `${(((at - scale.from) / (scale.to - scale.from)) * 100).toFixed(3)}%`;
  const end = pieces.at(-1)?.to ?? now;
  const isOrder = pieces.some(({ isNew }) => isNew);
  return (
    <div className={css.drawing} aria-hidden="true">
      {scale.ticks.map(({ at, rank, text }) => (
        <i key={at} className={RANKS[rank]} style={{ left: toPercent(at) }}>
          {text}
        </i>
      ))}
      {pieces.map((piece) => (
        <span
          key={piece.from}
          className={piece.isNew ? `${css.bar} ${css.new}` : css.bar}
          style={{ left: toPercent(piece.from), right: `calc(100% - ${toPercent(piece.to)})` }}
        />
      ))}
      <b className={css.today} style={{ left: toPercent(now) }}>
        今天
      </b>
      {end > now && (
        <b className={css.end} style={{ right: `calc(100% - ${toPercent(end)})` }}>
          {isOrder && <span>付款后到</span>} {formatCalendarDay(new Date(end).toISOString(), now)}
        </b>
      )}
    </div>
  );
};

const PeriodList = ({ pieces, now }: { pieces: PlanPeriod[]; now: number }) => {
  const formatDay = (at: number): string => formatCalendarDay(new Date(at).toISOString(), now);
  return (
    <ol className={css.pieces}>
      {pieces.map(({ name, from, to, isNew }, index) => (
        <li key={from} className={isNew ? css.new : undefined}>
          <b>{name}</b>
          <span>{isNew ? '这次买的' : '已经有的'}</span>
          <span>
            {index === 0 ? '今天' : formatDay(from)}到 {formatDay(to)}
          </span>
        </li>
      ))}
    </ol>
  );
};

/** 用到哪一天: current and ordered periods on a month scale. */
export const VipTimeLine = (props: TimeLineProps) => {
  const now = useNow();
  const titleId = useId();
  const pieces = now === null ? [] : listPlanPeriods(props, now);
  const end = pieces.at(-1)?.to ?? now;
  return (
    <figure
      className={css.figure}
      aria-labelledby={titleId}
      aria-busy={props.vip !== null && props.price === null && !props.isUnknown}
    >
      <h2 className="section-title" id={titleId}>
        用到哪一天
      </h2>
      {now !== null && end !== null && (
        <div>
          <TimeLineDrawing pieces={pieces} scale={createMonthScale(now, end)} now={now} />
          <PeriodList pieces={pieces} now={now} />
        </div>
      )}
      <figcaption>
        {props.vip && props.isUnknown
          ? '这里只画了已经有的：这次买的怎么接上，现在没有算出来，不影响下单。'
          : props.vip
            ? '按现在付款算；到账晚几天，整条就往后移几天。'
            : '从到账那一刻算起。已经是 VIP 的，登录后在这里看几个方案怎么继续使用。'}
      </figcaption>
    </figure>
  );
};
