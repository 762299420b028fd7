import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { listSelectedElements } from '@yunbiao/designer/doc';
import { applyStyle, copyStyle } from '@yunbiao/designer/style';
import type { Designer } from './designer.ts';

/** Gives the style in hand to an element. */
export const applyStyleTo = (designer: Designer, id: string): void => {
  const style = designer.style.get();
  if (style) designer.execute('格式刷', applyStyle([id], style));
};

/** Copies the style of the first selected element. */
export const copySelectedStyle = (designer: Designer): void => {
  const [element] = listSelectedElements(designer.getDoc());
  if (element) designer.copiedStyle.set(copyStyle(element));
  else toast.warn('先选中一个元素，再复制样式');
};

/** Gives the style copied last to the selected elements. */
export const pasteStyle = (designer: Designer): void => {
  const style = designer.copiedStyle.get();
  const { chosen } = designer.getDoc();
  if (!style) toast.warn('还没有复制样式');
  else designer.execute('粘贴样式', applyStyle(chosen, style));
};

/** Takes the style of the selected element in hand, or puts it down. */
export const toggleStyleBrush = (designer: Designer): void => {
  if (designer.style.get()) {
    designer.style.set(null);
    return;
  }
  copySelectedStyle(designer);
  designer.tool.set('select');
  designer.style.set(designer.copiedStyle.get());
};
