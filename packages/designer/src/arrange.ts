import type { Rotation, TemplateElement, TemplateGroup } from '@yunbiao/label';
import { isElementHidden, isElementLocked } from '@yunbiao/label/groups';
import { computeBounds, getBottom, type Box, getElementBox, getRight } from './box.ts';
import {
  type Command,
  type Doc,
  createFreeId,
  mapElements,
  listMovableSelection,
  NO_IDS,
  setElementBox,
  countRemainingElements,
  includeGroupMembers,
} from './doc.ts';
import {
  hasValidGroups,
  listGroupPath,
  listMembersByGroup,
  removeUnusedGroups,
} from './group-paths.ts';
import { extractSelection, renameCopiedGroups } from './groups.ts';
import { removeUnusedImages } from './unused-images.ts';

/** Position and order of elements. Commands in this file leave locked elements unchanged. */

const replaceDocTemplate = (doc: Doc, template: Doc['template']): Doc =>
  template === doc.template ? doc : { ...doc, template };

/** Moves elements to new boxes, by id. */
export const placeElements =
  (boxes: ReadonlyMap<string, Box>): Command =>
  (doc) =>
    replaceDocTemplate(
      doc,
      mapElements(doc.template, (element) => {
        const box = boxes.get(element.id);
        return box && !isElementLocked(doc.template, element)
          ? setElementBox(element, box)
          : element;
      }),
    );

/** Moves each unlocked selected element to its computed box. */
const placeEach =
  (boxFor: (element: TemplateElement, elements: readonly TemplateElement[]) => Box): Command =>
  (doc) => {
    const movable = listMovableSelection(doc);
    return placeElements(new Map(movable.map((element) => [element.id, boxFor(element, movable)])))(
      doc,
    );
  };

export const moveElementsBy = (dxMm: number, dyMm: number): Command =>
  placeEach((element) => ({
    ...getElementBox(element),
    xMm: element.xMm + dxMm,
    yMm: element.yMm + dyMm,
  }));

export type AlignTo = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

