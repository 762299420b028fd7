import { isIPv4 } from 'node:net';
import type { Place } from '../places.ts';
import { queryWindowsQueues } from '../printer/drivers.ts';
import type { WindowsQueue } from '../printer/drivers.ts';
import type { Finder, Sighting } from './finder.ts';

const MAX_QUEUES = 100;
const NAME_LENGTH = 255;
const TEXT_LENGTH = 200;

/** Ports without a real printer: files, faxes, Microsoft's PDF and XPS printers. */
const NO_PRINTER = /^(?:file:|nul:?$|portprompt:|xpsport:|shrfax:|microsoft\.|onenote|wfsfax)/i;

/**
 * Parses the address in the default name of a standard TCP/IP port: `IP_192.168.1.50`, or without
 * `IP_`.
 */
const parseTcpPortName = (port: string): Place | undefined => {
  const host = /^(?:IP_)?([\d.]{7,15})(?:_\d+)?$/i.exec(port)?.[1] ?? '';
  return isIPv4(host) ? { kind: 'tcp', host, port: 9100 } : undefined;
};

/**
 * Windows reports no serial number of a queue's printer. Port and driver stay the same when the
 * queue is renamed, and two queues that share both lead to one printer.
 */
const buildWindowsQueueKeys = ({ port, driver }: WindowsQueue): string[] =>
  port === '' || driver === ''
    ? []
    : [`winport:${port}:${driver}`.toLowerCase().slice(0, TEXT_LENGTH)];

const toWindowsQueueSighting = (queue: WindowsQueue): Sighting => {
  const address = parseTcpPortName(queue.port);
  return {
    place: { kind: 'windows-queue', name: queue.name },
    name: queue.name,
    keys: buildWindowsQueueKeys(queue),
    model: queue.driver.slice(0, TEXT_LENGTH),
    state: queue.state,
    ...(address && { targetPlace: address }),
  };
};

/** Filters queues that may lead to a label printer. */
export const listWindowsSightings = (queues: readonly WindowsQueue[]): Sighting[] =>
  queues
    .filter(({ name, port }) => name !== '' && name.length <= NAME_LENGTH && !NO_PRINTER.test(port))
    .slice(0, MAX_QUEUES)
    .map(toWindowsQueueSighting);

/**
 * Finds the printers of this Windows, including connected network printers, with the spooler's
 * data.
 */
export const createWindowsQueueFinder = (): Finder => ({
  name: '系统打印机（Windows）',
  kinds: ['windows-queue'],
  find: async () => {
    const queues = await queryWindowsQueues();
    // An unavailable spooler does not mean that there are no printers.
    if (queues === null) throw new Error('打印服务（Print Spooler）没有开着');
    return listWindowsSightings(queues);
  },
});
