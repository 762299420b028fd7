import { useStore } from '@yunbiao/ui/store.ts';
import { type DragEvent, useState } from 'react';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { moveToIndex } from '@yunbiao/designer/arrange';
import { LayerItem } from './layers/layer-item.tsx';

type LayersProps = {
  /** Ids of elements with problems. */
  warned: ReadonlySet<string>;
};

/** Moves a layer in front of or behind another one by dragging. */
const useLayerDrag = () => {
  const designer = useDesigner();
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const dropLayer = (event: DragEvent, id: string): void => {
    event.preventDefault();
    setOver(null);
    if (dragged === null) return;
    const { elements } = designer.getDoc().template;
    const to = elements.findIndex((element) => element.id === id);
    designer.execute('修改顺序', moveToIndex(dragged, to));
    setDragged(null);
  };
  return {
    over,
    /** Handlers of the list item of an element. */
    getDragHandlers: (id: string, name: string) => ({
      onDragStart: (event: DragEvent): void => {
        setDragged(id);
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
      },
      onDragOver: (event: DragEvent): void => {
        if (dragged === null) return;
        event.preventDefault();
        setOver(id);
      },
      onDragEnd: (): void => setOver(null),
      onDrop: (event: DragEvent): void => dropLayer(event, id),
    }),
  };
};

/** List of all elements, front to back: selection, order, locking and visibility. */
export const Layers = ({ warned }: LayersProps) => {
  const designer = useDesigner();
  const { template, chosen } = useStore(designer.history, ({ now }) => now);
  const { over, getDragHandlers } = useLayerDrag();
  const elements = [...template.elements].reverse();
  return (
    <section className={css.layers} aria-label="图层">
      <h2 className={css.panelHead}>
        图层<span className="quiet">{elements.length}</span>
      </h2>
      {elements.length === 0 && (
        <p className={css.none}>还没有元素。先选一样（文字、条码……），再在标签上拖出大小。</p>
      )}
      <ul>
        {elements.map((element) => (
          <LayerItem
            key={element.id}
            element={element}
            isChosen={chosen.includes(element.id)}
            isWarned={warned.has(element.id)}
            isDropTarget={over === element.id}
            getDragHandlers={getDragHandlers}
          />
        ))}
      </ul>
    </section>
  );
};
