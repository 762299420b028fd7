import { useStore } from '@yunbiao/ui';
import { NumberField, SelectField } from '@yunbiao/ui/field.tsx';
import { isInRange, parseNumber } from '@yunbiao/ui/number.ts';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import { useState, memo } from 'react';
import css from '../gif.module.css';
import {
  type Fit,
  type Layout,
  scaleOtherSide,
  SIDE,
  checkAnimationSize,
  type Rotation,
  rotateSize,
  FULL_CROP,
} from '../model/layout.ts';
import type { Studio } from '../studio.ts';
import type { OpenFile } from '../studio-state.ts';

const FITS: readonly { value: Fit; label: string }[] = [
  { value: 'cover', label: '铺满' },
  { value: 'contain', label: '完整显示' },
  { value: 'crop', label: '自由裁剪' },
];

const validateSidePx = (typedSide: string, label: string): string | undefined => {
  const side = parseNumber(typedSide);
  return side !== null && Number.isInteger(side) && isInRange(side, SIDE)
    ? undefined
    : `${label}要 ${SIDE.min} 到 ${SIDE.max} 的整数`;
};

/**
 * Size of the visible part of the first file after its turn. Its proportions are kept when a side
 * is changed.
 */
const computeVisibleSize = (file: OpenFile | undefined, { turn, fit, crop }: Layout) => {
  if (!file) return null;
  const { width, height } = rotateSize(file.facts, turn);
  return fit === 'crop'
    ? { width: width * crop.width, height: height * crop.height }
    : { width, height };
};

const SizeFields = ({ studio }: { studio: Studio }) => {
  const { layout, files, history } = useStore(studio.work);
  const [typedSides, setTyped] = useState<{ width?: string; height?: string }>({});
  const [keeps, setKeeps] = useState(true);
  const visibleSize = computeVisibleSize(files[0], layout);
  const changeCanvasSide = (changedSide: 'width' | 'height', value: string): void => {
    setTyped({ ...typedSides, [changedSide]: value });
    if (validateSidePx(value, '') !== undefined) return;
    const side = Number(parseNumber(value));
    const oppositeSide = changedSide === 'width' ? 'height' : 'width';
    const size = { width: layout.width, height: layout.height, [changedSide]: side };
    if (keeps && visibleSize)
      size[oppositeSide] = scaleOtherSide(
        side,
        visibleSize[changedSide],
        visibleSize[oppositeSide],
      );
    setTyped({});
    studio.setLayout(size);
  };
  const getSideText = (side: 'width' | 'height'): string =>
    typedSides[side] ?? String(layout[side]);
  const trouble = checkAnimationSize(layout, history.now.frames.length);
  return (
    <>
      <div className={css.pair}>
        {(['width', 'height'] as const).map((side) => (
          <NumberField
            key={side}
            label={side === 'width' ? '宽' : '高'}
            name={side}
            unit="像素"
            step={1}
            {...SIDE}
            value={getSideText(side)}
            error={validateSidePx(getSideText(side), side === 'width' ? '宽' : '高')}
            onChange={(value) => changeCanvasSide(side, value)}
          />
        ))}
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={keeps}
          onChange={(event) => setKeeps(event.target.checked)}
        />
        宽高按原图的比例
      </label>
      {trouble && (
        <p className="field-err" role="alert">
          {trouble}
        </p>
      )}
    </>
  );
};

const TURNS: readonly { value: string; label: string }[] = [
  { value: '0', label: '不旋转' },
  { value: '90', label: '顺时针 90°' },
  { value: '180', label: '180°' },
  { value: '270', label: '逆时针 90°' },
];

const TURN_OF: Record<string, Rotation> = { '0': 0, '90': 90, '180': 180, '270': 270 };

const RotationFields = ({ studio }: { studio: Studio }) => {
  const { layout } = useStore(studio.work);
  const setPictureRotation = (value: string): void => {
    const next = TURN_OF[value] ?? 0;
    const isOnItsSide = (next - layout.turn) % 180 !== 0;
    const { width, height } = layout;
    studio.setLayout({
      turn: next,
      crop: FULL_CROP,
      ...(isOnItsSide ? { width: height, height: width } : {}),
    });
  };
  return (
    <div className={css.pair}>
      <SelectField
        label="旋转"
        name="turn"
        value={String(layout.turn)}
        options={TURNS}
        onChange={setPictureRotation}
      />
      <div className={css.checks}>
        <label className="check">
          <input
            type="checkbox"
            checked={layout.flipX}
            onChange={(event) => studio.setLayout({ flipX: event.target.checked })}
          />
          水平翻转
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={layout.flipY}
            onChange={(event) => studio.setLayout({ flipY: event.target.checked })}
          />
          垂直翻转
        </label>
      </div>
    </div>
  );
};

const BackgroundFields = ({ studio }: { studio: Studio }) => {
  const { layout } = useStore(studio.work);
  const [colour, setColour] = useState(layout.background ?? '#ffffff');
  const isClear = layout.background === null;
  return (
    <div className={css.pair}>
      <SelectField
        label="背景色"
        name="background"
        value={isClear ? 'clear' : 'colour'}
        options={[
          { value: 'colour', label: '填一种颜色' },
          { value: 'clear', label: '透明' },
        ]}
        onChange={(value) => studio.setLayout({ background: value === 'clear' ? null : colour })}
      />
      {!isClear && (
        <label className="field">
          <span>颜色</span>
          <span className="field-box">
            <input
              type="color"
              aria-label="背景色的颜色"
              value={layout.background ?? colour}
              onChange={(event) => {
                setColour(event.target.value);
                studio.setLayout({ background: event.target.value });
              }}
            />
          </span>
        </label>
      )}
    </div>
  );
};

const LOOPS = [
  { value: 'forever', label: '一直循环' },
  ...[1, 2, 3, 5, 10].map((times) => ({ value: String(times), label: `放 ${times} 遍` })),
];

const LoopField = ({ studio }: { studio: Studio }) => {
  const { loop } = useStore(studio.work);
  const value = String(loop);
  const isListed = LOOPS.some((option) => option.value === value);
  return (
    <SelectField
      label="循环"
      name="loop"
      value={value}
      options={isListed ? LOOPS : [...LOOPS, { value, label: `放 ${value} 遍` }]}
      onChange={(next) => studio.set({ loop: next === 'forever' ? next : Number(next) })}
    />
  );
};

/** Settings for size, crop, turn, background and loop. */
export const PicturePanel = memo(({ studio }: { studio: Studio }) => {
  const { layout } = useStore(studio.work);
  return (
    <section className={css.settings} aria-label="画面">
      <h2>画面</h2>
      <SizeFields studio={studio} />
      <Segmented
        legend="图片的显示方式"
        name="fit"
        value={layout.fit}
        options={FITS}
        onChange={(fit) => studio.setLayout({ fit: fit as Fit })}
      />
      {layout.fit === 'crop' && <p className="small faint">在左边的画面上拖框，或者按方向键。</p>}
      <RotationFields studio={studio} />
      <BackgroundFields studio={studio} />
      <LoopField studio={studio} />
    </section>
  );
});
