import { isElementLocked } from '@yunbiao/label/groups';
import { useStore } from '@yunbiao/ui/store.ts';
import type { ReactNode } from 'react';
import css from '../designer.module.css';
import { type LiveChange, useDesigner, type View } from '../designer.ts';
import { computeBounds, type Box } from '@yunbiao/designer/box';
import { listSelectedElements } from '@yunbiao/designer/doc';
import type { SnapGap, SnapLine } from '@yunbiao/designer/snap';
import { HANDLES } from './hit-test.ts';
import { TableLines } from './table-lines.tsx';

type Scaled = { x: number; y: number; width: number; height: number };

const toScreenBox = ({ scale, xPx, yPx }: View, box: Box): Scaled => ({
  x: box.xMm * scale + xPx,
  y: box.yMm * scale + yPx,
  width: box.widthMm * scale,
  height: box.heightMm * scale,
});

/** Box of a selected element while it is dragged. */
const computeDraggedBox = (live: LiveChange | null, box: Box & { id: string }): Box => {
  if (live?.kind === 'move' && live.ids.includes(box.id))
    return { ...box, xMm: box.xMm + live.dxMm, yMm: box.yMm + live.dyMm };
  if (live?.kind === 'resize') return live.boxes.get(box.id) ?? box;
  return box;
};

const HANDLE_PX = 9;
/** Boxes smaller than this on the screen have corner handles only, px. */
const ROOM_FOR_SIDES_PX = 36;

const ResizeHandles = ({ box }: { box: Scaled }) => (
  <>
    {HANDLES.map(({ name, x, y }) => {
      const isSide = x === 0.5 || y === 0.5;
      const room = x === 0.5 ? box.width : box.height;
      if (isSide && room < ROOM_FOR_SIDES_PX) return null;
      const [cx, cy] = [box.x + x * box.width, box.y + y * box.height];
      return (
        <g key={name} data-handle={name} className={css.handle}>
          <rect className={css.grip} x={cx - 12} y={cy - 12} width={24} height={24} />
          <rect
            x={cx - HANDLE_PX / 2}
            y={cy - HANDLE_PX / 2}
            width={HANDLE_PX}
            height={HANDLE_PX}
          />
        </g>
      );
    })}
  </>
);

const SnapLines = ({ view, lines }: { view: View; lines: readonly SnapLine[] }) => (
  <>
    {lines.map(({ axis, at, from, to }) => {
      const [a, b] =
        axis === 'x'
          ? [toScreenBox(view, { xMm: at, yMm: from, widthMm: 0, heightMm: to - from })].flatMap(
              ({ x, y, height }) => [
                { x, y: y - 6 },
                { x, y: y + height + 6 },
              ],
            )
          : [toScreenBox(view, { xMm: from, yMm: at, widthMm: to - from, heightMm: 0 })].flatMap(
              ({ x, y, width }) => [
                { x: x - 6, y },
                { x: x + width + 6, y },
              ],
            );
      return (
        a &&
        b && (
          <line key={`${axis}${at}`} className={css.snapLine} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
        )
      );
    })}
  </>
);

const SnapGaps = ({ view, gaps }: { view: View; gaps: readonly SnapGap[] }) => (
  <>
    {gaps.map(({ axis, from, to, across }) => {
      const isX = axis === 'x';
      const start = toScreenBox(view, {
        xMm: isX ? from : across,
        yMm: isX ? across : from,
        widthMm: isX ? to - from : 0,
        heightMm: isX ? 0 : to - from,
      });
      const end = { x: start.x + start.width, y: start.y + start.height };
      const text = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
      return (
        <g key={`${axis}${from}`} className={css.gap}>
          <line x1={start.x} y1={start.y} x2={end.x} y2={end.y} />
          <text
            x={text.x + (isX ? 0 : 6)}
            y={text.y - (isX ? 5 : -4)}
            textAnchor={isX ? 'middle' : 'start'}
          >
            {(to - from).toFixed(1)}
          </text>
        </g>
      );
    })}
  </>
);

const BoxOutline = ({ box, className }: { box: Scaled; className: string | undefined }) => (
  <rect className={className} x={box.x} y={box.y} width={box.width} height={box.height} />
);

const TAG_PX = { height: 18, char: 6.8 };

/** Current measurement, shown at the corner of the box. */
const MeasurementTag = ({ box, children }: { box: Scaled; children: string }) => {
  const width = Math.ceil(children.length * TAG_PX.char) + 12;
  const [x, y] = [box.x + box.width - width, box.y - TAG_PX.height - 6];
  return (
    <g className={css.tag}>
      <rect x={x} y={y} width={width} height={TAG_PX.height} />
      <text x={x + width / 2} y={y + 13} textAnchor="middle">
        {children}
      </text>
    </g>
  );
};

