import type { Rotation, TemplateElement } from '@yunbiao/label';
import { aroundAll, getBottom, type Box, getBox, getRight } from './box.ts';
import {
  type Command,
  type Doc,
  freeId,
  mapped,
  getMovable,
  NOTHING,
  placed,
  roomFor,
  withGroups,
} from './doc.ts';
import { withoutUnused } from './images.ts';

/** Where things stand, and in which order: everything here leaves locked elements alone. */

const withTemplate = (doc: Doc, template: Doc['template']): Doc =>
  template === doc.template ? doc : { ...doc, template };

/** Elements in new boxes, by id. */
export const place =
  (boxes: ReadonlyMap<string, Box>): Command =>
  (doc) =>
    withTemplate(
      doc,
      mapped(doc.template, (element) => {
        const box = boxes.get(element.id);
        return box && !element.locked ? placed(element, box) : element;
      }),
    );

/** A box for each element that may be moved. */
const placeEach =
  (boxFor: (element: TemplateElement, all: readonly TemplateElement[]) => Box): Command =>
  (doc) => {
    const all = getMovable(doc);
    return place(new Map(all.map((element) => [element.id, boxFor(element, all)])))(doc);
  };

export const moveBy = (dxMm: number, dyMm: number): Command =>
  placeEach((element) => ({
    ...getBox(element),
    xMm: element.xMm + dxMm,
    yMm: element.yMm + dyMm,
  }));

export type AlignTo = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

const alignedIn = (box: Box, frame: Box, to: AlignTo): Box => {
  switch (to) {
    case 'left':
      return { ...box, xMm: frame.xMm };
    case 'center':
      return { ...box, xMm: frame.xMm + (frame.widthMm - box.widthMm) / 2 };
    case 'right':
      return { ...box, xMm: getRight(frame) - box.widthMm };
    case 'top':
      return { ...box, yMm: frame.yMm };
    case 'middle':
      return { ...box, yMm: frame.yMm + (frame.heightMm - box.heightMm) / 2 };
    case 'bottom':
      return { ...box, yMm: getBottom(frame) - box.heightMm };
  }
};

/** Several to each other, one to the label. A group keeps its inside: it is moved as one. */
export const align =
  (to: AlignTo): Command =>
  (doc) => {
    const { template } = doc;
    const units = listUnits(getMovable(doc));
    const label = { xMm: 0, yMm: 0, widthMm: template.widthMm, heightMm: template.heightMm };
    const frame = units.length > 1 ? aroundAll(units.map(({ box }) => box)) : label;
    if (!frame) return doc;
    return place(movedUnits(units, (box) => alignedIn(box, frame, to)))(doc);
  };

/** One after the other with equal gaps, the first and the last where they are. */
export const distribute =
  (axis: 'x' | 'y'): Command =>
  (doc) => {
    const [at, size] =
      axis === 'x' ? (['xMm', 'widthMm'] as const) : (['yMm', 'heightMm'] as const);
    const units = listUnits(getMovable(doc)).sort((a, b) => a.box[at] - b.box[at]);
    const [first, last] = [units[0], units.at(-1)];
    if (units.length < 3 || !first || !last) return doc;
    const room = last.box[at] + last.box[size] - first.box[at];
    const gap = (room - units.reduce((sum, { box }) => sum + box[size], 0)) / (units.length - 1);
    let next = first.box[at];
    return place(
      movedUnits(units, (box) => {
        const moved = { ...box, [at]: next };
        next += box[size] + gap;
        return moved;
      }),
    )(doc);
  };

/** What is moved as one: an element, or all of a group. */
type Unit = { box: Box; elements: readonly TemplateElement[] };

const listUnits = (elements: readonly TemplateElement[]): Unit[] => {
  const units = new Map<string, TemplateElement[]>();
  for (const element of elements) {
    const key = element.group === undefined ? `e${element.id}` : `g${element.group}`;
    units.set(key, [...(units.get(key) ?? []), element]);
  }
  return [...units.values()].flatMap((members) => {
    const box = aroundAll(members);
    return box ? [{ box, elements: members }] : [];
  });
};

const movedUnits = (units: readonly Unit[], to: (box: Box) => Box): Map<string, Box> =>
  new Map(
    units.flatMap(({ box, elements }) => {
      const moved = to(box);
      const [dx, dy] = [moved.xMm - box.xMm, moved.yMm - box.yMm];
      return elements.map((element): [string, Box] => [
        element.id,
        { ...getBox(element), xMm: element.xMm + dx, yMm: element.yMm + dy },
      ]);
    }),
  );

const TURNED: Record<Rotation, Rotation> = { 0: 90, 90: 180, 180: 270, 270: 0 };

/** A quarter turn clockwise, about the middle: the box lies down or stands up with its content. */
export const turn: Command = (doc) => {
  const ids = new Set(getMovable(doc).map(({ id }) => id));
  const template = mapped(doc.template, (element) => {
    if (!ids.has(element.id)) return element;
    const { widthMm, heightMm } = element;
    const box = {
      xMm: element.xMm + (widthMm - heightMm) / 2,
      yMm: element.yMm + (heightMm - widthMm) / 2,
      widthMm: heightMm,
      heightMm: widthMm,
    };
    return { ...placed(element, box), rotation: TURNED[element.rotation] };
  });
  return withTemplate(doc, template);
};

