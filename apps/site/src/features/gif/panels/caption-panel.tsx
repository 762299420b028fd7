import { GIF_LIMITS } from '@yunbiao/contract/limits/gif';
import { useStore } from '@yunbiao/ui';
import { Field, SelectField } from '@yunbiao/ui/field.tsx';
import { memo } from 'react';
import css from '../gif.module.css';
import { MarkFields } from './mark-fields.tsx';
import type { Caption, Place } from '../model/layout.ts';
import { Percent } from './percent.tsx';
import { PLACES } from '../places.ts';
import type { Studio } from '../studio.ts';

const SIZE = { min: 3, max: 40 } as const;
const OPACITY = { min: 10, max: 100 } as const;

type Kind = { title: string; first: Caption };

const KINDS: readonly Kind[] = [
  {
    title: '文字',
    first: { text: '', place: 'bottom-centre', size: 10, colour: '#ffffff', opacity: 100 },
  },
  {
    title: '水印文字',
    first: { text: '', place: 'bottom-right', size: 5, colour: '#ffffff', opacity: 50 },
  },
];

const CaptionFields = ({
  caption,
  kind,
  onChange,
}: {
  caption: Caption;
  kind: Kind;
  onChange: (part: Partial<Caption>) => void;
}) => (
  <>
    <Field label={kind.title}>
      {({ id }) => (
        <div className="field-box">
          <textarea
            id={id}
            rows={2}
            maxLength={GIF_LIMITS.caption}
            placeholder="不加"
            value={caption.text}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        </div>
      )}
    </Field>
    {caption.text !== '' && (
      <div className={css.pair}>
        <SelectField
          label="位置"
          name="place"
          value={caption.place}
          options={PLACES}
          onChange={(place) => onChange({ place: place as Place })}
        />
        <label className="field">
          <span>颜色</span>
          <span className="field-box">
            <input
              type="color"
              aria-label={`${kind.title}的颜色`}
              value={caption.colour}
              onChange={(event) => onChange({ colour: event.target.value })}
            />
          </span>
        </label>
        <Percent
          label="字高，画面的"
          name="size"
          range={SIZE}
          value={caption.size}
          onChange={(size) => onChange({ size })}
        />
        <Percent
          label="不透明"
          name="opacity"
          range={OPACITY}
          value={caption.opacity}
          onChange={(opacity) => onChange({ opacity })}
        />
      </div>
    )}
  </>
);

/** Captions and watermark drawn over every frame. */
export const CaptionPanel = memo(({ studio }: { studio: Studio }) => {
  const { layout } = useStore(studio.work);
  const captions = KINDS.map(({ first }, index) => layout.captions[index] ?? first);
  return (
    <section className={css.settings} aria-label="文字和水印">
      <h2>文字和水印</h2>
      {KINDS.map((kind, index) => {
        const caption = captions[index] ?? kind.first;
        return (
          <CaptionFields
            key={kind.title}
            kind={kind}
            caption={caption}
            onChange={(part) =>
              studio.setLayout({ captions: captions.with(index, { ...caption, ...part }) })
            }
          />
        );
      })}
      <MarkFields studio={studio} />
    </section>
  );
});
