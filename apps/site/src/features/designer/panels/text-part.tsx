import {
  LETTER_SPACING_MM,
  LINE_HEIGHT,
  TEXT_SIZE_MM,
  WIDTH_SCALE,
} from '@yunbiao/contract/limits/template';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import css from '../designer.module.css';
import { CheckPart } from './check-part.tsx';
import { ContentPart } from './content-part.tsx';
import { NumberPart } from './number-part.tsx';
import { useChosen } from './use-chosen.ts';

/** A typographer's point, mm. */
const POINT_MM = 25.4 / 72;

const toPoints = (mm: number): number => Math.round((mm / POINT_MM) * 100) / 100;

const FITS = [
  { value: 'shrink', label: '缩小到放得下' },
  { value: 'wrap', label: '换行' },
  { value: 'clip', label: '截断' },
];

/** How a text reads. */
export const TextPart = () => {
  const { first, count, set, setContent } = useChosen(['text']);
  if (!first) return null;
  const isPoints = first.sizeUnit === 'pt';
  const range = isPoints
    ? { min: toPoints(TEXT_SIZE_MM.min), max: toPoints(TEXT_SIZE_MM.max) }
    : TEXT_SIZE_MM;
  const inUnit = (mm: number): number => (isPoints ? toPoints(mm) : mm);
  const toMm = (value: number): number =>
    isPoints ? Math.round(value * POINT_MM * 1000) / 1000 : value;
  const isVertical = first.writingMode === 'vertical-rl';
  return (
    <>
      {count === 1 && (
        <section className={css.part}>
          <h3>内容</h3>
          <ContentPart label="文字" value={first.content} isConditional onChange={setContent} />
        </section>
      )}
      <section className={css.part}>
        <h3>字</h3>
        <div className={css.pairs}>
          <NumberPart
            label="字高"
            name="size"
            unit={isPoints ? 'pt' : 'mm'}
            step={isPoints ? 0.5 : 0.25}
            {...range}
            value={inUnit(first.sizeMm)}
            onChange={(value) => {
              const sizeMm = toMm(value);
              const least = first.minSizeMm !== undefined && first.minSizeMm > sizeMm;
              set('改字高', { sizeMm, ...(least ? { minSizeMm: sizeMm } : {}) }, 'size');
            }}
          />
          <SelectField
            label="单位"
            name="unit"
            value={first.sizeUnit ?? 'mm'}
            options={[
              { value: 'mm', label: '毫米' },
              { value: 'pt', label: '磅' },
            ]}
            onChange={(unit) => set('换单位', { sizeUnit: unit === 'pt' ? 'pt' : undefined })}
          />
        </div>
        <Segmented
          legend="粗细"
          name="weight"
          small
          value={String(first.weight)}
          options={[
            { value: '400', label: '常规' },
            { value: '700', label: '粗' },
          ]}
          onChange={(weight) => set('改粗细', { weight: Number(weight) })}
        />
        <Segmented
          legend="左右"
          name="align"
          small
          value={first.align}
          options={[
            { value: 'left', label: '左' },
            { value: 'center', label: '中' },
            { value: 'right', label: '右' },
          ]}
          onChange={(value) => set('对齐', { align: value })}
        />
        <Segmented
          legend="上下"
          name="vertical-align"
          small
          value={first.verticalAlign ?? (first.fit === 'wrap' || isVertical ? 'top' : 'middle')}
          options={[
            { value: 'top', label: '上' },
            { value: 'middle', label: '中' },
            { value: 'bottom', label: '下' },
          ]}
          onChange={(value) => set('对齐', { verticalAlign: value })}
        />
        <SelectField
          label="放不下时"
          name="fit"
          value={first.fit}
          options={FITS}
          onChange={(fit) => set('放不下时', { fit })}
        />
        <div className={css.pairs}>
          {first.fit !== 'clip' && (
            <NumberPart
              label="最小"
              name="least"
              unit={isPoints ? 'pt' : 'mm'}
              step={isPoints ? 0.5 : 0.25}
              min={range.min}
              max={inUnit(first.sizeMm)}
              value={inUnit(first.minSizeMm ?? Math.min(first.sizeMm, 6 * POINT_MM))}
              onChange={(value) => set('改最小字高', { minSizeMm: toMm(value) }, 'least')}
            />
          )}
          <NumberPart
            label="字距"
            name="spacing"
            unit="mm"
            step={0.125}
            {...LETTER_SPACING_MM}
            value={first.letterSpacingMm ?? 0}
            onChange={(value) => set('改字距', { letterSpacingMm: value || undefined }, 'spacing')}
          />
          <NumberPart
            label="行高"
            name="line"
            unit="倍"
            step={0.05}
            {...LINE_HEIGHT}
            value={first.lineHeight ?? 1.2}
            onChange={(value) => set('改行高', { lineHeight: value }, 'line')}
          />
          <NumberPart
            label="字宽"
            name="width"
            unit="%"
            step={5}
            min={WIDTH_SCALE.min * 100}
            max={WIDTH_SCALE.max * 100}
            value={Math.round((first.widthScale ?? 1) * 100)}
            onChange={(value) =>
              set('改字宽', { widthScale: value === 100 ? undefined : value / 100 }, 'width')
            }
          />
        </div>
        <div className={css.checks}>
          <CheckPart
            label="竖排"
            value={isVertical}
            onChange={(on) => set('竖排', { writingMode: on ? 'vertical-rl' : undefined })}
          />
          {isVertical && (
            <CheckPart
              label="英文数字立着"
              value={first.textOrientation === 'upright'}
              onChange={(on) =>
                set('英文数字立着', { textOrientation: on ? 'upright' : undefined })
              }
            />
          )}
          <CheckPart
            label="黑底白字"
            value={first.inverse === true}
            onChange={(on) => set('黑底白字', { inverse: on ? true : undefined })}
          />
          <CheckPart
            label="下划线"
            value={first.underline === true}
            onChange={(on) => set('下划线', { underline: on ? true : undefined })}
          />
          <CheckPart
            label="价格：小数和￥小一号"
            value={first.restScale !== undefined}
            onChange={(on) => set('价格', { restScale: on ? 0.55 : undefined })}
          />
          <CheckPart
            label="缺字印 〓"
            value={first.missingGlyph === 'gap'}
            onChange={(on) => set('缺字', { missingGlyph: on ? 'gap' : undefined })}
          />
        </div>
      </section>
    </>
  );
};
