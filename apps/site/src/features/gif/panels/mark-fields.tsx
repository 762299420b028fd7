import { Icon, useStore } from '@yunbiao/ui';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { useRef } from 'react';
import { PICTURES } from '../accepted-types.ts';
import css from '../gif.module.css';
import type { Mark, Place } from '../model/layout.ts';
import { Percent } from './percent.tsx';
import { PLACES } from '../places.ts';
import type { Studio } from '../studio.ts';

const SIZE = { min: 3, max: 100 } as const;
const OPACITY = { min: 10, max: 100 } as const;

const PickMarkButton = ({ label, onPick }: { label: string; onPick: (file: File) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURES}
        aria-label="选水印图片"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onPick(file);
          event.target.value = '';
        }}
      />
      <button type="button" className="button" data-file="" onClick={() => input.current?.click()}>
        <Icon name="file" />
        {label}
      </button>
    </>
  );
};

const MarkSettings = ({ mark, onChange }: { mark: Mark; onChange: (mark: Mark) => void }) => (
  <div className={css.pair} role="group" aria-label="水印图片的样子">
    <SelectField
      label="位置"
      name="mark-place"
      value={mark.place}
      options={PLACES}
      onChange={(place) => onChange({ ...mark, place: place as Place })}
    />
    <Percent
      label="图宽，画面的"
      name="mark-size"
      range={SIZE}
      value={mark.size}
      onChange={(size) => onChange({ ...mark, size })}
    />
    <Percent
      label="不透明"
      name="mark-opacity"
      range={OPACITY}
      value={mark.opacity}
      onChange={(opacity) => onChange({ ...mark, opacity })}
    />
  </div>
);

/** The member's own picture as a watermark over every frame: file, position and size. */
export const MarkFields = ({ studio }: { studio: Studio }) => {
  const { mark } = useStore(studio.work).layout;
  return (
    <div className={css.mark} role="group" aria-label="水印图片">
      {mark && (
        <p className="ellipsis small" title={mark.file.name}>
          {mark.file.name}
        </p>
      )}
      <div className={css.markButtons}>
        <PickMarkButton
          label={mark ? '更换图片' : '添加水印图片'}
          onPick={(file) => studio.openWatermark(file)}
        />
        {mark && (
          <button type="button" className="bare" onClick={() => studio.setLayout({ mark: null })}>
            删除水印图片
          </button>
        )}
      </div>
      {mark && <MarkSettings mark={mark} onChange={(next) => studio.setLayout({ mark: next })} />}
    </div>
  );
};
