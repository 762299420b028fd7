import type { HostCommand, HostReport, RollPart } from '@yunbiao/contract/virtual-host';
import { explain, getMessage } from '../errors.ts';
import { openVirtualHome } from './virtual-home.ts';
import type { VirtualHome } from './virtual-home.ts';

type Open = Extract<HostCommand, { type: 'open' }>;

/** The homes a host holds. */
export type Homes = {
  take: (command: HostCommand) => void;
  /** Closes all of them, each as its print client is stopped. */
  close: () => Promise<void>;
};

/** A printer changes with every label; nobody looks faster than this, ms. */
const QUIET_MS = 100;

const explainWhy = (error: unknown): string => explain(error)?.message ?? getMessage(error);

/** Says at once that something changed, then gathers what changes soon after. */
const createTeller = (tell: () => void) => {
  let timer: NodeJS.Timeout | null = null;
  let again = false;
  const told = (): void => {
    timer = null;
    if (again) poke();
  };
  const poke = (): void => {
    again = timer !== null;
    if (timer) return;
    tell();
    timer = setTimeout(told, QUIET_MS);
  };
  return {
    poke,
    stop: () => {
      again = false;
      if (timer) clearTimeout(timer);
    },
  };
};

/** Opens, closes and asks homes as the server says. What is said of one home is done in the order it was said. */
export const createHomes = (report: (report: HostReport) => void): Homes => {
  const homes = new Map<number, VirtualHome>();
  const lines = new Map<number, Promise<void>>();
  const tellers = new Map<number, ReturnType<typeof createTeller>>();

  const closed = (clientId: number, why: string): void => {
    homes.delete(clientId);
    tellers.get(clientId)?.stop();
    tellers.delete(clientId);
    report({ type: 'closed', clientId, why });
  };
  const queue = (clientId: number, step: () => Promise<void>): void => {
    const line = (lines.get(clientId) ?? Promise.resolve()).then(step).catch((error: unknown) => {
      if (!homes.has(clientId)) closed(clientId, explainWhy(error));
    });
    lines.set(clientId, line);
    void line.then(() => lines.get(clientId) === line && lines.delete(clientId));
  };
  const shut = async (clientId: number, why: string): Promise<void> => {
    const home = homes.get(clientId);
    // What could not be told or written now is in the ledger.
    await home?.close().catch(() => undefined);
    closed(clientId, why);
  };
  const open = async ({ clientId, home, server }: Open): Promise<void> => {
    const told = createTeller(() => {
      const now = homes.get(clientId);
      if (now) report({ type: 'state', clientId, state: now.state() });
    });
    if (homes.has(clientId)) return tellers.get(clientId)?.poke();
    const opened = await openVirtualHome({ home, clientId, server, onChange: () => told.poke() });
    homes.set(clientId, opened);
    tellers.set(clientId, told);
    told.poke();
    // Revoked, or a disk that broke: nothing can be printed there any more.
    opened.ended.catch((error: unknown) =>
      queue(clientId, () => shut(clientId, explainWhy(error))),
    );
  };

  /** Null also when the disk does not give it. */
  const read = (clientId: number, after: number): RollPart | null => {
    try {
      return homes.get(clientId)?.roll(after) ?? null;
    } catch {
      return null;
    }
  };

  const take = (command: HostCommand): void => {
    const { clientId } = command;
    switch (command.type) {
      case 'open':
        return queue(clientId, () => open(command));
      case 'close':
        return queue(clientId, () => shut(clientId, ''));
      case 'switch':
        return queue(clientId, async () => homes.get(clientId)?.set(command.name, command.on));
      case 'roll': {
        const { request, after } = command;
        return queue(clientId, async () =>
          report({ type: 'roll', request, part: read(clientId, after) }),
        );
      }
    }
  };
  return {
    take,
    close: async () => {
      for (const clientId of new Set([...homes.keys(), ...lines.keys()]))
        queue(clientId, () => shut(clientId, ''));
      await Promise.all(lines.values());
    },
  };
};
