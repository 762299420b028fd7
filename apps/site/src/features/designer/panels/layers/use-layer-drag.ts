import { type LayerKey, type LayerPlace, moveLayer } from '@yunbiao/designer/layers/layer-tree';
import { type DragEvent, type HTMLAttributes, useState } from 'react';
import { useDesigner } from '../../designer.ts';

/** The part of a group's row, at its upper and lower edge, that means beside the group. */
const EDGE_SHARE = 0.25;

const findPlace = (event: DragEvent, target: LayerKey): LayerPlace => {
  const row = event.currentTarget.getBoundingClientRect();
  const at = (event.clientY - row.top) / row.height;
  const edge = target.kind === 'group' ? EDGE_SHARE : 0.5;
  return { target, place: at < edge ? 'above' : at < 1 - edge ? 'inside' : 'below' };
};

/** Moves layers by dragging: in front of another one, behind it, or into a group. */
export const useLayerDrag = () => {
  const designer = useDesigner();
  const [dragged, setDragged] = useState<LayerKey | null>(null);
  const [over, setOver] = useState<LayerPlace | null>(null);
  const endDrag = (): void => {
    setOver(null);
    setDragged(null);
  };
  return {
    over,
    /** Handlers of the row of a layer. */
    getDragHandlers: (layer: LayerKey, name: string): HTMLAttributes<HTMLLIElement> => ({
      onDragStart: (event) => {
        setDragged(layer);
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
      },
      onDragOver: (event) => {
        if (dragged === null) return;
        event.preventDefault();
        setOver(findPlace(event, layer));
      },
      onDragEnd: endDrag,
      onDrop: (event) => {
        event.preventDefault();
        if (dragged !== null)
          designer.execute('移动图层', moveLayer(dragged, findPlace(event, layer)));
        endDrag();
      },
    }),
  };
};