const formatTwoDecimals = (value: number): string => value.toFixed(2);

const formatDragMeasurement = (live: LiveChange | null, box: Box): string | null => {
  if (live?.kind === 'move') return `${formatTwoDecimals(box.xMm)}, ${formatTwoDecimals(box.yMm)}`;
  if (live?.kind === 'resize' || live?.kind === 'draw')
    return `${box.widthMm.toFixed(1)} × ${box.heightMm.toFixed(1)} mm`;
  return null;
};

const AlignmentGuides = ({ view, live }: { view: View; live: LiveChange | null }) => {
  const { history } = useDesigner();
  const guides = useStore(history, ({ now }) => now.template.guides);
  const moving = live?.kind === 'guide' ? live : null;
  const renderGuide = (axis: 'x' | 'y', at: number, isLive = false): ReactNode => {
    const { x, y } = toScreenBox(view, { xMm: at, yMm: at, widthMm: 0, heightMm: 0 });
    const ends =
      axis === 'x'
        ? { x1: x, x2: x, y1: -10_000, y2: 10_000 }
        : { x1: -10_000, x2: 10_000, y1: y, y2: y };
    return (
      <g
        key={`${axis}${isLive ? 'live' : at}`}
        className={`${css.guide} ${axis === 'x' ? css.vertical : css.horizontal}`}
        data-guide={axis}
        data-at={at}
      >
        <line className={css.guideGrip} {...ends} />
        <line {...ends} />
      </g>
    );
  };
  return (
    <>
      {guides?.xMm.map((at) =>
        moving?.axis === 'x' && moving.from === at ? null : renderGuide('x', at),
      )}
      {guides?.yMm.map((at) =>
        moving?.axis === 'y' && moving.from === at ? null : renderGuide('y', at),
      )}
      {moving && renderGuide(moving.axis, moving.at, true)}
    </>
  );
};

/** Everything on the canvas that is not printed: selection, handles, snap lines and guides. */
export const Overlay = ({ warned }: { warned: readonly Box[] }) => {
  const designer = useDesigner();
  const view = useStore(designer.view);
  const live = useStore(designer.live);
  const doc = useStore(designer.history, ({ now }) => now);
  const hovered = useStore(designer.hovered);
  const chosenElements = listSelectedElements(doc);
  const boxes = chosenElements.map((element) => computeDraggedBox(live, element));
  const selectionBounds = computeBounds(boxes);
  const only = chosenElements.length === 1 ? chosenElements[0] : undefined;
  const isLocked = chosenElements.every((element) => isElementLocked(doc.template, element));
  const over = doc.template.elements.find(
    ({ id }) => id === hovered && !doc.chosen.includes(id) && !live,
  );
  const frame = live?.kind === 'marquee' || live?.kind === 'draw' ? live.box : null;
  const tagged = frame ?? selectionBounds;
  const tag = tagged && formatDragMeasurement(live, tagged);
  return (
    <svg className={css.overlay} aria-hidden="true">
      <AlignmentGuides view={view} live={live} />
      {!live &&
        warned.map((box, i) => (
          <BoxOutline key={i} box={toScreenBox(view, box)} className={css.warned} />
        ))}
      {over && <BoxOutline box={toScreenBox(view, over)} className={css.hovered} />}
      {boxes.length > 1 &&
        boxes.map((box, i) => (
          <BoxOutline key={i} box={toScreenBox(view, box)} className={css.member} />
        ))}
      {selectionBounds && (
        <BoxOutline box={toScreenBox(view, selectionBounds)} className={css.chosen} />
      )}
      {only?.type === 'table' && !isLocked && <TableLines table={only} view={view} live={live} />}
      {live && 'lines' in live && <SnapLines view={view} lines={live.lines} />}
      {live?.kind === 'move' && <SnapGaps view={view} gaps={live.gaps} />}
      {frame && (
        <BoxOutline
          box={toScreenBox(view, frame)}
          className={live?.kind === 'draw' ? css.chosen : css.marquee}
        />
      )}
      {selectionBounds && !live && !isLocked && (
        <ResizeHandles box={toScreenBox(view, selectionBounds)} />
      )}
      {tag && tagged && <MeasurementTag box={toScreenBox(view, tagged)}>{tag}</MeasurementTag>}
    </svg>
  );
};
