import type { RouteRules } from '@yunbiao/contract/site';

const NONE: RouteRules = {};

const isManifest = (value: unknown): value is { rules: RouteRules } =>
  typeof value === 'object' &&
  value !== null &&
  'rules' in value &&
  typeof value.rules === 'object';

/** The route-rule manifest of this build. Without it the site works; navigations then ask the API. */
export const createRules = (buildId: string) => {
  let rules = NONE;
  return {
    get: (): RouteRules => rules,
    load: async (): Promise<void> => {
      const address = `/builds/meta/${buildId}.json`;
      try {
        const response = await fetch(address);
        const body: unknown = response.ok ? await response.json() : null;
        if (!isManifest(body)) throw new Error(`${address} answered ${response.status}`);
        rules = body.rules;
      } catch (error) {
        console.error('route rules could not be fetched:', error);
      }
    },
  };
};
