import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rollSwitches, VIRTUAL_PRINTER } from '@yunbiao/contract/virtual-host';
import type { RollPart, RollState, RollSwitch, RollSwitches } from '@yunbiao/contract/virtual-host';
import { startDaemon } from '../daemon/daemon.ts';
import { getCode } from '../errors.ts';
import { readSettings, writeSettings, writeWhole } from '../settings.ts';
import { openRollStore } from './roll-store.ts';
import { servePrinter } from './serve.ts';
import type { PrinterServer } from './serve.ts';
import { createZplPrinter } from './zpl-printer.ts';

/** Time a label takes, ms: a small one at the usual speed, and one slow enough to do something about it. */
const USUAL_MS = 400;
const SLOW_MS = 3000;
/** What the server made the printer's row with. */
const { localId, name, language, dpi } = VIRTUAL_PRINTER;

const ALL_OFF: RollSwitches = {
  paperOut: false,
  coverOpen: false,
  slow: false,
  disconnected: false,
};

export type VirtualHome = {
  state: () => RollState;
  roll: (after: number) => RollPart;
  set: (name: RollSwitch, on: boolean) => Promise<void>;
  /** Lets a started label come to its end, tells the site, and switches the printer off. */
  close: () => Promise<void>;
  /** Settles when the print client cannot go on: with why. Resolves when it was closed. */
  ended: Promise<void>;
};

/** A print client with a virtual printer of its own, in a home that has its key. */
export type HomeOptions = {
  home: string;
  clientId: number;
  /** Origin of the site. */
  server: string;
  onChange: () => void;
};

const switchesFile = (home: string): string => join(home, 'switches.json');

/** As they were left: a roll that was empty is not full again because a process ended. */
const readSwitches = (home: string): RollSwitches => {
  try {
    return rollSwitches.parse(JSON.parse(readFileSync(switchesFile(home), 'utf8')));
  } catch {
    return { ...ALL_OFF };
  }
};

/** Ports of printers whose cable is pulled: their print clients go on dialling them, so nobody else's printer gets them. */
const pulled = new Set<number>();

const listenAnywhere = async (
  printer: ReturnType<typeof createZplPrinter>,
): Promise<PrinterServer> => {
  const opened = await servePrinter(printer, 0);
  if (!pulled.has(opened.port)) return opened;
  // Open until there is another, or the system would give it again.
  try {
    return await listenAnywhere(printer);
  } finally {
    await opened.close();
  }
};

/**
 * The port it had before the process ended; 0 where there is none. At another one it would be another printer, whose count
 * proves nothing of a label that was under way.
 */
const formerPort = (home: string): number => {
  try {
    const at = readSettings(home).printers[0]?.at;
    return at?.kind === 'tcp' && !pulled.has(at.port) ? at.port : 0;
  } catch {
    // Written anew in a moment.
    return 0;
  }
};

/** The printer's cable: its port while it is plugged in, the same one again (at first `former`) where that is still free. */
const createCable = (
  printer: ReturnType<typeof createZplPrinter>,
  former: number,
  onPort: (port: number) => void,
) => {
  let server: PrinterServer | null = null;
  let port = 0;
  const listen = async (): Promise<PrinterServer> => {
    const wanted = port || former;
    if (wanted === 0) return listenAnywhere(printer);
    try {
      return await servePrinter(printer, wanted);
    } catch (error) {
      if (getCode(error) !== 'EADDRINUSE') throw error;
      return listenAnywhere(printer);
    }
  };
  const close = async (): Promise<void> => {
    const old = server;
    server = null;
    await old?.close();
  };
  return {
    plug: async () => {
      if (server) return;
      const opened = await listen();
      try {
        if (opened.port !== port) onPort(opened.port);
      } catch (error) {
        await opened.close();
        throw error;
      }
      pulled.delete(port);
      server = opened;
      port = opened.port;
    },
    pull: async () => {
      pulled.add(port);
      await close();
    },
    unplugForGood: async () => {
      pulled.delete(port);
      await close();
    },
  };
};

/** Throws UserError when the home cannot be opened: another process has it, or the disk does not do. */
export const openVirtualHome = async (options: HomeOptions): Promise<VirtualHome> => {
  const { home, onChange } = options;
  const switches = readSwitches(home);
  const roll = openRollStore(join(home, 'roll'), dpi);
  const putDown = (...piece: Parameters<typeof roll.add>): boolean => {
    try {
      roll.add(...piece);
      return true;
    } catch {
      // A full disk: no paper to print on.
      return false;
    }
  };
  const printer = createZplPrinter({
    dpi,
    speedMs: () => (switches.slow ? SLOW_MS : USUAL_MS),
    counts: true,
    counter: roll.counter(),
    onLabel: ({ bitmap }, counter) => putDown(bitmap, { counter, whole: true }),
    onTorn: ({ bitmap }) => putDown(bitmap, { counter: roll.counter(), whole: false }),
    onChange,
  });
  printer.setPaper(!switches.paperOut);
  printer.setHead(switches.coverOpen);
  const cable = createCable(printer, formerPort(home), (port) =>
    writeSettings(home, {
      server: options.server,
      clientId: String(options.clientId),
      printers: [
        {
          localId,
          name,
          at: { kind: 'tcp', host: '127.0.0.1', port },
          language,
          dpi,
          graphics: 'z64',
          exclusive: true,
          closeAfter: false,
          // Known of this one: what it counts is on the roll, whole, and nothing else is counted.
          wholeCounter: true,
          isVirtual: true,
          counts: true,
        },
      ],
    }),
  );
  const off = async (): Promise<void> => {
    await cable.unplugForGood();
    printer.off();
  };
  const begin = async () => {
    // The settings need a port: one that is out of order has had one, too.
    await cable.plug();
    if (switches.disconnected) await cable.pull();
    return startDaemon(home, () => undefined);
  };
  const daemon = await begin().catch(async (error: unknown) => {
    await off();
    throw error;
  });

  const state = (): RollState => ({
    switches: { ...switches, paperOut: !printer.hasPaper() },
    printing: printer.isPrinting(),
    newest: roll.newest(),
    counter: printer.counter(),
  });
  const apply: Record<RollSwitch, (on: boolean) => Promise<void> | void> = {
    paperOut: (on) => printer.setPaper(!on),
    coverOpen: (on) => printer.setHead(on),
    slow: () => undefined,
    disconnected: (on) => (on ? cable.pull() : cable.plug()),
  };
  return {
    state,
    roll: (after) => ({ state: state(), ...roll.after(after) }),
    set: async (name, on) => {
      await apply[name](on);
      switches[name] = on;
      onChange();
      writeWhole(switchesFile(home), JSON.stringify(switches));
    },
    close: async () => {
      await daemon.stop();
      await off();
    },
    ended: daemon.ended,
  };
};
