import { useStore } from '@yunbiao/ui/store.ts';
import { useMemo, useState } from 'react';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import {
  buildLayerTree,
  filterLayerTree,
  type LayerNode,
} from '@yunbiao/designer/layers/layer-tree';
import { LayerItem } from './layers/layer-item.tsx';
import { useLayerDrag } from './layers/use-layer-drag.ts';

type LayersProps = {
  /** Ids of elements with problems. */
  warned: ReadonlySet<string>;
};

/** Fewer layers are seen at a glance. */
const MIN_SEARCHED = 8;

type LayerRow = { node: LayerNode; depth: number };

const listLayerRows = (nodes: readonly LayerNode[], depth = 0): LayerRow[] =>
  nodes.flatMap((node) => [
    { node, depth },
    ...(node.kind === 'group' ? listLayerRows(node.children, depth + 1) : []),
  ]);

/** Tree of all elements, front to back: selection, order, groups, names, locking and visibility. */
export const Layers = ({ warned }: LayersProps) => {
  const designer = useDesigner();
  const { template, chosen } = useStore(designer.history, ({ now }) => now);
  const unprinted = useStore(designer.unprinted);
  const [search, setSearch] = useState('');
  const { over, getDragHandlers } = useLayerDrag();
  const tree = useMemo(() => buildLayerTree(template), [template]);
  const count = template.elements.length;
  const isSearched = count >= MIN_SEARCHED;
  const rows = listLayerRows(filterLayerTree(tree, isSearched ? search : '', template.fields));
  return (
    <section className={css.layers} aria-label="图层">
      <h2
        className={css.panelHead}
        title="双击或按 F2 重命名；拖动或按 Alt 和方向键移动，也能移进、移出组合"
      >
        图层<span className="quiet">{count}</span>
      </h2>
      {count === 0 && (
        <p className={css.none}>还没有元素。先选一样（文字、条码……），再在标签上拖出大小。</p>
      )}
      {isSearched && (
        <input
          type="search"
          className={css.layerSearch}
          aria-label="搜索图层"
          placeholder="搜索"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {count > 0 && rows.length === 0 && <p className={css.none}>没有叫这个的</p>}
      <ul>
        {rows.map(({ node, depth }) => (
          <LayerItem
            key={`${node.kind} ${node.id}`}
            {...{ node, depth, tree, template, chosen, warned, unprinted, getDragHandlers }}
            dropPlace={
              over?.target.kind === node.kind && over.target.id === node.id ? over.place : undefined
            }
          />
        ))}
      </ul>
    </section>
  );
};
