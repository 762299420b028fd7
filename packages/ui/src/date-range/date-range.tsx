import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import css from './date-range.module.css';
import type { Limits, Range } from './range.ts';

/** Read when it is first opened: most visits never do. */
const RangePanel = lazy(() => import('./range-panel.tsx').then((m) => ({ default: m.RangePanel })));

const shown = (day: string, today: string): string => {
  const short = `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`;
  return day.slice(0, 4) === today.slice(0, 4) ? short : `${day.slice(0, 4)}/${short}`;
};

const rangeText = ({ from, to }: Range, today: string): string => {
  if (!from && !to) return '全部时间';
  if (from === to) return shown(from, today);
  return `${from ? shown(from, today) : ''} – ${to ? shown(to, today) : ''}`;
};

type DateRangeProps = Omit<Limits, 'max'> & {
  value: Range;
  /** The viewer's today; nothing later can be chosen. */
  today: string;
  /** Days may be left open. */
  withAll?: boolean;
  onChange: (range: Range) => void;
  className?: string | undefined;
};

/** Goes away with a press or the focus elsewhere. */
const useLeaving = (isOpen: boolean, close: () => void) => {
  const ref = useRef<HTMLSpanElement>(null);
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return undefined;
    const onAway = ({ target }: Event): void => {
      if (target instanceof Node && target.isConnected && !ref.current?.contains(target))
        latest.current();
    };
    document.addEventListener('pointerdown', onAway);
    document.addEventListener('focusin', onAway);
    return () => {
      document.removeEventListener('pointerdown', onAway);
      document.removeEventListener('focusin', onAway);
    };
  }, [isOpen]);
  return ref;
};

/** A button that says the days chosen and opens a calendar. */
export const DateRange = (props: DateRangeProps) => {
  const { value, today, maxDays, withAll = false, onChange, className } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ref = useLeaving(isOpen, () => setOpen(false));
  const back = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <span
      ref={ref}
      className={className ? `${css.range} ${className}` : css.range}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        back();
      }}
    >
      <button
        ref={button}
        type="button"
        className={`field-box compact ${css.open}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`日期范围：${rangeText(value, today)}`}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="calendar" />
        {rangeText(value, today)}
      </button>
      {isOpen && (
        <div className={css.float} role="dialog" aria-label="选日期范围">
          <Suspense fallback={<div className={css.wait} />}>
            <RangePanel
              value={value}
              today={today}
              max={today}
              maxDays={maxDays}
              withAll={withAll}
              onChoose={(range) => {
                back();
                onChange(range);
              }}
              onClose={back}
            />
          </Suspense>
        </div>
      )}
    </span>
  );
};
