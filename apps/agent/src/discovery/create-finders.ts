import type { FinderConfig } from '../config.ts';
import { createConfirmedAddressFinder } from './typed-addresses.ts';
import { createCupsFinder } from './cups-finder.ts';
import { createDeviceFinder } from './device-finder.ts';
import type { Finder } from './finder.ts';
import { createMdnsFinder } from './mdns/mdns-finder.ts';
import { createWindowsQueueFinder } from './windows-finder.ts';

/** Lists all discovery methods of this machine. */
export const createPrinterFinders = (home: string, { mdns }: FinderConfig): Finder[] => [
  createConfirmedAddressFinder(home),
  ...(process.platform === 'linux' ? [createDeviceFinder(), createCupsFinder()] : []),
  ...(process.platform === 'win32' ? [createWindowsQueueFinder()] : []),
  ...(mdns === null ? [] : [createMdnsFinder(mdns === 'multicast' ? {} : { target: mdns })]),
];
