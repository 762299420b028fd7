import { ANGLE_DEG, IMAGE_THRESHOLD } from '@yunbiao/contract/limits/template';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import css from '../designer.module.css';
import { usePictures } from '../picture/use-pictures.ts';
import { CheckPart } from './check-part.tsx';
import { NumberPart } from './number-part.tsx';
import own from './parts.module.css';
import { useChosen } from './use-chosen.ts';

const DITHERS = [
  { value: 'floyd-steinberg', label: '照片：误差扩散' },
  { value: 'ordered', label: '照片：网点' },
  { value: 'threshold', label: '线条：按深浅' },
];

const MIDDLE_GREY = 128;

/** A picture: how it meets its box, and how its greys become dots. */
export const ImagePart = () => {
  const { first, count, set } = useChosen(['image']);
  const pictures = usePictures();
  if (!first) return null;
  const threshold = first.threshold ?? MIDDLE_GREY;
  return (
    <section className={css.part}>
      <h3>图片</h3>
      {count === 1 && (
        <button
          type="button"
          className="button compact"
          onClick={() => void pictures.replace(first.id)}
        >
          换一张
        </button>
      )}
      <Segmented
        legend="放进框里"
        name="image-fit"
        small
        value={first.fit}
        options={[
          { value: 'contain', label: '放全' },
          { value: 'cover', label: '占满' },
          { value: 'stretch', label: '拉伸' },
        ]}
        onChange={(fit) => set('放进框里', { fit })}
      />
      <SelectField
        label="变成黑白点"
        name="image-dither"
        value={first.dither}
        options={DITHERS}
        onChange={(dither) => set('变成黑白点', { dither })}
      />
      {first.dither === 'threshold' && (
        <label className={own.slider}>
          <span>
            多深算黑<b>{threshold}</b>
          </span>
          <input
            type="range"
            {...IMAGE_THRESHOLD}
            value={threshold}
            onChange={(event) =>
              set('改深浅', { threshold: Number(event.target.value) }, 'threshold')
            }
          />
        </label>
      )}
      <NumberPart
        label="角度"
        name="image-angle"
        unit="°"
        step={1}
        {...ANGLE_DEG}
        value={first.angleDeg ?? 0}
        onChange={(value) => set('改角度', { angleDeg: value || undefined }, 'image-angle')}
      />
      <div className={css.checks}>
        <CheckPart
          label="黑白对调"
          value={first.inverse === true}
          onChange={(on) => set('黑白对调', { inverse: on ? true : undefined })}
        />
      </div>
    </section>
  );
};
