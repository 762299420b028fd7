import { toast } from '@yunbiao/ui/overlay/toast.ts';
import type { Designer, Tool } from '../designer.ts';
import { addElements } from '@yunbiao/designer/arrange';
import { createBoxBetween, type Box } from '@yunbiao/designer/box';
import { addField } from '@yunbiao/designer/edit';
import { explainFullFields } from '@yunbiao/designer/fields';
import { computeNewElementBox, makeElement } from '@yunbiao/designer/make-element';
import { snapEdge } from '@yunbiao/designer/snap';
import { TOO_MANY_ELEMENTS_MESSAGE } from './copy-chosen.ts';
import { clearLive, type Gesture, type Point, buildSnapTargets } from './gesture.ts';

type Drawn = Exclude<Tool, 'select'>;

/** Kinds of elements whose content is typed right after they were added. */
export const TYPED_TOOLS: ReadonlySet<Tool> = new Set(['text', 'barcode', 'qr'] as const);

/** Draws the box of a new element. */
export const startDraw = (designer: Designer, from: Point, tool: Drawn): Gesture => {
  designer.live.set({ kind: 'draw', tool, box: createBoxBetween(from, from), lines: [] });
  return {
    move: (at, keys) => {
      const to = buildSnapTargets(designer, [], keys);
      const across = { low: from.y, high: at.y };
      const x = snapEdge(at.x, 'x', across, to);
      const y = snapEdge(at.y, 'y', { low: from.x, high: at.x }, to);
      const end = { x: at.x + x.delta, y: at.y + y.delta };
      designer.live.set({
        kind: 'draw',
        tool,
        box: createBoxBetween(from, end),
        lines: [...x.lines, ...y.lines],
      });
    },
    finish: () => {
      const live = designer.live.get();
      clearLive(designer);
      if (live?.kind !== 'draw') return;
      const { template } = designer.getDoc();
      addNewElement(designer, tool, computeNewElementBox(tool, live.box, template));
      designer.tool.set('select');
    },
    cancel: () => clearLive(designer),
  };
};

/** Adds a new element and its field as one undo step. */
export const addNewElement = (designer: Designer, kind: Drawn, box: Box): void => {
  const docBefore = designer.getDoc();
  const { element, field } = makeElement(kind, box, docBefore.template);
  const fullReason = field ? explainFullFields(docBefore.template.fields) : '';
  if (fullReason) return void toast.error(fullReason);
  designer.execute('添加', (doc) => {
    const docWithElement = addElements([element])(doc);
    return docWithElement === doc || !field ? docWithElement : addField(field)(docWithElement);
  });
  if (designer.getDoc() === docBefore) toast.error(TOO_MANY_ELEMENTS_MESSAGE);
};
