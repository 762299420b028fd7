import { useStore } from '@yunbiao/ui/store.ts';
import { addNew } from '../canvas/draw-gesture.ts';
import css from '../designer.module.css';
import { type Tool, useDesigner } from '../designer.ts';
import { KINDS, type Kind, getMiddle } from '../model/make.ts';
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

const keyFor = (what: string): string | undefined =>
  SHORTCUTS.find((one) => one.group === '工具' && one.what === what)?.keys[0];

/** The elements: a press takes one up to draw its box; from the keyboard it is put in the middle at once. */
export const Palette = ({ isOpen, onPicture }: { isOpen: boolean; onPicture: () => void }) => {
  const designer = useDesigner();
  const tool = useStore(designer.tool);
  const take = (kind: Kind | 'select', byKeyboard: boolean): void => {
    if (kind === 'image') onPicture();
    else if (kind === 'select' || !byKeyboard) designer.tool.set(kind satisfies Tool);
    else addNew(designer, kind, getMiddle(kind, designer.doc().template));
  };
  return (
    <nav className={css.palette} data-open={isOpen || undefined} aria-label="元素">
      {(['select', ...KINDS] as const).map((kind) => {
        const key = keyFor(NAMES[kind]);
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={tool === kind}
            {...(key ? { 'aria-keyshortcuts': key, title: `${NAMES[kind]}（${key}）` } : {})}
            // A click without a pointer has no detail.
            onClick={(event) => take(kind, event.detail === 0)}
          >
            <KindIcon name={kind} />
            <span>{NAMES[kind]}</span>
          </button>
        );
      })}
    </nav>
  );
};
