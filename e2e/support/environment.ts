import { builtinEnvironments, type Environment } from 'vitest/runtime';
import { closeAll } from './worker-end.ts';

const { node } = builtinEnvironments;

/**
 * Node's environment with a teardown: Vitest has hooks for the end of a file and of a run, and this
 * one for the end of a worker.
 */
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
