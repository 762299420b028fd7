import type { FinderConfig } from '../config.ts';
import { typedFinder } from './addresses.ts';
import { cupsFinder } from './cups-finder.ts';
import { deviceFinder } from './device-finder.ts';
import type { Finder } from './finder.ts';
import { mdnsFinder } from './mdns/mdns-finder.ts';
import { windowsFinder } from './windows-finder.ts';

/** Every way this machine looks for printers. */
export const listFinders = (home: string, { mdns }: FinderConfig): Finder[] => [
  typedFinder(home),
  ...(process.platform === 'linux' ? [deviceFinder(), cupsFinder()] : []),
  ...(process.platform === 'win32' ? [windowsFinder()] : []),
  ...(mdns === null ? [] : [mdnsFinder(mdns === 'multicast' ? {} : { target: mdns })]),
];
