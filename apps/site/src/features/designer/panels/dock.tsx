import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { useStore } from '@yunbiao/ui/store.ts';
import { KindIcon, type KindIconName } from './kind-icon.tsx';

/** What a phone shows below the canvas, one at a time. */
export type Sheet = 'palette' | 'layers' | 'properties' | 'data';

const SHEETS: readonly { sheet: Sheet; name: string; icon: KindIconName }[] = [
  { sheet: 'palette', name: '添加', icon: 'rect' },
  { sheet: 'layers', name: '图层', icon: 'layers' },
  { sheet: 'properties', name: '属性', icon: 'parts' },
  { sheet: 'data', name: '数据', icon: 'table' },
];

type DockProps = { open: Sheet | null; onOpen: (sheet: Sheet | null) => void };

/** The panels' buttons where there is no room beside the canvas. */
export const Dock = ({ open, onOpen }: DockProps) => {
  const designer = useDesigner();
  const { mode } = useStore(designer.look);
  return (
    <nav className={css.dock} aria-label="面板">
      {SHEETS.map(({ sheet, name, icon }) => (
        <button
          key={sheet}
          type="button"
          aria-pressed={open === sheet}
          onClick={() => onOpen(open === sheet ? null : sheet)}
        >
          <KindIcon name={icon} />
          {name}
        </button>
      ))}
      <button
        type="button"
        aria-pressed={mode === 'dots'}
        onClick={() =>
          designer.look.set((look) => ({ ...look, mode: mode === 'dots' ? 'edit' : 'dots' }))
        }
      >
        <KindIcon name="eye" />
        逐点
      </button>
    </nav>
  );
};
