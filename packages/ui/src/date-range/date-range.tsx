import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import css from './date-range.module.css';
import type { Limits, Range } from './range.ts';

/** Loaded when first opened, because most visits do not use it. */
const RangePanel = lazy(() => import('./range-panel.tsx').then((m) => ({ default: m.RangePanel })));

const formatShortDay = (day: string, today: string): string => {
  const short = `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`;
  return day.slice(0, 4) === today.slice(0, 4) ? short : `${day.slice(0, 4)}/${short}`;
};

const formatDayRange = ({ from, to }: Range, today: string): string => {
  if (!from && !to) return '全部时间';
  if (from === to) return formatShortDay(from, today);
  return `${from ? formatShortDay(from, today) : ''} – ${to ? formatShortDay(to, today) : ''}`;
};

type DateRangeProps = Omit<Limits, 'max'> & {
  value: Range;
  /** Today in the viewer's time zone. Later days cannot be selected. */
  today: string;
  /** Allows an empty range. */
  allowsEmpty?: boolean;
  onChange: (range: Range) => void;
  className?: string | undefined;
};

/** Closes on a press outside or when the focus leaves. */
const useCloseOnBlur = (isOpen: boolean, close: () => void) => {
  const ref = useRef<HTMLSpanElement>(null);
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return undefined;
    const onOutsideEvent = ({ target }: Event): void => {
      if (target instanceof Node && target.isConnected && !ref.current?.contains(target))
        latest.current();
    };
    document.addEventListener('pointerdown', onOutsideEvent);
    document.addEventListener('focusin', onOutsideEvent);
    return () => {
      document.removeEventListener('pointerdown', onOutsideEvent);
      document.removeEventListener('focusin', onOutsideEvent);
    };
  }, [isOpen]);
  return ref;
};

/** Button that shows the selected range and opens a calendar. */
export const DateRange = (props: DateRangeProps) => {
  const { value, today, maxDays, allowsEmpty = false, onChange, className } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ref = useCloseOnBlur(isOpen, () => setOpen(false));
  const closePanel = (): void => {
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
        closePanel();
      }}
    >
      <button
        ref={button}
        type="button"
        className={`field-box compact ${css.open}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`日期范围：${formatDayRange(value, today)}`}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="calendar" />
        {formatDayRange(value, today)}
      </button>
      {isOpen && (
        <div className={css.float} role="dialog" aria-label="选日期范围">
          <Suspense fallback={<div className={css.wait} />}>
            <RangePanel
              value={value}
              today={today}
              max={today}
              maxDays={maxDays}
              allowsEmpty={allowsEmpty}
              onChoose={(range) => {
                closePanel();
                onChange(range);
              }}
              onClose={closePanel}
            />
          </Suspense>
        </div>
      )}
    </span>
  );
};
