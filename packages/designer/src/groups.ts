import { FORMULA_LENGTH } from '@yunbiao/contract/limits/template';
import type { Template, TemplateElement, TemplateGroup } from '@yunbiao/label';
import { type Command, type Doc, listMovableSelection, mapElements } from './doc.ts';
import { changeElements, type Patch } from './edit.ts';
import {
  createFreeGroupId,
  findGroup,
  hasValidGroups,
  listGroupPath,
  listMembersByGroup,
  patchGroups,
  removeUnusedGroups,
} from './group-paths.ts';

/** Groups of a label, which nest. Commands that would exceed a limit change nothing. */

const replaceGroups = (doc: Doc, template: Template): Doc => {
  const next = removeUnusedGroups(template);
  return next === doc.template || !hasValidGroups(next) ? doc : { ...doc, template: next };
};

const setElementGroup = (element: TemplateElement, group: string | undefined): TemplateElement => {
  if (element.group === group) return element;
  const { group: _, ...alone } = element;
  return group === undefined ? alone : { ...alone, group };
};

/** Ids that all paths begin with. */
const findCommonPath = (paths: readonly string[][]): string[] => {
  const [first = [], ...others] = paths;
  const length = first.findIndex((id, i) => others.some((path) => path[i] !== id));
  return length === -1 ? first : first.slice(0, length);
};

/**
 * Puts the selection into a new group, inside the group they share. Groups of which everything is
 * selected become part of it as they are.
 */
export const groupSelectedElements: Command = (doc) => {
  const { template } = doc;
  const selected = listMovableSelection(doc);
  const ids = new Set(selected.map(({ id }) => id));
  const members = listMembersByGroup(template);
  const common = findCommonPath(selected.map((element) => listGroupPath(template, element)));
  const container = common.at(-1);
  const isAllOfContainer = container !== undefined && members.get(container)?.length === ids.size;
  if (ids.size < 2 || isAllOfContainer) return doc;
  const newGroup = createFreeGroupId(template);
  const wholeGroups = new Set<string>();
  const singles = new Set<string>();
  for (const element of selected) {
    const inner = listGroupPath(template, element)[common.length];
    const isWhole = inner !== undefined && members.get(inner)?.every((id) => ids.has(id));
    if (isWhole) wholeGroups.add(inner);
    else singles.add(element.id);
  }
  const patches = new Map<string, Partial<TemplateGroup>>([
    [newGroup, container === undefined ? {} : { parent: container }],
    ...[...wholeGroups].map((id): [string, Partial<TemplateGroup>] => [id, { parent: newGroup }]),
  ]);
  const grouped = mapElements(template, (element) =>
    singles.has(element.id) ? setElementGroup(element, newGroup) : element,
  );
  return replaceGroups(doc, patchGroups(grouped, patches));
};

type Inherited = Pick<TemplateGroup, 'showIf' | 'hidden' | 'locked'>;

/** Both conditions as one; null when it is too long. */
const joinConditions = (outer?: string, inner?: string): string | null | undefined => {
  if (outer === undefined || inner === undefined || outer === inner) return outer ?? inner;
  const joined = `且(${outer}, ${inner})`;
  return joined.length > FORMULA_LENGTH ? null : joined;
};

/** Gives what has left a group what the group had; null when its condition becomes too long. */
const inherit = <Part extends Inherited>(part: Part, from: Inherited | undefined): Part | null => {
  if (from === undefined) return part;
  const showIf = joinConditions(from.showIf, part.showIf);
  if (showIf === null) return null;
  return {
    ...part,
    ...(showIf !== undefined && { showIf }),
    ...(from.hidden && { hidden: from.hidden }),
    ...(from.locked && { locked: from.locked }),
  };
};

/** Outermost groups of which everything is selected, and elements selected out of their group. */
const listUngrouped = (doc: Doc): { dissolved: Set<string>; leaving: Set<string> } => {
  const { template } = doc;
  const ids = new Set(listMovableSelection(doc).map(({ id }) => id));
  const members = listMembersByGroup(template);
  const dissolved = new Set<string>();
  const leaving = new Set<string>();
  for (const element of template.elements.filter(({ id }) => ids.has(id))) {
    const outermost = listGroupPath(template, element).find((group) =>
      members.get(group)?.every((id) => ids.has(id)),
    );
    if (outermost !== undefined) dissolved.add(outermost);
    else if (element.group !== undefined) leaving.add(element.id);
  }
  return { dissolved, leaving };
};

