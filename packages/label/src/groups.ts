import { LabelError } from './errors.ts';
import { findGroupFault } from './schema/groups.ts';
import type { Template, TemplateElement, TemplateGroup } from './template.ts';

export { findGroupFault, MAX_GROUP_DEPTH } from './schema/groups.ts';

/** What a template's elements and groups decide together. */
export type GroupedElements = Pick<Template, 'elements' | 'groups'>;

/** A group with all that it inherits. */
export type ResolvedGroup = {
  isHidden: boolean;
  isLocked: boolean;
  /** From the outermost group to this one. */
  chain: readonly TemplateGroup[];
};

type Groups = ReadonlyMap<string, ResolvedGroup>;

const NO_GROUPS: Groups = new Map();
/** Templates are immutable, so the array is a valid cache key. */
const groupsByArray = new WeakMap<readonly TemplateGroup[], Groups>();

/** Groups that the template describes, by id. @throws LabelError `bad-template` */
export function resolveGroups({ groups }: Pick<Template, 'groups'>): Groups {
  if (groups === undefined) return NO_GROUPS;
  const cachedGroups = groupsByArray.get(groups);
  if (cachedGroups) return cachedGroups;
  const fault = findGroupFault(groups);
  if (fault !== '') throw new LabelError('bad-template', fault);
  const groupById = new Map(groups.map((group) => [group.id, group]));
  const resolvedGroups = new Map(
    groups.map((group): [string, ResolvedGroup] => {
      const chain: TemplateGroup[] = [];
      for (
        let outer: TemplateGroup | undefined = group;
        outer !== undefined;
        outer = outer.parent === undefined ? undefined : groupById.get(outer.parent)
      )
        chain.unshift(outer);
      const isHidden = chain.some(({ hidden }) => hidden);
      return [group.id, { isHidden, isLocked: chain.some(({ locked }) => locked), chain }];
    }),
  );
  groupsByArray.set(groups, resolvedGroups);
  return resolvedGroups;
}

const NO_CHAIN: readonly TemplateGroup[] = [];

/** Groups of an element that the template describes, from the outermost. */
export const listGroupChain = (
  template: Pick<Template, 'groups'>,
  { group }: Pick<TemplateElement, 'group'>,
): readonly TemplateGroup[] =>
  (group === undefined ? undefined : resolveGroups(template).get(group)?.chain) ?? NO_CHAIN;

/** Whether an element is hidden, by itself or by one of its groups. */
export const isElementHidden = (
  template: Pick<Template, 'groups'>,
  { hidden, group }: Pick<TemplateElement, 'hidden' | 'group'>,
): boolean =>
  hidden === true || (group !== undefined && resolveGroups(template).get(group)?.isHidden === true);

/** Whether an element is locked, by itself or by one of its groups. */
export const isElementLocked = (
  template: Pick<Template, 'groups'>,
  { locked, group }: Pick<TemplateElement, 'locked' | 'group'>,
): boolean =>
  locked === true || (group !== undefined && resolveGroups(template).get(group)?.isLocked === true);
