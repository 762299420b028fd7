import type { SchemaDependencies } from './dependencies.ts';

/** Groups inside each other, the outermost included. */
export const MAX_GROUP_DEPTH = 8;

/** Formula that decides for each label whether something is printed; docs/fields.md. */
export const createConditionShape = ({ z, limits }: SchemaDependencies) =>
  z.string().min(1).max(limits.FORMULA_LENGTH);

/** Properties of a group; an element names its group by `id`. What a group has holds for its content. */
export const createGroupSchema = (kit: SchemaDependencies) => {
  const { z, limits } = kit;
  const id = z.string().min(1).max(64);
  return z.strictObject({
    id,
    name: z.string().min(1).max(limits.ELEMENT_NAME_LENGTH).exactOptional(),
    /** Id of the group that contains this one. */
    parent: id.exactOptional(),
    /** Printed only where this formula holds. */
    showIf: createConditionShape(kit).exactOptional(),
    hidden: z.literal(true).exactOptional(),
    locked: z.literal(true).exactOptional(),
  });
};

type Group = { id: string; name?: string; parent?: string };

const formatGroupName = ({ id, name }: Group): string => `“${name ?? id}”`;

/** Chinese reason for rejecting groups: equal ids, an unknown parent, a cycle, too deep; '' when valid. */
export function findGroupFault(groups: readonly Group[]): string {
  const groupById = new Map(groups.map((group) => [group.id, group]));
  for (const group of groups) {
    if (groupById.get(group.id) !== group) return `有两个组合的 id 都是“${group.id}”`;
    let outer: Group | undefined = group;
    for (let depth = 1; outer?.parent !== undefined; depth += 1) {
      const { parent }: Group = outer;
      if (parent === group.id) return `组合${formatGroupName(group)}绕回了自己`;
      if (depth >= MAX_GROUP_DEPTH) return `组合最多套 ${MAX_GROUP_DEPTH} 层`;
      outer = groupById.get(parent);
      if (outer === undefined) return `组合${formatGroupName(group)}的上级“${parent}”不存在`;
    }
  }
  return '';
}

export const createGroupsSchema = (kit: SchemaDependencies) =>
  kit.z
    .array(createGroupSchema(kit))
    .max(kit.limits.MAX_ELEMENT_GROUPS)
    .superRefine((groups, context) => {
      const message = findGroupFault(groups);
      if (message !== '') context.addIssue({ code: 'custom', message });
    });
