import { LETTER_SPACING_MM, LINE_HEIGHT, WIDTH_SCALE } from '@yunbiao/contract/limits/template';
import { SelectField } from '@yunbiao/ui/field.tsx';
import css from '../../designer.module.css';
import { NumberPart } from '../parts/number-part.tsx';
import { getSizeUnit, POINT_MM } from './size-unit.ts';
import type { TextProps } from './text-props.ts';

const FITS = [
  { value: 'shrink', label: '自动缩小' },
  { value: 'wrap', label: '换行' },
  { value: 'clip', label: '截断' },
];

/** Default of the least height of characters, pt. */
const DEFAULT_LEAST_PT = 6;

/** The least height to which a text may shrink. */
const LeastSizeField = ({ text, set }: TextProps) => {
  const { unit, step, min, toUnit, toMm } = getSizeUnit(text);
  return (
    <NumberPart
      label="最小"
      name="least"
      unit={unit}
      step={step}
      min={min}
      max={toUnit(text.sizeMm)}
      value={toUnit(text.minSizeMm ?? Math.min(text.sizeMm, DEFAULT_LEAST_PT * POINT_MM))}
      onChange={(value) => set('修改最小字高', { minSizeMm: toMm(value) }, 'least')}
    />
  );
};

const SpacingFields = ({ text, set }: TextProps) => (
  <>
    <NumberPart
      label="字距"
      name="spacing"
      unit="mm"
      step={0.125}
      {...LETTER_SPACING_MM}
      value={text.letterSpacingMm ?? 0}
      onChange={(value) => set('修改字距', { letterSpacingMm: value || undefined }, 'spacing')}
    />
    <NumberPart
      label="行高"
      name="line"
      unit="倍"
      step={0.05}
      {...LINE_HEIGHT}
      value={text.lineHeight ?? 1.2}
      onChange={(value) => set('修改行高', { lineHeight: value }, 'line')}
    />
    <NumberPart
      label="字宽"
      name="width"
      unit="%"
      step={5}
      min={WIDTH_SCALE.min * 100}
      max={WIDTH_SCALE.max * 100}
      value={Math.round((text.widthScale ?? 1) * 100)}
      onChange={(value) =>
        set('修改字宽', { widthScale: value === 100 ? undefined : value / 100 }, 'width')
      }
    />
  </>
);

/** What becomes of a text that is too long for its box, and its spacing. */
export const FitFields = ({ text, set }: TextProps) => (
  <>
    <SelectField
      label="放不下时"
      name="fit"
      value={text.fit}
      options={FITS}
      onChange={(fit) => set('放不下时', { fit })}
    />
    <div className={css.pairs}>
      {text.fit !== 'clip' && <LeastSizeField text={text} set={set} />}
      <SpacingFields text={text} set={set} />
    </div>
  </>
);
