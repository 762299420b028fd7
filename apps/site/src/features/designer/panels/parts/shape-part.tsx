import { ANGLE_DEG, LINE_MM, RADIUS_MM } from '@yunbiao/contract/limits/template';
import css from '../../designer.module.css';
import { CheckPart } from './check-part.tsx';
import { NumberPart } from './number-part.tsx';
import { useSelectedElements } from '../use-chosen.ts';

/** Default line width, mm: two dots at 203 dpi. */
const DEFAULT_LINE_MM = 0.25;

/** A frame without a line is filled, but a line must have a width. */
const DRAWN_LINE_MM = { ...LINE_MM, min: 0.05 };

/** Properties of frames, ellipses and lines. */
export const ShapePart = () => {
  const { first, set } = useSelectedElements(['rect', 'ellipse', 'line']);
  if (!first) return null;
  const isLine = first.type === 'line';
  const isFilled = !isLine && first.lineMm === 0;
  return (
    <section className={css.part}>
      <h3>线</h3>
      {!isLine && (
        <div className={css.checks}>
          <CheckPart
            label="填黑"
            value={isFilled}
            onChange={(on) => set('填黑', { lineMm: on ? 0 : DEFAULT_LINE_MM })}
          />
        </div>
      )}
      <div className={css.pairs}>
        {!isFilled && (
          <NumberPart
            label="线宽"
            name="line"
            unit="mm"
            step={0.125}
            {...DRAWN_LINE_MM}
            value={first.lineMm}
            onChange={(lineMm) => set('修改线宽', { lineMm }, 'line')}
          />
        )}
        {first.type === 'rect' && (
          <NumberPart
            label="圆角"
            name="radius"
            unit="mm"
            step={0.5}
            {...RADIUS_MM}
            value={first.radiusMm ?? 0}
            onChange={(value) => set('修改圆角', { radiusMm: value || undefined }, 'radius')}
          />
        )}
        {isLine && (
          <NumberPart
            label="角度"
            name="angle"
            unit="°"
            step={1}
            {...ANGLE_DEG}
            value={first.angleDeg ?? 0}
            onChange={(value) => set('修改角度', { angleDeg: value || undefined }, 'angle')}
          />
        )}
      </div>
    </section>
  );
};