const alignBox = (box: Box, frame: Box, to: AlignTo): Box => {
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

/** Aligns several elements to each other, a single one to the label. A group moves as a unit. */
export const align =
  (to: AlignTo): Command =>
  (doc) => {
    const { template } = doc;
    const units = listGroupsAndElements(doc);
    const label = { xMm: 0, yMm: 0, widthMm: template.widthMm, heightMm: template.heightMm };
    const frame = units.length > 1 ? computeBounds(units.map(({ box }) => box)) : label;
    if (!frame) return doc;
    return placeElements(computeMovedBoxes(units, (box) => alignBox(box, frame, to)))(doc);
  };

/** Distributes elements with equal gaps. The first and the last stay. */
export const distribute =
  (axis: 'x' | 'y'): Command =>
  (doc) => {
    const [at, size] =
      axis === 'x' ? (['xMm', 'widthMm'] as const) : (['yMm', 'heightMm'] as const);
    const units = listGroupsAndElements(doc).sort((a, b) => a.box[at] - b.box[at]);
    const [first, last] = [units[0], units.at(-1)];
    if (units.length < 3 || !first || !last) return doc;
    const room = last.box[at] + last.box[size] - first.box[at];
    const gap = (room - units.reduce((sum, { box }) => sum + box[size], 0)) / (units.length - 1);
    let next = first.box[at];
    return placeElements(
      computeMovedBoxes(units, (box) => {
        const movedBox = { ...box, [at]: next };
        next += box[size] + gap;
        return movedBox;
      }),
    )(doc);
  };

/** An element, or all elements of a group, moved together. */
type Unit = { box: Box; elements: readonly TemplateElement[] };

/** Groups of which everything is selected, and elements. */
const listGroupsAndElements = (doc: Doc): Unit[] => {
  const { template } = doc;
  const members = listMembersByGroup(template);
  const units = new Map<string, TemplateElement[]>();
  for (const element of listMovableSelection(doc)) {
    const group = listGroupPath(template, element).find((id) =>
      members.get(id)?.every((member) => doc.chosen.includes(member)),
    );
    const key = group === undefined ? `e${element.id}` : `g${group}`;
    units.set(key, [...(units.get(key) ?? []), element]);
  }
  return [...units.values()].flatMap((members) => {
    const box = computeBounds(members);
    return box ? [{ box, elements: members }] : [];
  });
};

const computeMovedBoxes = (units: readonly Unit[], to: (box: Box) => Box): Map<string, Box> =>
  new Map(
    units.flatMap(({ box, elements }) => {
      const movedBox = to(box);
      const [dx, dy] = [movedBox.xMm - box.xMm, movedBox.yMm - box.yMm];
      return elements.map((element): [string, Box] => [
        element.id,
        { ...getElementBox(element), xMm: element.xMm + dx, yMm: element.yMm + dy },
      ]);
    }),
  );

const NEXT_ROTATION: Record<Rotation, Rotation> = { 0: 90, 90: 180, 180: 270, 270: 0 };

/**
 * Turns each element by 90° clockwise about its centre. Width and height of its box are swapped.
 */
export const rotateClockwise: Command = (doc) => {
  const ids = new Set(listMovableSelection(doc).map(({ id }) => id));
  const template = mapElements(doc.template, (element) => {
    if (!ids.has(element.id)) return element;
    const { widthMm, heightMm } = element;
    const box = {
      xMm: element.xMm + (widthMm - heightMm) / 2,
      yMm: element.yMm + (heightMm - widthMm) / 2,
      widthMm: heightMm,
      heightMm: widthMm,
    };
    return { ...setElementBox(element, box), rotation: NEXT_ROTATION[element.rotation] };
  });
  return replaceDocTemplate(doc, template);
};

export type OrderTo = 'front' | 'forward' | 'backward' | 'back';

/** Elements later in the list are in front. Moved elements keep their order among themselves. */
export const reorder =
  (to: OrderTo): Command =>
  (doc) => {
    const { elements } = doc.template;
    const ids = new Set(listMovableSelection(doc).map(({ id }) => id));
    const isMoved = ({ id }: TemplateElement): boolean => ids.has(id);
    const next =
      to === 'front'
        ? [...elements.filter((element) => !isMoved(element)), ...elements.filter(isMoved)]
        : to === 'back'
          ? [...elements.filter(isMoved), ...elements.filter((element) => !isMoved(element))]
          : moveOneStepInOrder(elements, isMoved, to === 'forward');
    const isSame = next.every((element, i) => element === elements[i]);
    return isSame ? doc : replaceDocTemplate(doc, { ...doc.template, elements: next });
  };

const moveOneStepInOrder = (
  elements: readonly TemplateElement[],
  isMoved: (element: TemplateElement) => boolean,
  isForward: boolean,
): TemplateElement[] => {
  const line = isForward ? [...elements].reverse() : [...elements];
  for (let i = 1; i < line.length; i += 1) {
    const [before, current] = [line[i - 1], line[i]];
    if (before && current && isMoved(current) && !isMoved(before))
      [line[i - 1], line[i]] = [current, before];
  }
  return isForward ? line.reverse() : line;
};

export const removeSelectedElements: Command = (doc) => {
  const ids = new Set(listMovableSelection(doc).map(({ id }) => id));
  if (ids.size === 0) return doc;
  const elements = doc.template.elements.filter(({ id }) => !ids.has(id));
  const template = removeUnusedGroups({ ...doc.template, elements });
  return { template: removeUnusedImages(template), chosen: NO_IDS };
};

/**
 * Adds elements with their groups in front of all others, with new ids, and selects them. Does
 * nothing when they exceed a limit.
 */
export const addElements =
  (newElements: readonly TemplateElement[], newGroups: readonly TemplateGroup[] = []): Command =>
  (doc) => {
    const { template } = doc;
    if (newElements.length === 0 || newElements.length > countRemainingElements(template))
      return doc;
    const ids: string[] = [];
    const copies = renameCopiedGroups(template, {
      elements: [...newElements],
      groups: [...newGroups],
    });
    const elements = copies.elements.map((element): TemplateElement => {
      const id = createFreeId(template, 'e', ids);
      ids.push(id);
      return setElementBox({ ...element, id }, element);
    });
    const groups = [...(template.groups ?? []), ...copies.groups];
    const next = {
      ...template,
      elements: [...template.elements, ...elements],
      ...(groups.length > 0 && { groups }),
    };
    return hasValidGroups(next) ? { template: next, chosen: ids } : doc;
  };

/** Adds moved copies of the selected elements. */
export const duplicate =
  (dxMm: number, dyMm: number): Command =>
  (doc) => {
    const copied = extractSelection(doc);
    if (!copied) return doc;
    const elements = copied.elements.map((element) => ({
      ...element,
      xMm: element.xMm + dxMm,
      yMm: element.yMm + dyMm,
    }));
    return addElements(elements, copied.groups)(doc);
  };

const setSelection = (doc: Doc, ids: readonly string[]): Doc =>
  ids.length === doc.chosen.length && ids.every((id) => doc.chosen.includes(id))
    ? doc
    : { ...doc, chosen: ids };

/** Selects exactly these elements, also inside groups. */
export const selectExactly =
  (ids: readonly string[]): Command =>
  (doc) =>
    setSelection(
      doc,
      doc.template.elements.flatMap(({ id }) => (ids.includes(id) ? [id] : [])),
    );

export const selectElements =
  (ids: readonly string[]): Command =>
  (doc) =>
    setSelection(doc, includeGroupMembers(doc.template, ids));

/** Selects all elements that are neither locked nor hidden. */
export const selectAllElements: Command = (doc) =>
  selectElements(
    doc.template.elements
      .filter(
        (element) =>
          !isElementLocked(doc.template, element) && !isElementHidden(doc.template, element),
      )
      .map(({ id }) => id),
  )(doc);