export type OrderTo = 'front' | 'forward' | 'backward' | 'back';

/** Drawn later is in front. Several keep their order among themselves. */
export const order =
  (to: OrderTo): Command =>
  (doc) => {
    const { elements } = doc.template;
    const ids = new Set(getMovable(doc).map(({ id }) => id));
    const isMoved = ({ id }: TemplateElement): boolean => ids.has(id);
    const next =
      to === 'front'
        ? [...elements.filter((one) => !isMoved(one)), ...elements.filter(isMoved)]
        : to === 'back'
          ? [...elements.filter(isMoved), ...elements.filter((one) => !isMoved(one))]
          : stepped(elements, isMoved, to === 'forward');
    const isSame = next.every((one, i) => one === elements[i]);
    return isSame ? doc : withTemplate(doc, { ...doc.template, elements: next });
  };

const stepped = (
  elements: readonly TemplateElement[],
  isMoved: (element: TemplateElement) => boolean,
  isForward: boolean,
): TemplateElement[] => {
  const line = isForward ? [...elements].reverse() : [...elements];
  for (let i = 1; i < line.length; i += 1) {
    const [before, here] = [line[i - 1], line[i]];
    if (before && here && isMoved(here) && !isMoved(before))
      [line[i - 1], line[i]] = [here, before];
  }
  return isForward ? line.reverse() : line;
};

/** One element to the place of another, as the list of layers is dragged. */
export const moveTo =
  (id: string, index: number): Command =>
  (doc) => {
    const { elements } = doc.template;
    const from = elements.findIndex((element) => element.id === id);
    const element = elements[from];
    const to = Math.min(elements.length - 1, Math.max(0, index));
    if (!element || from === to) return doc;
    const next = elements.filter((_, i) => i !== from);
    next.splice(to, 0, element);
    return withTemplate(doc, { ...doc.template, elements: next });
  };

export const group: Command = (doc) => {
  const ids = new Set(getMovable(doc).map(({ id }) => id));
  if (ids.size < 2) return doc;
  const known = new Set(doc.template.elements.map((element) => element.group));
  let n = 1;
  while (known.has(`g${n}`)) n += 1;
  return withTemplate(
    doc,
    mapped(doc.template, (element) =>
      ids.has(element.id) ? { ...element, group: `g${n}` } : element,
    ),
  );
};

export const ungroup: Command = (doc) => {
  const ids = new Set(getMovable(doc).map(({ id }) => id));
  return withTemplate(
    doc,
    mapped(doc.template, (element) => {
      if (element.group === undefined || !ids.has(element.id)) return element;
      const { group: _, ...alone } = element;
      return alone;
    }),
  );
};

export const remove: Command = (doc) => {
  const ids = new Set(getMovable(doc).map(({ id }) => id));
  if (ids.size === 0) return doc;
  const elements = doc.template.elements.filter(({ id }) => !ids.has(id));
  return { template: withoutUnused({ ...doc.template, elements }), chosen: NOTHING };
};

/** Adds elements in front of all others, under new ids, and chooses them. Nothing when they are too many. */
export const add =
  (given: readonly TemplateElement[]): Command =>
  (doc) => {
    const { template } = doc;
    if (given.length === 0 || given.length > roomFor(template)) return doc;
    const ids: string[] = [];
    const groups = new Map<string, string>();
    const known = new Set(template.elements.map((element) => element.group));
    const elements = given.map((element): TemplateElement => {
      const id = freeId(template, 'e', ids);
      ids.push(id);
      if (element.group === undefined) return placed({ ...element, id }, element);
      let own = groups.get(element.group);
      for (let n = 1; own === undefined; n += 1)
        if (!known.has(`g${n}`)) {
          own = `g${n}`;
          known.add(own);
        }
      groups.set(element.group, own);
      return placed({ ...element, id, group: own }, element);
    });
    return {
      template: { ...template, elements: [...template.elements, ...elements] },
      chosen: ids,
    };
  };

/** Copies of the chosen, moved. */
export const duplicate =
  (dxMm: number, dyMm: number): Command =>
  (doc) =>
    add(
      getMovable(doc).map((element) => ({
        ...element,
        xMm: element.xMm + dxMm,
        yMm: element.yMm + dyMm,
      })),
    )(doc);

export const choose =
  (ids: readonly string[]): Command =>
  (doc) => {
    const chosen = withGroups(doc.template, ids);
    const isSame =
      chosen.length === doc.chosen.length && chosen.every((id) => doc.chosen.includes(id));
    return isSame ? doc : { ...doc, chosen };
  };

/** Those a pointer can reach. */
export const chooseAll: Command = (doc) =>
  choose(doc.template.elements.filter((one) => !one.locked && !one.hidden).map(({ id }) => id))(
    doc,
  );
