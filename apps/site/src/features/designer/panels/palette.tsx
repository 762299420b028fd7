import { useStore } from '@yunbiao/ui/store.ts';
import { addNewElement, TYPED_TOOLS } from '../canvas/draw-gesture.ts';
import css from '../designer.module.css';
import { type Tool, useDesigner } from '../designer.ts';
import { KINDS, type Kind, computeCenteredElementBox } from '@yunbiao/designer/make-element';
import { usePictureActions } from '../picture/use-pictures.ts';
import { SHORTCUTS } from '../shortcuts.ts';
import { KindIcon } from './kind-icon.tsx';

const NAMES: Record<Kind | 'select', string> = {
  select: '选择',
  text: '文字',
  barcode: '条码',
  qr: '二维码',
  image: '图片',
  line: '直线',
  rect: '矩形',
  ellipse: '椭圆',
  table: '表格',
  serial: '序号',
  date: '日期',
};

const findShortcutKey = (action: string): string | undefined =>
  SHORTCUTS.find((shortcut) => shortcut.group === '工具' && shortcut.what === action)?.keys[0];

type PaletteProps = { isOpen: boolean; onTextDrawn: () => void };

/**
 * Palette of elements. A press selects the tool to draw a box. With the keyboard, and where the
 * palette is an open sheet below the canvas (on a phone), the element is added at the centre of the
 * label immediately.
 */
export const Palette = ({ isOpen, onTextDrawn }: PaletteProps) => {
  const designer = useDesigner();
  const pictures = usePictureActions();
  const tool = useStore(designer.tool);
  const selectTool = (kind: Kind | 'select', isAtOnce: boolean): void => {
    designer.style.set(null);
    if (kind === 'image') void pictures.choose();
    else if (kind === 'select' || !isAtOnce) designer.tool.set(kind satisfies Tool);
    else {
      addNewElement(designer, kind, computeCenteredElementBox(kind, designer.getDoc().template));
      if (TYPED_TOOLS.has(kind)) onTextDrawn();
    }
  };
  return (
    <nav
      className={css.palette}
      data-open={isOpen || undefined}
      data-tour="elements"
      aria-label="元素"
    >
      {(['select', ...KINDS] as const).map((kind) => {
        const key = findShortcutKey(NAMES[kind]);
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={tool === kind}
            {...(key ? { 'aria-keyshortcuts': key, title: `${NAMES[kind]}（${key}）` } : {})}
            // A click by keyboard has detail 0.
            onClick={(event) => selectTool(kind, isOpen || event.detail === 0)}
          >
            <KindIcon name={kind} />
            <span>{NAMES[kind]}</span>
          </button>
        );
      })}
      <button type="button" onClick={() => designer.kit.set({ kind: 'list' })}>
        <KindIcon name="kit" />
        <span>套件</span>
      </button>
    </nav>
  );
};
