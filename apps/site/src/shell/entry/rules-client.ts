import type { RouteRules } from '@yunbiao/contract/api/site';

const NONE: RouteRules = {};

const isRulesManifest = (value: unknown): value is { rules: RouteRules } =>
  typeof value === 'object' &&
  value !== null &&
  'rules' in value &&
  typeof value.rules === 'object';

/** Route-rule manifest of this build. Without it, navigation requests data from the API. */
export const createRouteRulesClient = (buildId: string) => {
  let rules = NONE;
  return {
    get: (): RouteRules => rules,
    load: async (): Promise<void> => {
      const address = `/builds/meta/${buildId}.json`;
      try {
        const response = await fetch(address);
        const body: unknown = response.ok ? await response.json() : null;
        if (!isRulesManifest(body)) throw new Error(`${address} answered ${response.status}`);
        rules = body.rules;
      } catch (error) {
        console.error('route rules could not be fetched:', error);
      }
    },
  };
};
