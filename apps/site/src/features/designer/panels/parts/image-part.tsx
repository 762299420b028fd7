import { ANGLE_DEG, CONTENT_LENGTH, IMAGE_THRESHOLD } from '@yunbiao/contract/limits/template';
import { setLibraryPicture } from '@yunbiao/designer/pictures';
import type { ImageElement } from '@yunbiao/label';
import { findSolePlaceholderName } from '@yunbiao/label/placeholders';
import { isTypedField } from '@yunbiao/label/fields';
import { SelectField, TextField } from '@yunbiao/ui/field.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import { useDesigner } from '../../designer.ts';
import css from '../../designer.module.css';
import { usePictureActions } from '../../picture/use-pictures.ts';
import { CheckPart } from './check-part.tsx';
import { NumberPart } from './number-part.tsx';
import own from './parts.module.css';
import { useSelectedElements } from '../use-chosen.ts';

const DITHERS = [
  { value: 'floyd-steinberg', label: '照片：抖动（误差扩散）' },
  { value: 'ordered', label: '照片：网点' },
  { value: 'threshold', label: '线条：黑白阈值' },
];

const MIDDLE_GREY = 128;

const FIXED = '';

/** Whether all labels show one picture, or each the one that its row names. */
const PictureSource = ({ element: { id, content } }: { element: ImageElement }) => {
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields).filter(isTypedField);
  const field = content === undefined ? undefined : findSolePlaceholderName(content);
  const isField = fields.some(({ name }) => name === field);
  const setContent = (next: string): void =>
    designer.execute('图片来自', setLibraryPicture(id, next));
  return (
    <>
      <SelectField
        label="图片来自"
        name="image-source"
        value={isField ? (field ?? FIXED) : FIXED}
        options={[
          { value: FIXED, label: '固定的一张' },
          ...fields.map(({ name, label }) => ({ value: name, label: `数据里的“${label}”` })),
        ]}
        hint={isField ? '每一行写图片库里的名称，可以带文件夹，例如 商品图/鞋.png。' : undefined}
        onChange={(name) => setContent(name === FIXED ? '' : `{{${name}}}`)}
      />
      {content !== undefined && !isField && (
        <TextField
          label="图片库里的名称"
          name="image-name"
          value={content}
          maxLength={CONTENT_LENGTH}
          placeholder="例如 商标/logo"
          onChange={setContent}
        />
      )}
    </>
  );
};

/** Properties of a picture: fit into its box, and conversion of grey to dots. */
export const ImagePart = () => {
  const { first, count, set } = useSelectedElements(['image']);
  const pictures = usePictureActions();
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
          更换图片
        </button>
      )}
      {count === 1 && <PictureSource element={first} />}
      <Segmented
        legend="适应方式"
        name="image-fit"
        small
        value={first.fit}
        options={[
          { value: 'contain', label: '完整显示' },
          { value: 'cover', label: '铺满' },
          { value: 'stretch', label: '拉伸' },
        ]}
        onChange={(fit) => set('适应方式', { fit })}
      />
      <SelectField
        label="黑白转换"
        name="image-dither"
        value={first.dither}
        options={DITHERS}
        onChange={(dither) => set('黑白转换', { dither })}
      />
      {first.dither === 'threshold' && (
        <label className={own.slider}>
          <span>
            黑白阈值<b>{threshold}</b>
          </span>
          <input
            type="range"
            {...IMAGE_THRESHOLD}
            value={threshold}
            onChange={(event) =>
              set('修改阈值', { threshold: Number(event.target.value) }, 'threshold')
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
        onChange={(value) => set('修改角度', { angleDeg: value || undefined }, 'image-angle')}
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
