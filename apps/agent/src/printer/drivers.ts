import { isCommandLanguage } from '@yunbiao/contract/evidence';
import type { CommandLanguage } from '@yunbiao/contract/evidence';
import type { PrinterSettings } from '../settings.ts';
import { escposDriver } from './escpos/driver.ts';
import { folderDriver } from './folder/driver.ts';
import { listQueues } from './ipp/cups.ts';
import type { CupsQueue } from './ipp/cups.ts';
import { cupsDriver } from './ipp/cups-driver.ts';
import { ippDriver } from './ipp/ipp-driver.ts';
import type { PrinterDriver } from './printer-driver.ts';
import { tsplDriver } from './tspl/driver.ts';
import { windowsDriver, listWindowsQueues } from './windows/windows-driver.ts';
import type { WindowsQueue } from './windows/windows-driver.ts';
import { zplDriver } from './zpl/driver.ts';

/** The driver of each language that is spoken to the printer itself; a language without one does not compile. */
const SPOKEN: Readonly<Record<CommandLanguage, PrinterDriver>> = {
  zpl: zplDriver,
  tspl: tsplDriver,
  escpos: escposDriver,
};

/**
 * How a printer is driven: where its own words come back, by its language; else by what takes its labels. A place without
 * a driver does not compile.
 */
export const getDriver = ({
  language,
  at,
}: Pick<PrinterSettings, 'language' | 'at'>): PrinterDriver => {
  switch (at.kind) {
    case 'tcp':
    case 'device':
      if (isCommandLanguage(language)) return SPOKEN[language];
      throw new Error(`${language} is not spoken at ${at.kind}`);
    case 'ipp':
      return ippDriver;
    case 'cups-queue':
      return cupsDriver;
    case 'windows-queue':
      return windowsDriver;
    case 'folder':
      return folderDriver;
  }
};

export type SystemQueue = CupsQueue;
export type { WindowsQueue } from './windows/windows-driver.ts';

/** The queues of this machine, for whoever looks for printers. @throws UnreachableError where there are none */
export const systemQueues = (): Promise<SystemQueue[]> => listQueues();

/** The queues of this Windows. Null: its spooler does not answer. */
export const windowsQueues = (): Promise<WindowsQueue[] | null> => listWindowsQueues();
