import { useId } from 'react';
import { Icon } from '../icon.tsx';
import css from './date-range.module.css';
import { countDays, getMonthOfDay, formatMonth } from './days.ts';
import { MonthGrid } from './month-grid.tsx';
import {
  findInvalidField,
  isSameRange,
  type Limits,
  listDateRangePresets,
  type Range,
} from './range.ts';
import { useRangePanel } from './use-range-panel.ts';

type RangePanelProps = Limits & {
  value: Range;
  today: string;
  /** Allows an empty range. */
  allowsEmpty: boolean;
  onChoose: (range: Range) => void;
  onClose: () => void;
};

type Panel = ReturnType<typeof useRangePanel>;

const Presets = ({ value, today, allowsEmpty, onChoose }: RangePanelProps) => {
  const presets = listDateRangePresets(today, allowsEmpty);
  const isKnown = presets.some(({ range }) => isSameRange(range, value));
  return (
    <div className={css.presets}>
      {presets.map(({ label, range }) => (
        <button
          key={label}
          type="button"
          aria-current={isSameRange(range, value) ? 'true' : undefined}
          onClick={() => onChoose(range)}
        >
          {label}
        </button>
      ))}
      {!isKnown && <span aria-current="true">自选</span>}
    </div>
  );
};

const Months = ({ panel, today, max }: { panel: Panel; today: string; max: string }) => (
  // Arrow keys move the focus between the buttons inside.
  <div ref={panel.grid} className={css.months} role="presentation" onKeyDown={panel.onGridKey}>
    {panel.months.map((month, at) => (
      // Keyed by position, so that the pressed button keeps the focus when the month changes.
      <div key={at}>
        <div className={css.name}>
          {at === 0 && (
            <button
              type="button"
              className="icon-button"
              aria-label="上个月"
              onClick={() => panel.turn(-1)}
            >
              <Icon name="left" />
            </button>
          )}
          <b aria-live="polite">{formatMonth(month)}</b>
          {at === panel.months.length - 1 && (
            <button
              type="button"
              className="icon-button"
              aria-label="下个月"
              disabled={month >= getMonthOfDay(max)}
              onClick={() => panel.turn(1)}
            >
              <Icon name="right" />
            </button>
          )}
        </div>
        <MonthGrid
          month={month}
          today={today}
          max={max}
          focusableDay={panel.current}
          range={panel.displayedRange}
          onPick={panel.pick}
          onHover={panel.setHovered}
        />
      </div>
    ))}
  </div>
);

const FIELDS = [
  ['from', '开始日期'],
  ['to', '结束日期'],
] as const;

const getRangeHint = ({ read, typed, start }: Panel): string => {
  if (!read.ok) return typed.from + typed.to === '' ? '点两天，或者写下来' : read.message;
  return start ? '再选结束的那一天' : `${countDays(read.range.from, read.range.to)} 天`;
};

const Fields = ({ panel, example }: { panel: Panel; example: string }) => {
  const id = useId();
  const { read, typed } = panel;
  const invalidField = findInvalidField(typed, read);
  return (
    <div className={css.fields}>
      {FIELDS.map(([field, label]) => (
        <span
          key={field}
          className={invalidField === field ? 'field-box compact bad' : 'field-box compact'}
        >
          <input
            aria-label={label}
            aria-invalid={invalidField === field}
            aria-describedby={id}
            inputMode="numeric"
            autoComplete="off"
            placeholder={example}
            value={typed[field]}
            onChange={(event) => panel.type({ [field]: event.target.value })}
          />
        </span>
      ))}
      <span id={id} className={invalidField ? css.bad : 'faint'} role="status">
        {getRangeHint(panel)}
      </span>
    </div>
  );
};

/** Presets, one or two months, and two text fields. */
export const RangePanel = (props: RangePanelProps) => {
  const { value, today, max, maxDays, onChoose, onClose } = props;
  const panel = useRangePanel(value, { max, maxDays });
  const { read } = panel;
  return (
    <form
      className={css.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (read.ok) onChoose(read.range);
      }}
    >
      <Presets {...props} />
      <Months panel={panel} today={today} max={max} />
      <footer className={css.foot}>
        <Fields panel={panel} example={max} />
        <button type="button" className="button compact" onClick={onClose}>
          取消
        </button>
        <button className="button primary compact" disabled={!read.ok}>
          {read.ok ? `查看这 ${countDays(read.range.from, read.range.to)} 天` : '查看'}
        </button>
      </footer>
    </form>
  );
};
