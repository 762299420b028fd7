import { canBeAlias } from '@yunbiao/contract/core/reserved';
import type { RouteRules } from '@yunbiao/contract/api/site';

type Compiled = { expression: RegExp; hasAlias: boolean; rule: RouteRules[string] };

const compiled = new WeakMap<RouteRules, Compiled[]>();

const compileRouteRules = (rules: RouteRules): Compiled[] =>
  Object.entries(rules).map(([pattern, rule]) => ({
    expression: new RegExp(
      `^${pattern.replace(/[.+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`,
    ),
    hasAlias: pattern.startsWith('/{soft}'),
    rule,
  }));

/** Returns the rule for a path, if any. */
export const matchRouteRule = (
  rules: RouteRules,
  pathname: string,
): RouteRules[string] | undefined => {
  let list = compiled.get(rules);
  if (!list) compiled.set(rules, (list = compileRouteRules(rules)));
  for (const { expression, hasAlias, rule } of list) {
    const match = expression.exec(pathname);
    if (match && (!hasAlias || canBeAlias(match.groups?.soft ?? ''))) return rule;
  }
  return undefined;
};
