import { selectElements } from '@yunbiao/designer/arrange';
import { findElement } from '@yunbiao/designer/doc';
import { getElementDisplayName } from '@yunbiao/designer/element-names';
import { Status } from '@yunbiao/ui/status.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import css from '../designer.module.css';
import type { Data } from '../data/use-data.ts';
import { useDesigner } from '../designer.ts';

/** Why the last export was refused, with a button that leads to the element. */
export const RefusalBar = ({ data }: { data: Data }) => {
  const designer = useDesigner();
  const refusal = useStore(designer.refusal);
  const template = useStore(designer.history, ({ now }) => now.template);
  if (!refusal) return null;
  const { elementId, row, level, message } = refusal;
  const element = elementId === null ? undefined : findElement(template, elementId);
  const showElement = (id: string): void => {
    const at = row ? data.rows.indexOf(row) : -1;
    if (at >= 0) data.set({ current: at, isSample: false });
    designer.execute('选择', selectElements([id]));
  };
  return (
    <p className={css.newer} role="alert">
      <Status kind={level === 'error' ? 'failed' : 'uncertain'}>{message}</Status>
      {element && (
        <button type="button" className="bare" onClick={() => showElement(element.id)}>
          查看“{getElementDisplayName(element, template.fields)}”
        </button>
      )}
      <button type="button" className="bare" onClick={() => designer.refusal.set(null)}>
        关闭
      </button>
    </p>
  );
};
