import type { HostCommand, HostReport, RollPart } from '@yunbiao/contract/gateway/virtual-host';
import { toUserErrorOrNull, getErrorMessage } from '../errors.ts';
import { openVirtualHome } from './virtual-home.ts';
import type { VirtualHome } from './virtual-home.ts';

type Open = Extract<HostCommand, { type: 'open' }>;

/** Virtual homes in a host process. */
export type Homes = {
  handleCommand: (command: HostCommand) => void;
  /** Closes all homes like stopped print clients. */
  close: () => Promise<void>;
};

/** Minimum interval between notifications, ms. A printer changes with every label. */
const MIN_INTERVAL_MS = 100;

const describeError = (error: unknown): string =>
  toUserErrorOrNull(error)?.message ?? getErrorMessage(error);

/** Notifies immediately, then collects changes during the interval. */
const createStateNotifier = (sendState: () => void) => {
  let timer: NodeJS.Timeout | null = null;
  let isPending = false;
  const notifyAfterQuietTime = (): void => {
    timer = null;
    if (isPending) notifyOrDefer();
  };
  const notifyOrDefer = (): void => {
    isPending = timer !== null;
    if (timer) return;
    sendState();
    timer = setTimeout(notifyAfterQuietTime, MIN_INTERVAL_MS);
  };
  return {
    notify: notifyOrDefer,
    stop: () => {
      isPending = false;
      if (timer) clearTimeout(timer);
    },
  };
};

/** Reads the labels after a number; null without a home and on a read error. */
const readRollOrNull = (home: VirtualHome | undefined, after: number): RollPart | null => {
  try {
    return home?.readRoll(after) ?? null;
  } catch {
    return null;
  }
};

/** Opens, closes and queries homes on the server's commands. Commands of one home run in order. */
// oxlint-disable-next-line house/function-length -- homes, queues and notifiers of one host change together
export const createVirtualHomes = (report: (report: HostReport) => void): Homes => {
  const homes = new Map<number, VirtualHome>();
  const queues = new Map<number, Promise<void>>();
  const notifiers = new Map<number, ReturnType<typeof createStateNotifier>>();

  const removeHome = (clientId: number, reason: string): void => {
    homes.delete(clientId);
    notifiers.get(clientId)?.stop();
    notifiers.delete(clientId);
    report({ type: 'closed', clientId, why: reason });
  };
  const enqueueHomeStep = (clientId: number, step: () => Promise<void>): void => {
    const line = (queues.get(clientId) ?? Promise.resolve()).then(step).catch((error: unknown) => {
      if (!homes.has(clientId)) removeHome(clientId, describeError(error));
    });
    queues.set(clientId, line);
    void line.then(() => queues.get(clientId) === line && queues.delete(clientId));
  };
  const closeHome = async (clientId: number, reason: string): Promise<void> => {
    const home = homes.get(clientId);
    // Unsent reports and unwritten data are in the ledger.
    await home?.close().catch(() => undefined);
    removeHome(clientId, reason);
  };
  const openHome = async ({ clientId, home, server }: Open): Promise<void> => {
    const notifier = createStateNotifier(() => {
      const current = homes.get(clientId);
      if (current) report({ type: 'state', clientId, state: current.getState() });
    });
    if (homes.has(clientId)) return notifiers.get(clientId)?.notify();
    const openedHome = await openVirtualHome({
      home,
      clientId,
      server,
      onChange: () => notifier.notify(),
    });
    homes.set(clientId, openedHome);
    notifiers.set(clientId, notifier);
    notifier.notify();
    // Revoked, or the disk failed: the home cannot print any more.
    openedHome.ended.catch((error: unknown) =>
      enqueueHomeStep(clientId, () => closeHome(clientId, describeError(error))),
    );
  };

  const handleCommand = (command: HostCommand): void => {
    const { clientId } = command;
    switch (command.type) {
      case 'open':
        return enqueueHomeStep(clientId, () => openHome(command));
      case 'close':
        return enqueueHomeStep(clientId, () => closeHome(clientId, ''));
      case 'switch':
        return enqueueHomeStep(clientId, async () =>
          homes.get(clientId)?.setSwitch(command.name, command.on),
        );
      case 'roll': {
        const { request, after } = command;
        return enqueueHomeStep(clientId, async () =>
          report({ type: 'roll', request, part: readRollOrNull(homes.get(clientId), after) }),
        );
      }
    }
  };
  return {
    handleCommand,
    close: async () => {
      for (const clientId of new Set([...homes.keys(), ...queues.keys()]))
        enqueueHomeStep(clientId, () => closeHome(clientId, ''));
      await Promise.all(queues.values());
    },
  };
};
