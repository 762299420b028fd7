import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Settings, writeSettings } from '../../apps/agent/src/settings.ts';
import { type Desk, listFreeDesks, type Stage } from './stage.ts';

type Configured = Settings['printers'][number];

/** A client checks its settings for changes twice a second and gives started labels 5 s. */
const READ_MS = 700;

const readSettings = (home: string): Settings =>
  JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')) as Settings;

/** Changes a printer in its client's settings as the client's commands do; null removes it. */
const changePrinter = (
  { client: { home }, localId }: Desk,
  to: (printer: Configured) => Configured | null,
): Configured | undefined => {
  const settings = readSettings(home);
  const before = settings.printers.find((printer) => printer.localId === localId);
  const printers = settings.printers.flatMap((printer) =>
    printer.localId === localId ? (to(printer) ?? []) : printer,
  );
  writeSettings(home, { ...settings, printers });
  return before;
};

export const renamePrinter = async ({ random }: Stage, desk: Desk): Promise<void> => {
  changePrinter(desk, (printer) => ({ ...printer, name: `仓库 ${random.between(1, 1e6)} 号` }));
  await sleep(READ_MS);
};

/** The same printer at another address. */
export const readdressPrinter = async ({ random }: Stage, desk: Desk): Promise<void> => {
  // The old address may disappear at the same time.
  if (random.between(0, 1) === 1) desk.printer.resetConnections();
  changePrinter(desk, (printer) => {
    if (printer.at.kind !== 'tcp') return printer;
    const host = printer.at.host === '127.0.0.1' ? 'localhost' : '127.0.0.1';
    return { ...printer, at: { ...printer.at, host } };
  });
  await sleep(READ_MS);
};

/**
 * Removes the printer from the settings: permanently when another one is left, otherwise for
 * seconds.
 */
export const removePrinter = async (stage: Stage, desk: Desk): Promise<void> => {
  const { random } = stage;
  if (desk.isRemoved) return;
  stage.cancels = true;
  const isForGood =
    random.between(0, 1) === 1 && listFreeDesks(stage).some((freeDesk) => freeDesk !== desk);
  const printer = changePrinter(desk, () => null);
  if (isForGood) {
    desk.isRemoved = true;
    desk.troubles += 1;
    await sleep(READ_MS);
    return;
  }
  await sleep(random.between(0, 7000));
  const settings = readSettings(desk.client.home);
  if (printer)
    writeSettings(desk.client.home, { ...settings, printers: [...settings.printers, printer] });
};
