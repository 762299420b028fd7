import { useStore } from '@yunbiao/ui';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import css from './gif.module.css';
import {
  moveCropEdge,
  type Box,
  type Edge,
  type Layout,
  rotateSize,
  createUncroppedLayout,
} from './model/layout.ts';
import type { Studio } from './studio.ts';
import type { Key, Size } from './worker/messages.ts';

const EDGES: readonly { edge: Edge; label: string }[] = [
  { edge: 'nw', label: '左上角' },
  { edge: 'ne', label: '右上角' },
  { edge: 'sw', label: '左下角' },
  { edge: 'se', label: '右下角' },
];

/** Distance moved per press of an arrow key, as a share of the side. */
const KEY_SHARE = 0.01;

const getCropShiftByKey = ({ key, shiftKey }: KeyboardEvent): [number, number] | null => {
  const by = KEY_SHARE * (shiftKey ? 10 : 1);
  const shifts: Record<string, [number, number]> = {
    ArrowLeft: [-by, 0],
    ArrowRight: [by, 0],
    ArrowUp: [0, -by],
    ArrowDown: [0, by],
  };
  return shifts[key] ?? null;
};

/** The complete current frame, turned but not cropped. */
const useUncroppedFrame = (
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
    const uncutLayout = { ...createUncroppedLayout({ width, height }), turn, flipX, flipY };
    studio.whole.request({ keys: [{ source, at }], layout: uncutLayout, longest: 640 });
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

/** Size of a canvas with the proportions of the crop, so that no background is added. */
const computeCanvasSize = (crop: Box, size: Size, longest: number): Size => {
  const [width, height] = [crop.width * size.width, crop.height * size.height];
  const scale = longest / Math.max(width, height);
  return {
    width: Math.max(8, Math.round(width * scale)),
    height: Math.max(8, Math.round(height * scale)),
  };
};

/** 自由裁剪: a crop box over the complete picture, moved by dragging or with the arrow keys. */
export const CropEditor = ({ studio }: { studio: Studio }) => {
  const { layout, files, history } = useStore(studio.work);
  const shownIndex = useStore(studio.shown);
  const frame = history.now.frames[shownIndex] ?? history.now.frames[0];
  const file = files.find(({ source }) => source === frame?.source) ?? files[0];
  const size = file ? rotateSize(file.facts, layout.turn) : { width: 1, height: 1 };
  const box = useRef<HTMLDivElement>(null);
  const lastPosition = useRef({ x: 0, y: 0 });
  const canvas = useUncroppedFrame(studio, frame, size, layout);
  const moveEdge = (edge: Edge, dx: number, dy: number): void => {
    const { crop, width, height } = studio.work.get().layout;
    const next = moveCropEdge(crop, edge, dx, dy);
    studio.setLayout({ crop: next, ...computeCanvasSize(next, size, Math.max(width, height)) });
  };
  const createEdgeHandlers = (edge: Edge) => ({
    onPointerDown: (event: PointerEvent): void => {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      lastPosition.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent): void => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId) || !box.current) return;
      const { width, height } = box.current.getBoundingClientRect();
      moveEdge(
        edge,
        (event.clientX - lastPosition.current.x) / width,
        (event.clientY - lastPosition.current.y) / height,
      );
      lastPosition.current = { x: event.clientX, y: event.clientY };
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const by = getCropShiftByKey(event);
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      moveEdge(edge, ...by);
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
          ...toCssVars({ ratio: size.width / size.height }),
        }}
      >
        <canvas ref={canvas} className={css.thumb} aria-hidden="true" />
        <div
          className={css.crop}
          style={toCssVars({ x: crop.x, y: crop.y, w: crop.width, h: crop.height })}
        >
          <button
            type="button"
            className={css.cropMove}
            aria-label="移动裁切框"
            {...createEdgeHandlers('move')}
          />
          {EDGES.map(({ edge, label }) => (
            <button
              key={edge}
              type="button"
              className={css.corner}
              data-edge={edge}
              aria-label={`裁切框${label}`}
              {...createEdgeHandlers(edge)}
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
