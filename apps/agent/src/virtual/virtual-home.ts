import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rollSwitches, VIRTUAL_PRINTER } from '@yunbiao/contract/gateway/virtual-host';
import type {
  RollPart,
  RollState,
  RollSwitch,
  RollSwitches,
} from '@yunbiao/contract/gateway/virtual-host';
import { startDaemon } from '../daemon/daemon.ts';
import { writeSettings, writeAtomically } from '../settings.ts';
import { createPluggablePrinterPort, findPreviouslyUsedPort } from './cable.ts';
import { openRollStore } from './roll-store.ts';
import type { RollStore } from './roll-store.ts';
import { createZplPrinter } from './zpl-printer.ts';

/** Time per label, ms: of a small label at normal speed, and slow enough for users to intervene. */
const NORMAL_LABEL_MS = 400;
const SLOW_LABEL_MS = 3000;
/** Values with which the server created the printer's row. */
const { localId, name, language, dpi } = VIRTUAL_PRINTER;

const ALL_OFF: RollSwitches = {
  paperOut: false,
  coverOpen: false,
  slow: false,
  disconnected: false,
};

export type VirtualHome = {
  getState: () => RollState;
  readRoll: (after: number) => RollPart;
  setSwitch: (name: RollSwitch, on: boolean) => Promise<void>;
  /** Finishes started labels, reports to the site, and switches the printer off. */
  close: () => Promise<void>;
  /** Rejects with the reason when the print client cannot continue. Resolves when closed. */
  ended: Promise<void>;
};

/** Options of a print client with a virtual printer. */
export type HomeOptions = {
  /** Folder that contains the client's key. */
  home: string;
  clientId: number;
  /** Origin of the site. */
  server: string;
  onChange: () => void;
};

const getSwitchesPath = (home: string): string => join(home, 'switches.json');

/** Reads the last switches: an empty roll stays empty after a restart. */
const readRollSwitches = (home: string): RollSwitches => {
  try {
    return rollSwitches.parse(JSON.parse(readFileSync(getSwitchesPath(home), 'utf8')));
  } catch {
    return { ...ALL_OFF };
  }
};

/** Writes the settings of a print client with a printer at this port. */
const writePrinterPortSettings = ({ home, server, clientId }: HomeOptions, port: number): void =>
  writeSettings(home, {
    server,
    clientId: String(clientId),
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
        // Certain for this printer: it counts exactly the complete labels on the roll.
        wholeCounter: true,
        isVirtual: true,
        counts: true,
      },
    ],
  });

/** Creates a printer whose labels end up on the roll. */
const createVirtualZplPrinter = (
  switches: RollSwitches,
  rollStore: RollStore,
  onChange: () => void,
): ReturnType<typeof createZplPrinter> => {
  const storePiece = (...piece: Parameters<RollStore['add']>): boolean => {
    try {
      rollStore.add(...piece);
      return true;
    } catch {
      // A full disk acts like missing paper.
      return false;
    }
  };
  return createZplPrinter({
    dpi,
    speedMs: () => (switches.slow ? SLOW_LABEL_MS : NORMAL_LABEL_MS),
    counts: true,
    counter: rollStore.getCounter(),
    onLabel: ({ bitmap }, counter) => storePiece(bitmap, { counter, whole: true }),
    onTorn: ({ bitmap }) => storePiece(bitmap, { counter: rollStore.getCounter(), whole: false }),
    onChange,
  });
};

const createSwitchActions = (
  printer: ReturnType<typeof createZplPrinter>,
  cable: ReturnType<typeof createPluggablePrinterPort>,
): Record<RollSwitch, (on: boolean) => Promise<void> | void> => ({
  paperOut: (on) => printer.setPaper(!on),
  coverOpen: (on) => printer.setHead(on),
  slow: () => undefined,
  disconnected: (on) => (on ? cable.pull() : cable.plug()),
});

/**
 * Throws UserError when the home cannot be opened: locked by another process, or the disk is
 * unusable.
 */
export const openVirtualHome = async (options: HomeOptions): Promise<VirtualHome> => {
  const { home, onChange } = options;
  const switches = readRollSwitches(home);
  const rollStore = openRollStore(join(home, 'roll'), dpi);
  const printer = createVirtualZplPrinter(switches, rollStore, onChange);
  printer.setPaper(!switches.paperOut);
  printer.setHead(switches.coverOpen);
  const cable = createPluggablePrinterPort(printer, findPreviouslyUsedPort(home), (port) =>
    writePrinterPortSettings(options, port),
  );
  const switchOffPrinter = async (): Promise<void> => {
    await cable.release();
    printer.switchOff();
  };
  const startClient = async () => {
    // The settings need a port, so a disconnected printer is plugged in first.
    await cable.plug();
    if (switches.disconnected) await cable.pull();
    return startDaemon(home, () => undefined);
  };
  const daemon = await startClient().catch(async (error: unknown) => {
    await switchOffPrinter();
    throw error;
  });

  const getRollState = (): RollState => ({
    switches: { ...switches, paperOut: !printer.hasPaper() },
    printing: printer.isPrinting(),
    newest: rollStore.getNewestNumber(),
    counter: printer.getCounter(),
  });
  const apply = createSwitchActions(printer, cable);
  return {
    getState: getRollState,
    readRoll: (after) => ({ state: getRollState(), ...rollStore.listAfter(after) }),
    setSwitch: async (name, on) => {
      await apply[name](on);
      switches[name] = on;
      onChange();
      writeAtomically(getSwitchesPath(home), JSON.stringify(switches));
    },
    close: async () => {
      await daemon.stop();
      await switchOffPrinter();
    },
    ended: daemon.ended,
  };
};
