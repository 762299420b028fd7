import type { Context } from './context.ts';

/** Which clients are connected to this process. */
export const createPresence = (): Context['presence'] => {
  const connected = new Set<number>();
  return {
    online: (clientId) => connected.has(clientId),
    set: (clientId, online) => {
      if (online) connected.add(clientId);
      else connected.delete(clientId);
    },
  };
};
