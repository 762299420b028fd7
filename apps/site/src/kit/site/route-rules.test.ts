import { describe, expect, it } from 'vitest';
import type { RouteRules } from '@yunbiao/contract/api/site';
import { matchRouteRule } from './route-rules.ts';

const rules: RouteRules = {
  '/': { cache: { search: [] } },
  '/{soft}': { cache: { search: [] } },
  '/{soft}/download/{id}.html': { cache: { search: ['platform'] } },
  '/tools': { redirect: '/tools/gifGenerator' },
};

describe('route rules', () => {
  it.each([
    ['/', '/'],
    ['/label', '/{soft}'],
    ['/label/download/5.html', '/{soft}/download/{id}.html'],
    ['/tools', '/tools'],
  ])('%s falls under %s', (path, pattern) => {
    expect(matchRouteRule(rules, path)).toBe(rules[pattern]);
  });

  it.each(['/users', '/np', '/label/download/5xhtml', '/label/user', '/label/'])(
    '%s falls under none',
    (path) => {
      expect(matchRouteRule(rules, path)).toBeUndefined();
    },
  );
});
