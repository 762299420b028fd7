import { useStore } from '@yunbiao/ui/store.ts';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { DrawnLabel } from '../../../kit/label/engine.ts';
import { useDesigner } from '../designer.ts';
import css from './loupe.module.css';
import { toMm } from './view.ts';

/** Px a dot, and how many dots are seen. */
const PX = 6;
const DOTS = { across: 36, down: 24 };
/** From the pointer to the loupe, and the room it takes with its line of text, px. */
const APART_PX = 28;
const SIZE = { width: DOTS.across * PX + 18, height: DOTS.down * PX + 46 };

/** Paper, ink and grid, which do not change with the theme; what is beside the label is shaded. */
const COLOURS = { paper: '#fff', ink: '#0b0b0b', grid: 'rgb(43 74 203 / 0.24)', beside: '#e4e1da' };

type Point = { x: number; y: number };

const usePoint = (stage: RefObject<HTMLElement | null>): Point | null => {
  const [point, setPoint] = useState<Point | null>(null);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const onMove = (event: PointerEvent): void => {
      const box = element.getBoundingClientRect();
      setPoint({ x: event.clientX - box.left, y: event.clientY - box.top });
    };
    const onLeave = (): void => setPoint(null);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerleave', onLeave);
    return () => {
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerleave', onLeave);
    };
  }, [stage]);
  return point;
};

/** The dots around one, six times as large. */
const paint = (context: CanvasRenderingContext2D, drawn: DrawnLabel, middle: Point): void => {
  const [left, top] = [middle.x - DOTS.across / 2, middle.y - DOTS.down / 2];
  const { widthDots, heightDots, rgba } = drawn;
  for (let y = 0; y < DOTS.down; y += 1)
    for (let x = 0; x < DOTS.across; x += 1) {
      const [dotX, dotY] = [left + x, top + y];
      const isBeside = dotX < 0 || dotY < 0 || dotX >= widthDots || dotY >= heightDots;
      const isInk = !isBeside && rgba[4 * (dotY * widthDots + dotX)] === 0;
      context.fillStyle = isBeside ? COLOURS.beside : isInk ? COLOURS.ink : COLOURS.paper;
      context.fillRect(x * PX, y * PX, PX, PX);
    }
  context.fillStyle = COLOURS.grid;
  for (let x = 0; x <= DOTS.across; x += 1) context.fillRect(x * PX, 0, 1, DOTS.down * PX);
  for (let y = 0; y <= DOTS.down; y += 1) context.fillRect(0, y * PX, DOTS.across * PX, 1);
};

type LoupeProps = {
  drawn: DrawnLabel;
  stage: RefObject<HTMLElement | null>;
  room: { width: number; height: number };
};

/** While the label is looked at dot by dot: what lies under the pointer, a square a dot. */
export const Loupe = ({ drawn, stage, room }: LoupeProps) => {
  const designer = useDesigner();
  const view = useStore(designer.view);
  const point = usePoint(stage);
  const canvas = useRef<HTMLCanvasElement>(null);
  const mm = point && toMm(view, point);
  const x = mm && Math.floor(mm.x * drawn.dotsPerMm);
  const y = mm && Math.floor(mm.y * drawn.dotsPerMm);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context && x !== null && y !== null) paint(context, drawn, { x, y });
  }, [drawn, x, y]);
  if (!point || x === null || y === null) return null;
  if (x < 0 || y < 0 || x >= drawn.widthDots || y >= drawn.heightDots) return null;
  const beside = (at: number, size: number, all: number): number =>
    at + APART_PX + size <= all ? at + APART_PX : Math.max(4, at - APART_PX - size);
  return (
    <div
      className={css.loupe}
      style={{
        left: beside(point.x, SIZE.width, room.width),
        top: beside(point.y, SIZE.height, room.height),
      }}
      aria-hidden="true"
    >
      <canvas ref={canvas} width={DOTS.across * PX + 1} height={DOTS.down * PX + 1} />
      <p>
        放大 {PX} 倍 · 一格一点
        <span>
          {x}, {y}
        </span>
      </p>
    </div>
  );
};
