import { SelectField } from '@yunbiao/ui/field.tsx';
import css from '../../designer.module.css';
import { NumberPart } from '../parts/number-part.tsx';
import { getSizeUnit } from './size-unit.ts';
import type { TextProps } from './text-props.ts';

const UNITS = [
  { value: 'mm', label: '毫米' },
  { value: 'pt', label: '磅' },
];

/** Height of the characters, and the unit in which it is entered. */
export const SizeFields = ({ text, set }: TextProps) => {
  const { unit, step, min, max, toUnit, toMm } = getSizeUnit(text);
  return (
    <div className={css.pairs}>
      <NumberPart
        label="字高"
        name="size"
        unit={unit}
        step={step}
        min={min}
        max={max}
        value={toUnit(text.sizeMm)}
        onChange={(value) => {
          const sizeMm = toMm(value);
          const min = text.minSizeMm !== undefined && text.minSizeMm > sizeMm;
          set('修改字高', { sizeMm, ...(min ? { minSizeMm: sizeMm } : {}) }, 'size');
        }}
      />
      <SelectField
        label="单位"
        name="unit"
        value={text.sizeUnit ?? 'mm'}
        options={UNITS}
        onChange={(unit) => set('更换单位', { sizeUnit: unit === 'pt' ? 'pt' : undefined })}
      />
    </div>
  );
};
