import { useStore } from '@yunbiao/ui';
import { vars } from '@yunbiao/ui/vars.ts';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import css from './gif.module.css';
import { croppedBy, type Box, type Edge, type Layout, turned, uncut } from './model/layout.ts';
import type { Studio } from './studio.ts';
import type { Key, Size } from './worker/messages.ts';

const EDGES: readonly { edge: Edge; label: string }[] = [
  { edge: 'nw', label: '左上角' },
  { edge: 'ne', label: '右上角' },
  { edge: 'sw', label: '左下角' },
  { edge: 'se', label: '右下角' },
];

/** Share of a side one press of an arrow key moves. */
const KEY_SHARE = 0.01;

const keyShift = ({ key, shiftKey }: KeyboardEvent): [number, number] | null => {
  const by = KEY_SHARE * (shiftKey ? 10 : 1);
  const shifts: Record<string, [number, number]> = {
    ArrowLeft: [-by, 0],
    ArrowRight: [by, 0],
    ArrowUp: [0, -by],
    ArrowDown: [0, by],
  };
  return shifts[key] ?? null;
};

/** The whole of the frame that is on screen, turned but not cut. */
const useWhole = (
  studio: Studio,
  key: Key | undefined,
  { width, height }: Size,
  layout: Layout,
) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const version = useStore(studio.whole.version);
  const { turn, flipX, flipY } = layout;
  const [source, at] = [key?.source, key?.at];
  useEffect(() => {
    if (source === undefined || at === undefined) return;
    const whole = { ...uncut({ width, height }), turn, flipX, flipY };
    studio.whole.ask({ keys: [{ source, at }], layout: whole, longest: 640 });
  }, [studio, source, at, width, height, turn, flipX, flipY]);
  useEffect(() => {
    const ctx = canvas.current?.getContext('2d');
    const picture =
      source === undefined || at === undefined ? undefined : studio.whole.get({ source, at });
    if (!ctx || !picture) return;
    ctx.canvas.width = picture.width;
    ctx.canvas.height = picture.height;
    ctx.drawImage(picture, 0, 0);
  }, [studio, source, at, version]);
  return canvas;
};

/** The canvas has the proportions of what is cut out: nothing is added around it. */
const getSize = (crop: Box, size: Size, longest: number): Size => {
  const [width, height] = [crop.width * size.width, crop.height * size.height];
  const scale = longest / Math.max(width, height);
  return {
    width: Math.max(8, Math.round(width * scale)),
    height: Math.max(8, Math.round(height * scale)),
  };
};

/** 自由裁: a box over the whole picture, dragged or moved with the arrow keys. */
export const CropEditor = ({ studio }: { studio: Studio }) => {
  const { layout, files, history } = useStore(studio.work);
  const shown = useStore(studio.shown);
  const frame = history.now.frames[shown] ?? history.now.frames[0];
  const file = files.find(({ source }) => source === frame?.source) ?? files[0];
  const size = file ? turned(file.facts, layout.turn) : { width: 1, height: 1 };
  const box = useRef<HTMLDivElement>(null);
  const last = useRef({ x: 0, y: 0 });
  const canvas = useWhole(studio, frame, size, layout);
  const shift = (edge: Edge, dx: number, dy: number): void => {
    const { crop, width, height } = studio.work.get().layout;
    const next = croppedBy(crop, edge, dx, dy);
    studio.lay({ crop: next, ...getSize(next, size, Math.max(width, height)) });
  };
  const handlers = (edge: Edge) => ({
    onPointerDown: (event: PointerEvent): void => {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent): void => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId) || !box.current) return;
      const { width, height } = box.current.getBoundingClientRect();
      shift(
        edge,
        (event.clientX - last.current.x) / width,
        (event.clientY - last.current.y) / height,
      );
      last.current = { x: event.clientX, y: event.clientY };
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const by = keyShift(event);
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      shift(edge, ...by);
    },
  });
  const { crop } = layout;
  return (
    <div className={css.cropArea}>
      <div
        ref={box}
        className={css.whole}
        style={{
          aspectRatio: `${size.width} / ${size.height}`,
          ...vars({ ratio: size.width / size.height }),
        }}
      >
        <canvas ref={canvas} className={css.thumb} aria-hidden="true" />
        <div
          className={css.crop}
          style={vars({ x: crop.x, y: crop.y, w: crop.width, h: crop.height })}
        >
          <button
            type="button"
            className={css.cropMove}
            aria-label="挪裁切框"
            {...handlers('move')}
          />
          {EDGES.map(({ edge, label }) => (
            <button
              key={edge}
              type="button"
              className={css.corner}
              data-edge={edge}
              aria-label={`裁切框${label}`}
              {...handlers(edge)}
            />
          ))}
        </div>
      </div>
      <p className={css.hint}>
        裁出 {Math.round(crop.width * size.width)} × {Math.round(crop.height * size.height)}
        ，原图 {size.width} × {size.height}
      </p>
    </div>
  );
};
