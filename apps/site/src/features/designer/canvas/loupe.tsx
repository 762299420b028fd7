import { useStore } from '@yunbiao/ui/store.ts';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { DrawnLabel } from '../../../kit/label/engine/engine.ts';
import { useDesigner } from '../designer.ts';
import css from './loupe.module.css';
import { toMm } from './view.ts';

/** Pixels per dot, and the number of visible dots. */
const PX_PER_DOT = 6;
const DOTS = { across: 36, down: 24 };
/**
 * Distance from the pointer to the loupe, and the size of the loupe including its text line, px.
 */
const POINTER_GAP_PX = 28;
const SIZE = { width: DOTS.across * PX_PER_DOT + 18, height: DOTS.down * PX_PER_DOT + 46 };

/**
 * Colours of paper, ink and grid, independent of the theme. `beside`: the area outside the label.
 */
const COLOURS = { paper: '#fff', ink: '#0b0b0b', grid: 'rgb(43 74 203 / 0.24)', beside: '#e4e1da' };

type Point = { x: number; y: number };

const usePointerPosition = (stage: RefObject<HTMLElement | null>): Point | null => {
  const [point, setPoint] = useState<Point | null>(null);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const updatePointerPosition = (event: PointerEvent): void => {
      const box = element.getBoundingClientRect();
      setPoint({ x: event.clientX - box.left, y: event.clientY - box.top });
    };
    const clearPointerPosition = (): void => setPoint(null);
    element.addEventListener('pointermove', updatePointerPosition);
    element.addEventListener('pointerleave', clearPointerPosition);
    return () => {
      element.removeEventListener('pointermove', updatePointerPosition);
      element.removeEventListener('pointerleave', clearPointerPosition);
    };
  }, [stage]);
  return point;
};

/** Draws the dots around a point, enlarged. */
const paintMagnifiedDots = (
  context: CanvasRenderingContext2D,
  drawing: DrawnLabel,
  middle: Point,
): void => {
  const [leftDots, top] = [middle.x - DOTS.across / 2, middle.y - DOTS.down / 2];
  const { widthDots, heightDots, rgba } = drawing;
  for (let y = 0; y < DOTS.down; y += 1)
    for (let x = 0; x < DOTS.across; x += 1) {
      const [dotX, dotY] = [leftDots + x, top + y];
      const isBeside = dotX < 0 || dotY < 0 || dotX >= widthDots || dotY >= heightDots;
      const isInk = !isBeside && rgba[4 * (dotY * widthDots + dotX)] === 0;
      context.fillStyle = isBeside ? COLOURS.beside : isInk ? COLOURS.ink : COLOURS.paper;
      context.fillRect(x * PX_PER_DOT, y * PX_PER_DOT, PX_PER_DOT, PX_PER_DOT);
    }
  context.fillStyle = COLOURS.grid;
  for (let x = 0; x <= DOTS.across; x += 1)
    context.fillRect(x * PX_PER_DOT, 0, 1, DOTS.down * PX_PER_DOT);
  for (let y = 0; y <= DOTS.down; y += 1)
    context.fillRect(0, y * PX_PER_DOT, DOTS.across * PX_PER_DOT, 1);
};

type LoupeProps = {
  drawn: DrawnLabel;
  stage: RefObject<HTMLElement | null>;
  room: { width: number; height: number };
};

/** Magnifies the dots under the pointer in the dots view. */
export const Loupe = ({ drawn, stage, room }: LoupeProps) => {
  const designer = useDesigner();
  const view = useStore(designer.view);
  const point = usePointerPosition(stage);
  const canvas = useRef<HTMLCanvasElement>(null);
  const mm = point && toMm(view, point);
  const x = mm && Math.floor(mm.x * drawn.dotsPerMm);
  const y = mm && Math.floor(mm.y * drawn.dotsPerMm);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context && x !== null && y !== null) paintMagnifiedDots(context, drawn, { x, y });
  }, [drawn, x, y]);
  if (!point || x === null || y === null) return null;
  if (x < 0 || y < 0 || x >= drawn.widthDots || y >= drawn.heightDots) return null;
  const placeLoupeBesidePointer = (at: number, size: number, extent: number): number =>
    at + POINTER_GAP_PX + size <= extent
      ? at + POINTER_GAP_PX
      : Math.max(4, at - POINTER_GAP_PX - size);
  return (
    <div
      className={css.loupe}
      style={{
        left: placeLoupeBesidePointer(point.x, SIZE.width, room.width),
        top: placeLoupeBesidePointer(point.y, SIZE.height, room.height),
      }}
      aria-hidden="true"
    >
      <canvas
        ref={canvas}
        width={DOTS.across * PX_PER_DOT + 1}
        height={DOTS.down * PX_PER_DOT + 1}
      />
      <p>
        放大 {PX_PER_DOT} 倍 · 一格一点
        <span>
          {x}, {y}
        </span>
      </p>
    </div>
  );
};