/** Moves one level up. What the group had passes to its parts, so that the label prints the same. */
export const ungroupSelectedElements: Command = (doc) => {
  const { template } = doc;
  const { dissolved, leaving } = listUngrouped(doc);
  let isTooLong = false;
  const leave = <Part extends Inherited>(part: Part, from: string): Part => {
    const next = inherit(part, findGroup(template, from));
    isTooLong ||= next === null;
    return next ?? part;
  };
  const elements = template.elements.map((element) => {
    const { group, id } = element;
    if (group === undefined || !(dissolved.has(group) || leaving.has(id))) return element;
    return setElementGroup(leave(element, group), findGroup(template, group)?.parent);
  });
  const groups = (template.groups ?? []).map((group): TemplateGroup => {
    if (group.parent === undefined || !dissolved.has(group.parent)) return group;
    const { parent: _, ...alone } = leave(group, group.parent);
    const outer = findGroup(template, group.parent)?.parent;
    return outer === undefined ? alone : { ...alone, parent: outer };
  });
  if (isTooLong || (dissolved.size === 0 && leaving.size === 0)) return doc;
  return replaceGroups(doc, { ...template, elements, ...(template.groups && { groups }) });
};

/** Changes name, condition, hiding or locking of a group. */
export const changeGroup =
  (id: string, patch: Patch): Command =>
  (doc) => {
    const group: Patch = findGroup(doc.template, id) ?? {};
    const isEqual = Object.entries(patch).every(([key, value]) => group[key] === value);
    return isEqual ? doc : replaceGroups(doc, patchGroups(doc.template, new Map([[id, patch]])));
  };

/** Locks or hides the selected group or elements, or reverts that. */
export const toggleSelectionFlag =
  (part: 'locked' | 'hidden'): Command =>
  (doc) => {
    const { template, chosen } = doc;
    const group = findSelectedGroup(doc);
    const described = group === undefined ? undefined : findGroup(template, group);
    const selected = template.elements.filter(({ id }) => chosen.includes(id));
    const isOn = selected.length > 0 && selected.every((element) => element[part]);
    // A plain group stays one that older print clients draw.
    if (group !== undefined && described && (described[part] || !isOn))
      return changeGroup(group, { [part]: described[part] ? undefined : true })(doc);
    return changeElements(chosen, { [part]: isOn ? undefined : true })(doc);
  };

/** The group of which exactly everything is selected; the outermost of several. */
export const findSelectedGroup = ({ template, chosen }: Doc): string | undefined => {
  const [first] = template.elements.filter(({ id }) => chosen.includes(id));
  if (!first) return undefined;
  const members = listMembersByGroup(template);
  return listGroupPath(template, first).find((group) => {
    const ids = members.get(group) ?? [];
    return ids.length === chosen.length && ids.every((id) => chosen.includes(id));
  });
};

/** Elements with the groups they are in. */
export type ElementsWithGroups = { elements: TemplateElement[]; groups: TemplateGroup[] };

/**
 * The movable selection as it prints, to be copied. Groups of which only a part is selected pass what they
 * have to that part; null when a condition becomes too long.
 */
export const extractSelection = (doc: Doc): ElementsWithGroups | null => {
  const { template } = doc;
  const selected = listMovableSelection(doc);
  const ids = new Set(selected.map(({ id }) => id));
  const members = listMembersByGroup(template);
  const groups = new Map<string, TemplateGroup>();
  const elements: TemplateElement[] = [];
  const passDown = <Part extends Inherited>(part: Part, outer: readonly string[]): Part | null =>
    outer.reduceRight<Part | null>(
      (inner, group) => inner && inherit(inner, findGroup(template, group)),
      part,
    );
  for (const element of selected) {
    const path = listGroupPath(template, element);
    const wholeAt = path.findIndex((group) => members.get(group)?.every((id) => ids.has(id)));
    const outer = wholeAt === -1 ? path : path.slice(0, wholeAt);
    const copy = wholeAt === -1 ? passDown(setElementGroup(element, undefined), outer) : element;
    if (copy === null) return null;
    elements.push(copy);
    for (const [i, id] of (wholeAt === -1 ? [] : path.slice(wholeAt)).entries()) {
      const group = findGroup(template, id);
      if (!group || groups.has(id)) continue;
      const { parent: _, ...root } = group;
      const copiedGroup = i === 0 ? passDown(root, outer) : group;
      if (copiedGroup === null) return null;
      groups.set(id, copiedGroup);
    }
  }
  return { elements, groups: [...groups.values()] };
};

/** Gives copied elements and groups ids that are free in the template. */
export const renameCopiedGroups = (
  template: Template,
  { elements, groups }: ElementsWithGroups,
): ElementsWithGroups => {
  const newIds = new Map<string, string>();
  const getNewId = (id: string): string => {
    const earlierId = newIds.get(id);
    if (earlierId !== undefined) return earlierId;
    const newId = createFreeGroupId(template, newIds.values());
    newIds.set(id, newId);
    return newId;
  };
  return {
    elements: elements.map((element) =>
      element.group === undefined ? element : { ...element, group: getNewId(element.group) },
    ),
    groups: groups.map((group) => ({
      ...group,
      id: getNewId(group.id),
      ...(group.parent !== undefined && { parent: getNewId(group.parent) }),
    })),
  };
};
