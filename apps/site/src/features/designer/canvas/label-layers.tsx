import type { LabelData, Template } from '@yunbiao/label';
import { useStore } from '@yunbiao/ui/store.ts';
import { useMemo } from 'react';
import { DotCanvas } from '../../../kit/label/dot-canvas.tsx';
import { type Attempt, drawLabel } from '../../../kit/label/draw-label.ts';
import { LabelWait } from '../../../kit/label/label-wait.tsx';
import { useEngine } from '../../../kit/label/use-engine.ts';
import css from '../designer.module.css';
import { type Live, useDesigner } from '../designer.ts';
import { placed } from '../model/doc.ts';

/** The label as it will be printed, at the moment. */
export type Shown = { template: Template; data: LabelData; at: string; attempt: Attempt | null };

/** Which elements are lifted off the label and drawn by themselves, and where. */
const liftedBy = (live: Live | null): { ids: readonly string[]; stays: boolean } | null => {
  if (live?.kind === 'move') return { ids: live.ids, stays: live.isCopy };
  if (live?.kind === 'resize') return { ids: [...live.boxes.keys()], stays: false };
  return null;
};

const only = (template: Template, isKept: (id: string) => boolean): Template => ({
  ...template,
  elements: template.elements.filter(({ id }) => isKept(id)),
});

/** The drawing of a part of the label while the rest of it stays; null while nothing is dragged. */
const useLifted = (shown: Shown) => {
  const designer = useDesigner();
  const state = useEngine(false);
  const live = useStore(designer.live);
  const { dpi } = useStore(designer.look);
  const { template, data, at } = shown;
  // A move keeps its list of ids from frame to frame: nothing is drawn again until it ends.
  const moved = live?.kind === 'move' ? live.ids : null;
  const boxes = live?.kind === 'resize' ? live.boxes : null;
  const stretchedIds = boxes ? [...boxes.keys()].join(' ') : null;
  const stays = liftedBy(live)?.stays ?? false;
  const engine = state.phase === 'ready' ? state.engine : null;
  const below = useMemo(() => {
    const ids = moved ?? stretchedIds?.split(' ') ?? null;
    if (!engine || !ids || stays) return null;
    return drawLabel(
      engine,
      only(template, (id) => !ids.includes(id)),
      data,
      { dpi },
      at,
    ).drawn;
  }, [engine, template, data, at, dpi, moved, stretchedIds, stays]);
  const above = useMemo(() => {
    if (!engine || (!moved && !boxes)) return null;
    const part = only(template, (id) => (moved ? moved.includes(id) : (boxes?.has(id) ?? false)));
    const elements = part.elements.map((element) => {
      const box = boxes?.get(element.id);
      return box ? placed(element, box) : element;
    });
    return drawLabel(engine, { ...part, elements }, data, { dpi }, at).drawn;
  }, [engine, template, data, at, dpi, moved, boxes]);
  return { below, above, live };
};

/** Asked for before the scripts: it is what the page is about. */
const FIRST = { fetchPriority: 'high', decoding: 'sync', draggable: false } as const;

/** The label dot for dot; what is dragged lies above the rest of it. */
export const LabelLayers = ({ shown }: { shown: Shown }) => {
  const designer = useDesigner();
  const view = useStore(designer.view);
  const { dpi } = useStore(designer.look);
  const state = useEngine(false);
  const { below, above, live } = useLifted(shown);
  const { template, attempt } = shown;
  const served = designer.served?.template === template ? designer.served : null;
  const size = { widthPx: template.widthMm * view.scale, heightPx: template.heightMm * view.scale };
  const drawn = below ?? attempt?.drawn ?? null;
  const exact = drawn !== null && view.scale >= drawn.dotsPerMm * 0.99;
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
      {drawn ? (
        <DotCanvas drawn={drawn} {...size} exact={exact} title={title} />
      ) : template.elements.length === 0 ? (
        <div role="img" aria-label={title} style={{ width: '100%', height: '100%' }} />
      ) : attempt ? null : served && state.phase !== 'failed' ? (
        <img className={css.served} src={served.picture} alt={title} {...FIRST} />
      ) : (
        <LabelWait state={state} />
      )}
      {above && (
        <div className={css.lifted} style={by}>
          <DotCanvas drawn={above} {...size} exact={exact} title="正在拖动的元素" />
        </div>
      )}
    </div>
  );
};
