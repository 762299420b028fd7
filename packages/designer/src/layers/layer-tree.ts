import type { Template, TemplateElement, TemplateField, TemplateGroup } from '@yunbiao/label';
import type { Command } from '../doc.ts';
import { getElementDisplayName } from '../element-names.ts';
import {
  findGroup,
  hasValidGroups,
  listGroupPath,
  listMembersByGroup,
  patchGroups,
  removeUnusedGroups,
} from '../group-paths.ts';

/** An element or a group in the list of layers. */
export type LayerKey = { kind: 'element' | 'group'; id: string };

export type LayerNode =
  | { kind: 'element'; id: string; element: TemplateElement }
  | {
      kind: 'group';
      id: string;
      /** Undefined for a group that only elements name. */
      group: TemplateGroup | undefined;
      children: LayerNode[];
    };

/** Layers front to back. A group stands where its frontmost element is. */
export const buildLayerTree = (template: Template): LayerNode[] => {
  const roots: LayerNode[] = [];
  const childrenByGroup = new Map<string, LayerNode[]>();
  for (const element of template.elements.toReversed()) {
    let siblings = roots;
    for (const id of listGroupPath(template, element)) {
      let children = childrenByGroup.get(id);
      if (!children) {
        children = [];
        childrenByGroup.set(id, children);
        siblings.push({ kind: 'group', id, group: findGroup(template, id), children });
      }
      siblings = children;
    }
    siblings.push({ kind: 'element', id: element.id, element });
  }
  return roots;
};

export const getGroupDisplayName = (group: { name?: string } | undefined): string =>
  group?.name ?? '组合';

export const getLayerName = (node: LayerNode, fields: readonly TemplateField[]): string =>
  node.kind === 'element'
    ? getElementDisplayName(node.element, fields)
    : getGroupDisplayName(node.group);

/** Layers whose name contains the text, with the groups around them; all for a blank text. */
export const filterLayerTree = (
  nodes: readonly LayerNode[],
  text: string,
  fields: readonly TemplateField[],
): LayerNode[] => {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...nodes];
  return nodes.flatMap((node): LayerNode[] => {
    if (getLayerName(node, fields).toLowerCase().includes(wanted)) return [node];
    if (node.kind === 'element') return [];
    const children = filterLayerTree(node.children, text, fields);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
};

/** Where a layer is put: in front of another, behind it, or into a group in front of its content. */
export type LayerPlace = { target: LayerKey; place: 'above' | 'below' | 'inside' };

const findContainer = (template: Template, { kind, id }: LayerKey): string | undefined =>
  kind === 'group'
    ? findGroup(template, id)?.parent
    : template.elements.find((element) => element.id === id)?.group;

const listLayerIds = (template: Template, { kind, id }: LayerKey): readonly string[] =>
  kind === 'element' ? [id] : (listMembersByGroup(template).get(id) ?? []);

const setContainer = (
  template: Template,
  { kind, id }: LayerKey,
  container: string | undefined,
): Template => {
  if (kind === 'group') return patchGroups(template, new Map([[id, { parent: container }]]));
  const elements = template.elements.map((element): TemplateElement => {
    if (element.id !== id) return element;
    const { group: _, ...alone } = element;
    return container === undefined ? alone : { ...alone, group: container };
  });
  return { ...template, elements };
};

/** Moves a layer in the order and between groups. Nothing happens when groups would not nest. */
export const moveLayer =
  (moved: LayerKey, { target, place }: LayerPlace): Command =>
  (doc) => {
    const { template } = doc;
    const ids = new Set(listLayerIds(template, moved));
    const targetIds = listLayerIds(template, target).filter((id) => !ids.has(id));
    const rest = template.elements.filter(({ id }) => !ids.has(id));
    const places = rest.flatMap(({ id }, i) => (targetIds.includes(id) ? [i] : []));
    const container = place === 'inside' ? target.id : findContainer(template, target);
    const at = place === 'below' ? places[0] : (places.at(-1) ?? -1) + 1;
    if (ids.size === 0 || places.length === 0 || at === undefined) return doc;
    const elements = rest.toSpliced(at, 0, ...template.elements.filter(({ id }) => ids.has(id)));
    const next = removeUnusedGroups(setContainer({ ...template, elements }, moved, container));
    const isSame =
      findContainer(template, moved) === container &&
      elements.every((element, i) => element === template.elements[i]);
    return isSame || !hasValidGroups(next) ? doc : { ...doc, template: next };
  };

const findSiblings = (
  nodes: readonly LayerNode[],
  { kind, id }: LayerKey,
  parent?: LayerKey,
): { siblings: readonly LayerNode[]; at: number; parent: LayerKey | undefined } | undefined => {
  const at = nodes.findIndex((node) => node.kind === kind && node.id === id);
  if (at >= 0) return { siblings: nodes, at, parent };
  for (const node of nodes) {
    if (node.kind === 'element') continue;
    const siblingPlace = findSiblings(node.children, { kind, id }, { kind: 'group', id: node.id });
    if (siblingPlace) return siblingPlace;
  }
  return undefined;
};

/**
 * Place of a layer after one step with the keyboard: `up` and `down` in its group and out of it at the
 * ends, `in` to the group above it, `out` behind its own group.
 */
export const findLayerStep = (
  nodes: readonly LayerNode[],
  moved: LayerKey,
  step: 'up' | 'down' | 'in' | 'out',
): LayerPlace | undefined => {
  const siblingPlace = findSiblings(nodes, moved);
  if (!siblingPlace) return undefined;
  const { siblings, at, parent } = siblingPlace;
  const above = siblings[at - 1];
  if (step === 'in')
    return above?.kind === 'group' ? { target: above, place: 'inside' } : undefined;
  const place = step === 'up' ? 'above' : 'below';
  const target = step === 'out' ? parent : (siblings[at + (step === 'up' ? -1 : 1)] ?? parent);
  return target && { target, place };
};
