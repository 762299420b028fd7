import type { Dpi } from '@yunbiao/label';
import { Status } from '@yunbiao/ui/status.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { type ReactNode, useState } from 'react';
import { getDotsPerMm } from '../../../kit/printing/print-media.ts';
import { type Size, ZOOM_STEPS, zoomBy } from '../canvas/view.ts';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { computeBounds } from '@yunbiao/designer/box';
import { listSelectedElements } from '@yunbiao/designer/doc';
import type { Problem } from '@yunbiao/designer/problems';
import { HistoryButtons } from './bar.tsx';
import { NoteList } from './notes.tsx';

const DPIS: readonly Dpi[] = [203, 300, 600];

type CanvasFootProps = { room: Size; problems: readonly Problem[]; onFit: () => void };

const ZOOM_BUTTONS = {
  in: { label: '放大', sign: '+' },
  out: { label: '缩小', sign: '−' },
} as const;

const ZoomButtons = ({ room, onFit }: { room: Size; onFit: () => void }) => {
  const designer = useDesigner();
  const { scale } = useStore(designer.view);
  const { dpi } = useStore(designer.look);
  const renderZoomButton = (step: keyof typeof ZOOM_STEPS): ReactNode => (
    <button
      type="button"
      className="icon-button"
      aria-label={ZOOM_BUTTONS[step].label}
      onClick={() => zoomBy(designer, ZOOM_STEPS[step], room)}
    >
      {ZOOM_BUTTONS[step].sign}
    </button>
  );
  return (
    <>
      {renderZoomButton('out')}
      <span className={css.zoom}>{Math.round((scale / getDotsPerMm(dpi)) * 100)} %</span>
      {renderZoomButton('in')}
      <button type="button" className="bare" onClick={onFit}>
        适合窗口
      </button>
    </>
  );
};

/** Status bar: zoom, resolution, position of the selection, and problems. */
export const CanvasFoot = ({ room, problems, onFit }: CanvasFootProps) => {
  const designer = useDesigner();
  const { dpi } = useStore(designer.look);
  const selectionBounds = computeBounds(
    listSelectedElements(useStore(designer.history, ({ now }) => now)),
  );
  const [isOpen, setOpen] = useState(false);
  const k = getDotsPerMm(dpi);
  return (
    <>
      {isOpen && problems.length > 0 && <NoteList problems={problems} />}
      <footer className={css.foot}>
        <ZoomButtons room={room} onFit={onFit} />
        <label className={`field-box compact ${css.dpi}`}>
          <span className="visually-hidden">打印头</span>
          <select
            name="dpi"
            value={dpi}
            onChange={(event) => {
              const next =
                DPIS.find((candidate) => String(candidate) === event.target.value) ?? 203;
              designer.look.set((settings) => ({ ...settings, dpi: next }));
            }}
          >
            {DPIS.map((dpi) => (
              <option key={dpi} value={dpi}>
                {dpi} dpi
              </option>
            ))}
          </select>
        </label>
        <span className={css.narrowSteps}>
          <HistoryButtons />
        </span>
        {selectionBounds && (
          <span className={css.readout} aria-hidden="true">
            <span>X {selectionBounds.xMm.toFixed(2)}</span>
            <span>Y {selectionBounds.yMm.toFixed(2)}</span>
            <span>
              点 {Math.round(selectionBounds.xMm * k)}, {Math.round(selectionBounds.yMm * k)}
            </span>
          </span>
        )}
        {problems.length > 0 ? (
          <button
            type="button"
            className={`bare ${selectionBounds ? '' : css.pushed}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Status kind={problems.some(({ level }) => level === 'error') ? 'failed' : 'uncertain'}>
              {problems.length} 条提醒
            </Status>
          </button>
        ) : (
          !selectionBounds && <span className={css.pushed} />
        )}
        <span className="visually-hidden" role="status">
          {problems.length > 0 ? `${problems.length} 条提醒` : '没有提醒'}
        </span>
      </footer>
    </>
  );
};

/** Settings for snapping and guides. */
export const SnapSettings = () => {
  const designer = useDesigner();
  const { snapsToDots, snapsToElements } = useStore(designer.look);
  const guides = useStore(designer.history, ({ now }) => now.template.guides);
  const formatGuides = (guides: readonly number[]): string =>
    guides.map((at) => at.toFixed(1)).join(' · ');
  return (
    <div className={css.sideFoot}>
      <h3>参考线</h3>
      <p className="quiet">
        {guides && guides.xMm.length > 0 && (
          <>
            竖 {formatGuides(guides.xMm)}
            <br />
          </>
        )}
        {guides && guides.yMm.length > 0 && `横 ${formatGuides(guides.yMm)} mm`}
        {!guides?.xMm.length && !guides?.yMm.length && '从标尺拖出来，拖回标尺就删除。'}
      </p>
      <label className="check">
        <input
          name="snaps-to-dots"
          type="checkbox"
          checked={snapsToDots}
          onChange={(event) =>
            designer.look.set((settings) => ({ ...settings, snapsToDots: event.target.checked }))
          }
        />
        吸附到点
      </label>
      <label className="check">
        <input
          name="snaps-to-elements"
          type="checkbox"
          checked={snapsToElements}
          onChange={(event) =>
            designer.look.set((settings) => ({
              ...settings,
              snapsToElements: event.target.checked,
            }))
          }
        />
        吸附到元素
      </label>
      <p className="small faint">按住 Ctrl 拖动，暂不吸附。</p>
    </div>
  );
};
