import { builtinEnvironments, type Environment } from 'vitest/runtime';
import { closeAll } from './worker-end.ts';

const { node } = builtinEnvironments;

/** Node's own, with an end: Vitest has a hook for the end of a file and of a run, and this one for that of a worker. */
const environment: Environment = {
  ...node,
  name: 'e2e',
  setup: async (global: object, options) => {
    const { teardown } = await node.setup(global, options);
    return {
      teardown: async () => {
        await closeAll();
        await teardown(global);
      },
    };
  },
};

// oxlint-disable-next-line import/no-default-export -- Vitest takes an environment as the default export
export default environment;
