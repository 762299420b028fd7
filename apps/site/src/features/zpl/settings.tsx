import { LABEL_HEIGHT_MM, LABEL_WIDTH_MM } from '@yunbiao/contract/limits/template';
import { NumberField } from '@yunbiao/ui/field.tsx';
import { isInRange, parseNumber } from '@yunbiao/ui/number.ts';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import type { ZplSettings } from './zpl-input.ts';
import css from './zpl.module.css';

const DPIS = ['203', '300', '600'].map((value) => ({ value, label: `${value} dpi` }));

const validateSideMm = (value: string, label: string, range: { min: number; max: number }) => {
  const number = parseNumber(value);
  return number !== null && isInRange(number, range)
    ? undefined
    : `${label}要 ${range.min} 到 ${range.max} mm`;
};

type SettingsProps = { asked: ZplSettings; onChange: (settings: ZplSettings) => void };

/** Printer and label settings, used where the ZPL does not define them. */
export const ZplSettingsFields = ({ asked, onChange }: SettingsProps) => (
  <div className={css.settings}>
    <Segmented
      className={css.dpi ?? ''}
      legend="打印头"
      name="dpi"
      value={asked.dpi}
      options={DPIS}
      onChange={(dpi) => onChange({ ...asked, dpi })}
    />
    <NumberField
      label="标签宽"
      name="width"
      unit="mm"
      step={1}
      {...LABEL_WIDTH_MM}
      value={asked.widthMm}
      error={validateSideMm(asked.widthMm, '宽', LABEL_WIDTH_MM)}
      onChange={(widthMm) => onChange({ ...asked, widthMm })}
    />
    <NumberField
      label="标签高"
      name="height"
      unit="mm"
      step={1}
      {...LABEL_HEIGHT_MM}
      value={asked.heightMm}
      error={validateSideMm(asked.heightMm, '高', LABEL_HEIGHT_MM)}
      onChange={(heightMm) => onChange({ ...asked, heightMm })}
    />
    <p className={`small faint ${css.hint}`}>ZPL 里写了 ^PW、^LL 的，按它写的大小。</p>
  </div>
);
