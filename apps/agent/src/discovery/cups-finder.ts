import { UnreachableError } from '../errors.ts';
import { queryCupsQueues } from '../printer/drivers.ts';
import type { SystemQueue } from '../printer/drivers.ts';
import type { Place } from '../places.ts';
import type { Finder, Sighting } from './finder.ts';
import { buildSerialKey, buildUuidKey } from './identity-keys.ts';

const MAX_QUEUES = 100;
const HUNDREDTHS_PER_MM = 100;

/**
 * Parses the printer's place (if other finders can see it there) and identity keys from a queue's
 * device URI.
 */
const parseDeviceUri = (deviceUri: string): { targetPlace?: Place; keys: string[] } => {
  if (!URL.canParse(deviceUri)) return { keys: [] };
  const uri = new URL(deviceUri);
  const host = decodeURIComponent(uri.hostname).replace(/^\[|\]$/g, '');
  if (uri.protocol === 'socket:' && host !== '')
    return { targetPlace: { kind: 'tcp', host, port: Number(uri.port || 9100) }, keys: [] };
  const isKnown = uri.protocol === 'usb:' || uri.protocol === 'dnssd:';
  if (!isKnown) return { keys: [] };
  const model = decodeURIComponent(uri.pathname.replace(/^\//, ''));
  const keys = [
    buildSerialKey(model, uri.searchParams.get('serial') ?? ''),
    buildUuidKey(uri.searchParams.get('uuid') ?? ''),
  ];
  return { keys: keys.filter((key) => key !== null) };
};

const toCupsQueueSighting = (queue: SystemQueue): Sighting => {
  let target: ReturnType<typeof parseDeviceUri> = { keys: [] };
  try {
    target = parseDeviceUri(queue.deviceUri);
  } catch {
    // Malformed escape in the URI: the queue's name identifies it.
  }
  return {
    place: { kind: 'cups-queue', name: queue.name },
    name: queue.info || queue.name,
    model: queue.model,
    formats: [],
    dpi: queue.dpi,
    state: queue.state,
    media: queue.media.map(({ x, y }) => ({
      widthMm: x / HUNDREDTHS_PER_MM,
      heightMm: y / HUNDREDTHS_PER_MM,
    })),
    ...target,
  };
};

/** Finds the queues of this machine's CUPS, with data from driver and printer. */
export const createCupsFinder = (): Finder => ({
  name: '系统打印机（CUPS）',
  kinds: ['cups-queue'],
  find: async () => {
    try {
      const queues = await queryCupsQueues();
      return queues
        .filter(({ name }) => name !== '' && name.length <= 127)
        .slice(0, MAX_QUEUES)
        .map(toCupsQueueSighting);
    } catch (error) {
      // CUPS is not running.
      if (error instanceof UnreachableError) return [];
      throw error;
    }
  },
});
