import { useId } from 'react';
import { Icon } from '../icon.tsx';
import css from './date-range.module.css';
import { daysBetween, findMonth, monthText } from './days.ts';
import { MonthGrid } from './month-grid.tsx';
import { findWrongField, isSame, type Limits, listPresets, type Range } from './range.ts';
import { useRangePanel } from './use-range-panel.ts';

type RangePanelProps = Limits & {
  value: Range;
  today: string;
  /** Days may be left open. */
  withAll: boolean;
  onChoose: (range: Range) => void;
  onClose: () => void;
};

type Panel = ReturnType<typeof useRangePanel>;

const Presets = ({ value, today, withAll, onChoose }: RangePanelProps) => {
  const presets = listPresets(today, withAll);
  const isKnown = presets.some(({ range }) => isSame(range, value));
  return (
    <div className={css.presets}>
      {presets.map(({ label, range }) => (
        <button
          key={label}
          type="button"
          aria-current={isSame(range, value) ? 'true' : undefined}
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
  // The keys move the focus between the buttons in here.
  <div ref={panel.grid} className={css.months} role="presentation" onKeyDown={panel.onGridKey}>
    {panel.months.map((month, at) => (
      // Stays with its buttons, whichever month is turned to: the pressed one keeps the focus.
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
          <b aria-live="polite">{monthText(month)}</b>
          {at === panel.months.length - 1 && (
            <button
              type="button"
              className="icon-button"
              aria-label="下个月"
              disabled={month >= findMonth(max)}
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
          current={panel.current}
          range={panel.drawn}
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

const hint = ({ read, typed, start }: Panel): string => {
  if (!read.ok) return typed.from + typed.to === '' ? '点两天，或者写下来' : read.message;
  return start ? '再选结束的那一天' : `${daysBetween(read.range.from, read.range.to)} 天`;
};

const Fields = ({ panel, example }: { panel: Panel; example: string }) => {
  const id = useId();
  const { read, typed } = panel;
  const wrong = findWrongField(typed, read);
  return (
    <div className={css.fields}>
      {FIELDS.map(([field, label]) => (
        <span
          key={field}
          className={wrong === field ? 'field-box compact bad' : 'field-box compact'}
        >
          <input
            aria-label={label}
            aria-invalid={wrong === field}
            aria-describedby={id}
            inputMode="numeric"
            autoComplete="off"
            placeholder={example}
            value={typed[field]}
            onChange={(event) => panel.type({ [field]: event.target.value })}
          />
        </span>
      ))}
      <span id={id} className={wrong ? css.bad : 'faint'} role="status">
        {hint(panel)}
      </span>
    </div>
  );
};

/** Presets, one or two months and two fields to type in. */
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
          {read.ok ? `查看这 ${daysBetween(read.range.from, read.range.to)} 天` : '查看'}
        </button>
      </footer>
    </form>
  );
};
