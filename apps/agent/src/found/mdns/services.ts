import type { Place } from '../../places.ts';
import type { Sighting } from '../finder.ts';
import { getModel, uuidKey } from '../identity.ts';
import { TYPE } from './message.ts';
import type { DnsRecord, Name } from './message.ts';

/** A record, and the address of whoever sent it. */
export type Heard = { record: DnsRecord; source: string };

const LPD_PORT = 515;
const MAX_INSTANCES = 60;

/** Only this of a path is used: a URI is made of it. */
const getPath = (text: string): string => (/^\/?[\w./-]{1,200}$/.test(text) ? text : 'ipp/print');

type Found = { host: string; port: number; texts: ReadonlyMap<string, string> };

/** How printers are announced (Bonjour Printing Specification §4), and where each is reached. */
export const SERVICES: Readonly<Record<string, (found: Found) => Place>> = {
  '_pdl-datastream': ({ host, port }) => ({ kind: 'tcp', host, port }),
  _ipp: ({ host, port, texts }) => ({
    kind: 'ipp',
    uri: `ipp://${host}:${port}/${getPath(texts.get('rp') ?? '').replace(/^\//, '')}`,
  }),
  _ipps: ({ host, port, texts }) => ({
    kind: 'ipp',
    uri: `ipps://${host}:${port}/${getPath(texts.get('rp') ?? '').replace(/^\//, '')}`,
  }),
  // LPD tells nothing of a label, and nobody here speaks it: it shows that the printer is there.
  _printer: ({ host, port }) => ({ kind: 'tcp', host, port: port || LPD_PORT }),
};

export const serviceName = (service: string): Name => [service, '_tcp', 'local'];

/** Names are compared without regard to case (RFC 6762 §16). */
export const getKey = (name: Name): string =>
  name.map((label) => label.toLowerCase()).join('\u0000');

/** `key=value` of TXT (RFC 6763 §6); of a key given twice the first counts. */
const textMap = (texts: readonly string[]): Map<string, string> => {
  const map = new Map<string, string>();
  for (const text of texts) {
    const at = text.indexOf('=');
    const key = (at < 0 ? text : text.slice(0, at)).toLowerCase();
    if (key !== '' && !map.has(key)) map.set(key, at < 0 ? '' : text.slice(at + 1));
  }
  return map;
};

type Instance = { service: string; name: Name };

/** Names of what was announced, each once. */
export const listInstances = (heard: readonly Heard[]): Instance[] => {
  const instances = new Map<string, Instance>();
  const services = new Map(Object.keys(SERVICES).map((one) => [getKey(serviceName(one)), one]));
  for (const { record } of heard) {
    if (record.type !== TYPE.PTR) continue;
    const service = services.get(getKey(record.name));
    const [, ...rest] = record.target;
    if (service === undefined || getKey(rest) !== getKey(record.name)) continue;
    if (instances.size >= MAX_INSTANCES) break;
    instances.set(getKey(record.target), { service, name: record.target });
  }
  return [...instances.values()];
};

const byName = (heard: readonly Heard[]): Map<string, Heard[]> =>
  Map.groupBy(heard, ({ record }) => getKey(record.name));

/** What has been announced and cannot be reached yet: the questions that are open. */
export const openQuestions = (heard: readonly Heard[]): { name: Name; type: number }[] => {
  const known = byName(heard);
  const has = (name: Name, type: number): boolean =>
    known.get(getKey(name))?.some(({ record }) => record.type === type) ?? false;
  return listInstances(heard).flatMap(({ name }) => {
    const questions = [TYPE.SRV, TYPE.TXT].filter((type) => !has(name, type));
    const target = getTarget(known, name);
    return [
      ...questions.map((type) => ({ name, type })),
      ...(target && !has(target, TYPE.A) ? [{ name: target, type: TYPE.A }] : []),
    ];
  });
};

const getTarget = (known: ReadonlyMap<string, Heard[]>, name: Name): Name | null => {
  for (const { record } of known.get(getKey(name)) ?? [])
    if (record.type === TYPE.SRV) return record.target;
  return null;
};

const getDeviceId = (texts: ReadonlyMap<string, string>): string => {
  const part = (name: string, key: string): string => {
    const value = texts.get(key)?.replaceAll(/[;:]/g, ' ') ?? '';
    return value === '' ? '' : `${name}:${value};`;
  };
  return part('MFG', 'usb_mfg') + part('MDL', 'usb_mdl') + part('CMD', 'usb_cmd');
};

const modelIn = (texts: ReadonlyMap<string, string>): string => {
  const product = texts.get('product')?.replaceAll(/^\(|\)$/g, '') ?? '';
  const usb = { maker: texts.get('usb_mfg') ?? '', model: texts.get('usb_mdl') ?? '' };
  return texts.get('ty') || product || getModel(usb);
};

/** What was heard, as printers. `mayBe`: whether a source may name an address. */
export const listSightings = (
  heard: readonly Heard[],
  mayBe: (address: string, source: string) => boolean,
): Sighting[] => {
  const known = byName(heard);
  return listInstances(heard).flatMap(({ service, name }): Sighting[] => {
    const own = known.get(getKey(name)) ?? [];
    const server = own.map(({ record }) => record).find(({ type }) => type === TYPE.SRV);
    if (server?.type !== TYPE.SRV || server.port === 0) return [];
    const host = (known.get(getKey(server.target)) ?? [])
      .filter(({ record, source }) => record.type === TYPE.A && mayBe(record.address, source))
      .map(({ record }) => (record.type === TYPE.A ? record.address : ''))[0];
    const place = SERVICES[service];
    if (host === undefined || !place) return [];
    const texts = textMap(
      own.flatMap(({ record }) => (record.type === TYPE.TXT ? record.texts : [])),
    );
    const uuid = uuidKey(texts.get('uuid') ?? '');
    const instance = name[0] ?? '';
    const announced = `mdns:${instance.toLowerCase()}@${getKey(server.target).slice(0, 100)}`;
    return [
      {
        place: place({ host, port: server.port, texts }),
        name: instance,
        keys: [...(uuid === null ? [] : [uuid]), announced],
        model: modelIn(texts),
        deviceId: getDeviceId(texts),
        formats: texts.get('pdl')?.split(',').slice(0, 30) ?? [],
        isClosed: service === '_printer',
      },
    ];
  });
};
