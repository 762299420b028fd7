import { UnreachableError } from '../errors.ts';
import { systemQueues } from '../printer/drivers.ts';
import type { SystemQueue } from '../printer/drivers.ts';
import type { Place } from '../places.ts';
import type { Finder, Sighting } from './finder.ts';
import { serialKey, uuidKey } from './identity.ts';

const MAX_QUEUES = 100;
const MM_IN_HUNDREDTHS = 100;

/** Where a queue sends its jobs, when that is a place others may see the printer at; and who the printer there is. */
const behind = (deviceUri: string): { leadsTo?: Place; keys: string[] } => {
  if (!URL.canParse(deviceUri)) return { keys: [] };
  const uri = new URL(deviceUri);
  const host = decodeURIComponent(uri.hostname).replace(/^\[|\]$/g, '');
  if (uri.protocol === 'socket:' && host !== '')
    return { leadsTo: { kind: 'tcp', host, port: Number(uri.port || 9100) }, keys: [] };
  const isKnown = uri.protocol === 'usb:' || uri.protocol === 'dnssd:';
  if (!isKnown) return { keys: [] };
  const model = decodeURIComponent(uri.pathname.replace(/^\//, ''));
  const own = [
    serialKey(model, uri.searchParams.get('serial') ?? ''),
    uuidKey(uri.searchParams.get('uuid') ?? ''),
  ];
  return { keys: own.filter((key) => key !== null) };
};

const getSighting = (queue: SystemQueue): Sighting => {
  let seen: ReturnType<typeof behind> = { keys: [] };
  try {
    seen = behind(queue.deviceUri);
  } catch {
    // A broken escape in its address: it is known by its name.
  }
  return {
    place: { kind: 'cups-queue', name: queue.name },
    name: queue.info || queue.name,
    model: queue.model,
    formats: [],
    dpi: queue.dpi,
    state: queue.state,
    media: queue.media.map(({ x, y }) => ({
      widthMm: x / MM_IN_HUNDREDTHS,
      heightMm: y / MM_IN_HUNDREDTHS,
    })),
    ...seen,
  };
};

/** The queues of this machine's CUPS, with what their driver and their printer say. */
export const cupsFinder = (): Finder => ({
  name: '系统打印机（CUPS）',
  kinds: ['cups-queue'],
  find: async () => {
    try {
      const queues = await systemQueues();
      return queues
        .filter(({ name }) => name !== '' && name.length <= 127)
        .slice(0, MAX_QUEUES)
        .map(getSighting);
    } catch (error) {
      // No CUPS, no queues.
      if (error instanceof UnreachableError) return [];
      throw error;
    }
  },
});
