import { isCommandLanguage } from '@yunbiao/contract/evidence';
import type { CommandLanguage } from '@yunbiao/contract/evidence';
import type { PrinterSettings } from '../settings.ts';
import { escposDriver } from './escpos/driver.ts';
import { folderDriver } from './folder/driver.ts';
import { listCupsQueues } from './ipp/cups.ts';
import type { CupsQueue } from './ipp/cups.ts';
import { cupsDriver } from './ipp/cups-driver.ts';
import { ippDriver } from './ipp/ipp-driver.ts';
import type { PrinterDriver } from './printer-driver.ts';
import { tsplDriver } from './tspl/driver.ts';
import { windowsDriver, listWindowsQueues } from './windows/windows-driver.ts';
import type { WindowsQueue } from './windows/windows-driver.ts';
import { zplDriver } from './zpl/driver.ts';

/** Driver of each command language. A missing language does not compile. */
const LANGUAGE_DRIVERS: Readonly<Record<CommandLanguage, PrinterDriver>> = {
  zpl: zplDriver,
  tspl: tsplDriver,
  escpos: escposDriver,
};

/**
 * Returns the driver of a printer: by language for a direct connection, otherwise by kind of place.
 * A missing kind does not compile.
 */
export const getDriver = ({
  language,
  at,
}: Pick<PrinterSettings, 'language' | 'at'>): PrinterDriver => {
  switch (at.kind) {
    case 'tcp':
    case 'device':
      if (isCommandLanguage(language)) return LANGUAGE_DRIVERS[language];
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

/** Lists the queues of this machine's CUPS. Throws UnreachableError when CUPS is not running. */
export const queryCupsQueues = (): Promise<SystemQueue[]> => listCupsQueues();

/** Lists the queues of this Windows; null when the spooler does not answer. */
export const queryWindowsQueues = (): Promise<WindowsQueue[] | null> => listWindowsQueues();
