import type { LabelData, Template } from '@yunbiao/label';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import { useStore } from '@yunbiao/ui/store.ts';
import { useMemo } from 'react';
import { DotCanvas } from '../../../kit/label/dot-canvas.tsx';
import { type Attempt, drawLabelOrExplain } from '../../../kit/label/engine/draw-label.ts';
import { LabelPlaceholder } from '../../../kit/label/label-placeholder.tsx';
import { useLabelEngine } from '../../../kit/label/engine/use-engine.ts';
import { getDotsPerMm } from '../../../kit/printing/print-media.ts';
import css from '../designer.module.css';
import { type LiveChange, useDesigner } from '../designer.ts';
import { setElementBox } from '@yunbiao/designer/doc';
import { MIN_PX_PER_VISIBLE_DOT } from './view.ts';

/** The current label as it would be printed. */
export type PreviewedLabel = {
  template: Template;
  data: LabelData;
  at: string;
  attempt: Attempt | null;
};

/**
 * Elements that are drawn separately while they are dragged. `stays`: the originals remain visible.
 */
const findDragged = (
  live: LiveChange | null,
): { ids: readonly string[]; stays: boolean } | null => {
  if (live?.kind === 'move') return { ids: live.ids, stays: live.isCopy };
  if (live?.kind === 'resize') return { ids: [...live.boxes.keys()], stays: false };
  return null;
};

const filterElements = (template: Template, isKept: (id: string) => boolean): Template => ({
  ...template,
  elements: template.elements.filter(({ id }) => isKept(id)),
});

/**
 * Separate drawings of the dragged elements and of the rest of the label; null when nothing is
 * dragged.
 */
const useDragDrawings = (label: PreviewedLabel) => {
  const designer = useDesigner();
  const state = useLabelEngine(false);
  const live = useStore(designer.live);
  const { dpi } = useStore(designer.look);
  const { template, data, at } = label;
  // The list of ids stays the same object during a move: nothing is drawn again until it ends.
  const movedIds = live?.kind === 'move' ? live.ids : null;
  const boxes = live?.kind === 'resize' ? live.boxes : null;
  const stretchedIds = boxes ? [...boxes.keys()].join(' ') : null;
  const stays = findDragged(live)?.stays ?? false;
  const engine = state.phase === 'ready' ? state.engine : null;
  const below = useMemo(() => {
    const ids = movedIds ?? stretchedIds?.split(' ') ?? null;
    if (!engine || !ids || stays) return null;
    return drawLabelOrExplain(
      engine,
      filterElements(template, (id) => !ids.includes(id)),
      data,
      { dpi },
      at,
    ).drawn;
  }, [engine, template, data, at, dpi, movedIds, stretchedIds, stays]);
  const above = useMemo(() => {
    if (!engine || (!movedIds && !boxes)) return null;
    const part = filterElements(template, (id) =>
      movedIds ? movedIds.includes(id) : (boxes?.has(id) ?? false),
    );
    const elements = part.elements.map((element) => {
      const box = boxes?.get(element.id);
      return box ? setElementBox(element, box) : element;
    });
    return drawLabelOrExplain(engine, { ...part, elements }, data, { dpi }, at).drawn;
  }, [engine, template, data, at, dpi, movedIds, boxes]);
  return { below, above, live };
};

/** Loaded with high priority: it is the main content of the page. */
const IMAGE_PRIORITY = { fetchPriority: 'high', decoding: 'sync', draggable: false } as const;

/** Lines between the dots, once the dots are large enough to have lines between them. */
const DotGrid = ({ pxPerDot }: { pxPerDot: number }) =>
  pxPerDot < MIN_PX_PER_VISIBLE_DOT ? null : (
    <div className={css.dotGrid} style={toCssVars({ dot: `${pxPerDot}px` })} />
  );

/** The label dot by dot. Dragged elements lie above the rest. */
export const LabelLayers = ({ shown }: { shown: PreviewedLabel }) => {
  const designer = useDesigner();
  const view = useStore(designer.view);
  const { dpi, mode } = useStore(designer.look);
  const state = useLabelEngine(false);
  const { below, above, live } = useDragDrawings(shown);
  const { template, attempt } = shown;
  const servedDrawing = designer.served?.template === template ? designer.served : null;
  const size = { widthPx: template.widthMm * view.scale, heightPx: template.heightMm * view.scale };
  const drawnLabel = below ?? attempt?.drawn ?? null;
  const exact = drawnLabel !== null && view.scale >= drawnLabel.dotsPerMm * 0.99;
  const title = `正在设计的 ${template.widthMm} × ${template.heightMm} 毫米标签，${dpi} dpi`;
  const by =
    live?.kind === 'move'
      ? { transform: `translate(${live.dxMm * view.scale}px, ${live.dyMm * view.scale}px)` }
      : {};
  return (
    <div
      className={css.label}
      style={{
        left: view.xPx,
        top: view.yPx,
        width: size.widthPx,
        height: size.heightPx,
        borderRadius: Math.min(1.5 * view.scale, 12),
      }}
    >
      {drawnLabel ? (
        <DotCanvas drawn={drawnLabel} {...size} exact={exact} title={title} />
      ) : template.elements.length === 0 ? (
        <div role="img" aria-label={title} style={{ width: '100%', height: '100%' }} />
      ) : attempt ? null : servedDrawing && state.phase !== 'failed' ? (
        <img className={css.served} src={servedDrawing.picture} alt={title} {...IMAGE_PRIORITY} />
      ) : (
        <LabelPlaceholder state={state} />
      )}
      {mode === 'dots' && <DotGrid pxPerDot={view.scale / getDotsPerMm(dpi)} />}
      {above && (
        <div className={css.lifted} style={by}>
          <DotCanvas drawn={above} {...size} exact={exact} title="正在拖动的元素" />
        </div>
      )}
    </div>
  );
};
