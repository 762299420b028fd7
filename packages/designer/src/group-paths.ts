import { MAX_ELEMENT_GROUPS } from '@yunbiao/contract/limits/template';
import type { Template, TemplateElement, TemplateGroup } from '@yunbiao/label';
import { findGroupFault, listGroupChain } from '@yunbiao/label/groups';

/** Ids of the groups that contain an element, from the outermost. */
export const listGroupPath = (
  template: Pick<Template, 'groups'>,
  element: Pick<TemplateElement, 'group'>,
): string[] => {
  if (element.group === undefined) return [];
  const chain = listGroupChain(template, element);
  return chain.length > 0 ? chain.map(({ id }) => id) : [element.group];
};

/** The ids of the elements in each group, those of groups inside it included. */
export const listMembersByGroup = (template: Template): Map<string, string[]> => {
  const members = new Map<string, string[]>();
  for (const element of template.elements)
    for (const group of listGroupPath(template, element)) {
      const ids = members.get(group);
      if (ids) ids.push(element.id);
      else members.set(group, [element.id]);
    }
  return members;
};

export const findGroup = ({ groups }: Template, id: string): TemplateGroup | undefined =>
  groups?.find((group) => group.id === id);

/** A group id not used in the template: `g1`, `g2` … */
export const createFreeGroupId = (template: Template, usedIds: Iterable<string> = []): string => {
  const takenIds = new Set([
    ...template.elements.flatMap(({ group }) => group ?? []),
    ...(template.groups ?? []).map(({ id }) => id),
    ...usedIds,
  ]);
  let n = 1;
  while (takenIds.has(`g${n}`)) n += 1;
  return `g${n}`;
};

const withGroups = (template: Template, groups: TemplateGroup[]): Template => {
  const { groups: _, ...rest } = template;
  return groups.length > 0 ? { ...rest, groups } : rest;
};

/**
 * Removes descriptions of groups without elements, and those that say nothing, so that an older
 * print client draws a label with plain groups.
 */
export const removeUnusedGroups = (template: Template): Template => {
  const { groups } = template;
  if (!groups) return template;
  const used = new Set(template.elements.flatMap((element) => listGroupPath(template, element)));
  const remaining = groups.filter(({ id }) => used.has(id));
  const parents = new Set(remaining.map(({ parent }) => parent));
  const needed = remaining.filter(
    (group) => Object.keys(group).length > 1 || parents.has(group.id),
  );
  return needed.length === groups.length ? template : withGroups(template, needed);
};

/** Changes properties of groups, by id; undefined removes one. Groups are described when needed. */
export const patchGroups = (
  template: Template,
  patches: ReadonlyMap<string, { [Key in keyof TemplateGroup]?: TemplateGroup[Key] | undefined }>,
): Template => {
  const groupById = new Map((template.groups ?? []).map((group) => [group.id, group]));
  for (const [id, patch] of patches) {
    const entries = Object.entries({ ...groupById.get(id), ...patch, id });
    groupById.set(
      id,
      Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as TemplateGroup,
    );
    if (patch.parent !== undefined && !groupById.has(patch.parent))
      groupById.set(patch.parent, { id: patch.parent });
  }
  return withGroups(template, [...groupById.values()]);
};

/** Whether the groups are within the limits of templates. */
export const hasValidGroups = ({ groups = [] }: Template): boolean =>
  groups.length <= MAX_ELEMENT_GROUPS && findGroupFault(groups) === '';
