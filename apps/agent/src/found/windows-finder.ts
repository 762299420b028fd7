import { isIPv4 } from 'node:net';
import type { Place } from '../places.ts';
import { windowsQueues } from '../printer/drivers.ts';
import type { WindowsQueue } from '../printer/drivers.ts';
import type { Finder, Sighting } from './finder.ts';

const MAX_QUEUES = 100;
const NAME_LENGTH = 255;
const TEXT_LENGTH = 200;

/** Ports behind which there is no printer: files, faxes, Microsoft's own printers of PDF and XPS. */
const NO_PRINTER = /^(?:file:|nul:?$|portprompt:|xpsport:|shrfax:|microsoft\.|onenote|wfsfax)/i;

/** A standard TCP/IP port is named after its address as a rule: `IP_192.168.1.50`, or without the letters. */
const leadsTo = (port: string): Place | undefined => {
  const host = /^(?:IP_)?([\d.]{7,15})(?:_\d+)?$/i.exec(port)?.[1] ?? '';
  return isIPv4(host) ? { kind: 'tcp', host, port: 9100 } : undefined;
};

/**
 * Windows tells no serial number of a queue's printer. Its port and its driver stay when the queue is given another name,
 * and two queues that share both lead to one printer.
 */
const getKey = ({ port, driver }: WindowsQueue): string[] =>
  port === '' || driver === ''
    ? []
    : [`winport:${port}:${driver}`.toLowerCase().slice(0, TEXT_LENGTH)];

const getSighting = (queue: WindowsQueue): Sighting => {
  const address = leadsTo(queue.port);
  return {
    place: { kind: 'windows-queue', name: queue.name },
    name: queue.name,
    keys: getKey(queue),
    model: queue.driver.slice(0, TEXT_LENGTH),
    state: queue.state,
    ...(address && { leadsTo: address }),
  };
};

/** Queues that may have a label printer behind them. */
export const listSightings = (queues: readonly WindowsQueue[]): Sighting[] =>
  queues
    .filter(({ name, port }) => name !== '' && name.length <= NAME_LENGTH && !NO_PRINTER.test(port))
    .slice(0, MAX_QUEUES)
    .map(getSighting);

/** The printers of this Windows and those it is connected to, with what its spooler says of them. */
export const windowsFinder = (): Finder => ({
  name: '系统打印机（Windows）',
  kinds: ['windows-queue'],
  find: async () => {
    const queues = await windowsQueues();
    // None that are known is not none that there are.
    if (queues === null) throw new Error('打印服务（Print Spooler）没有开着');
    return listSightings(queues);
  },
});
