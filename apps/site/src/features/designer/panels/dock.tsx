import css from '../designer.module.css';
import { useDesigner, type View } from '../designer.ts';
import { type Size, zoomViewToDots } from '../canvas/view.ts';
import { computeBounds } from '@yunbiao/designer/box';
import { listSelectedElements } from '@yunbiao/designer/doc';
import { useStore } from '@yunbiao/ui/store.ts';
import { useEffect, useRef } from 'react';
import { KindIcon, type KindIconName } from './kind-icon.tsx';

/** Panels shown below the canvas on a phone, one at a time. */
export type Sheet = 'palette' | 'layers' | 'properties' | 'data';

const SHEETS: readonly { sheet: Sheet; name: string; icon: KindIconName }[] = [
  { sheet: 'palette', name: '添加', icon: 'rect' },
  { sheet: 'layers', name: '图层', icon: 'layers' },
  { sheet: 'properties', name: '属性', icon: 'parts' },
  { sheet: 'data', name: '数据', icon: 'table' },
];

/** Buttons that the tour points at where the panels are closed. */
const TOUR_NAMES: Partial<Record<Sheet, string>> = { palette: 'elements', data: 'data' };

/** Links that lead to the rows of a label, such as from the home page, end with this. */
const DATA_HASH = '#data';

type DockProps = { open: Sheet | null; room: Size; onOpen: (sheet: Sheet | null) => void };

/** Returns a function that shows the dots so large that they are seen, and then the label again. */
const useDotsSwitch = (room: Size): (() => void) => {
  const designer = useDesigner();
  const viewBefore = useRef<{ view: View; isFitted: boolean } | null>(null);
  return () => {
    const { mode, dpi, isFitted } = designer.look.get();
    const view = designer.view.get();
    if (mode === 'edit') {
      const doc = designer.getDoc();
      const chosenBounds = computeBounds(listSelectedElements(doc));
      const target = chosenBounds ?? doc.template.elements.at(-1) ?? null;
      const enlarged = zoomViewToDots(view, dpi, room, target);
      viewBefore.current = enlarged === view ? null : { view, isFitted };
      designer.look.set((settings) => ({
        ...settings,
        mode: 'dots',
        isFitted: isFitted && enlarged === view,
      }));
      designer.view.set(enlarged);
      return;
    }
    const editView = viewBefore.current;
    viewBefore.current = null;
    if (editView) designer.view.set(editView.view);
    designer.look.set((settings) => ({
      ...settings,
      mode: 'edit',
      isFitted: editView ? editView.isFitted : settings.isFitted,
    }));
  };
};

/** Buttons for the panels when there is no room beside the canvas. */
export const PanelDock = ({ open, room, onOpen }: DockProps) => {
  const designer = useDesigner();
  const { mode } = useStore(designer.look);
  const switchDots = useDotsSwitch(room);
  useEffect(() => {
    if (location.hash === DATA_HASH) onOpen('data');
  }, [onOpen]);
  return (
    <nav className={css.dock} aria-label="面板">
      {SHEETS.map(({ sheet, name, icon }) => (
        <button
          key={sheet}
          type="button"
          aria-pressed={open === sheet}
          data-tour={TOUR_NAMES[sheet]}
          onClick={() => onOpen(open === sheet ? null : sheet)}
        >
          <KindIcon name={icon} />
          {name}
        </button>
      ))}
      <button type="button" aria-pressed={mode === 'dots'} onClick={switchDots}>
        <KindIcon name="eye" />
        打印效果
      </button>
    </nav>
  );
};
