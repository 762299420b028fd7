import type { Place } from '../../places.ts';
import type { Sighting } from '../finder.ts';
import { formatPrinterModel, buildUuidKey } from '../identity-keys.ts';
import { TYPE } from './message.ts';
import type { DnsRecord, Name } from './message.ts';

/** A record and its sender's address. */
export type ReceivedRecord = { record: DnsRecord; source: string };

const LPD_PORT = 515;
const MAX_INSTANCES = 60;

/**
 * Returns the announced path, or `ipp/print` when it has characters that could change the URI it
 * becomes part of.
 */
const getSafePathOrDefault = (text: string): string =>
  /^\/?[\w./-]{1,200}$/.test(text) ? text : 'ipp/print';

type Announcement = { host: string; port: number; texts: ReadonlyMap<string, string> };

/** Service types of printers (Bonjour Printing Specification §4) and how to reach each. */
export const SERVICES: Readonly<Record<string, (announcement: Announcement) => Place>> = {
  '_pdl-datastream': ({ host, port }) => ({ kind: 'tcp', host, port }),
  _ipp: ({ host, port, texts }) => ({
    kind: 'ipp',
    uri: `ipp://${host}:${port}/${getSafePathOrDefault(texts.get('rp') ?? '').replace(/^\//, '')}`,
  }),
  _ipps: ({ host, port, texts }) => ({
    kind: 'ipp',
    uri: `ipps://${host}:${port}/${getSafePathOrDefault(texts.get('rp') ?? '').replace(/^\//, '')}`,
  }),
  // LPD gives no label status and this client does not support it. It only shows that the printer
  // exists.
  _printer: ({ host, port }) => ({ kind: 'tcp', host, port: port || LPD_PORT }),
};

export const toServiceName = (service: string): Name => [service, '_tcp', 'local'];

/** Case-insensitive key of a name (RFC 6762 §16). */
export const toDnsNameKey = (name: Name): string =>
  name.map((label) => label.toLowerCase()).join('\u0000');

/** Parses `key=value` of TXT records (RFC 6763 §6). The first occurrence of a key wins. */
const parseTxtRecords = (texts: readonly string[]): Map<string, string> => {
  const map = new Map<string, string>();
  for (const text of texts) {
    const at = text.indexOf('=');
    const key = (at < 0 ? text : text.slice(0, at)).toLowerCase();
    if (key !== '' && !map.has(key)) map.set(key, at < 0 ? '' : text.slice(at + 1));
  }
  return map;
};

type Instance = { service: string; name: Name };

/** Lists the announced service instances, without duplicates. */
export const listServiceInstances = (records: readonly ReceivedRecord[]): Instance[] => {
  const instances = new Map<string, Instance>();
  const services = new Map(
    Object.keys(SERVICES).map((service) => [toDnsNameKey(toServiceName(service)), service]),
  );
  for (const { record } of records) {
    if (record.type !== TYPE.PTR) continue;
    const service = services.get(toDnsNameKey(record.name));
    const [, ...rest] = record.target;
    if (service === undefined || toDnsNameKey(rest) !== toDnsNameKey(record.name)) continue;
    if (instances.size >= MAX_INSTANCES) break;
    instances.set(toDnsNameKey(record.target), { service, name: record.target });
  }
  return [...instances.values()];
};

const groupRecordsByName = (records: readonly ReceivedRecord[]): Map<string, ReceivedRecord[]> =>
  Map.groupBy(records, ({ record }) => toDnsNameKey(record.name));

/** Lists the questions still needed to reach the announced instances. */
export const listOpenQuestions = (
  records: readonly ReceivedRecord[],
): { name: Name; type: number }[] => {
  const recordsByName = groupRecordsByName(records);
  const hasDnsRecord = (name: Name, type: number): boolean =>
    recordsByName.get(toDnsNameKey(name))?.some(({ record }) => record.type === type) ?? false;
  return listServiceInstances(records).flatMap(({ name }) => {
    const questions = [TYPE.SRV, TYPE.TXT].filter((type) => !hasDnsRecord(name, type));
    const target = findSrvTarget(recordsByName, name);
    return [
      ...questions.map((type) => ({ name, type })),
      ...(target && !hasDnsRecord(target, TYPE.A) ? [{ name: target, type: TYPE.A }] : []),
    ];
  });
};

const findSrvTarget = (
  recordsByName: ReadonlyMap<string, ReceivedRecord[]>,
  name: Name,
): Name | null => {
  for (const { record } of recordsByName.get(toDnsNameKey(name)) ?? [])
    if (record.type === TYPE.SRV) return record.target;
  return null;
};

const formatTxtDeviceId = (texts: ReadonlyMap<string, string>): string => {
  const formatDeviceIdPart = (name: string, key: string): string => {
    const value = texts.get(key)?.replaceAll(/[;:]/g, ' ') ?? '';
    return value === '' ? '' : `${name}:${value};`;
  };
  return (
    formatDeviceIdPart('MFG', 'usb_mfg') +
    formatDeviceIdPart('MDL', 'usb_mdl') +
    formatDeviceIdPart('CMD', 'usb_cmd')
  );
};

const readPrinterModel = (texts: ReadonlyMap<string, string>): string => {
  const product = texts.get('product')?.replaceAll(/^\(|\)$/g, '') ?? '';
  const usb = { maker: texts.get('usb_mfg') ?? '', model: texts.get('usb_mdl') ?? '' };
  return texts.get('ty') || product || formatPrinterModel(usb);
};

/** Converts records to sightings. `isReachable`: whether a source may name an address. */
export const listMdnsSightings = (
  records: readonly ReceivedRecord[],
  isReachable: (address: string, source: string) => boolean,
): Sighting[] => {
  const recordsByName = groupRecordsByName(records);
  return listServiceInstances(records).flatMap(({ service, name }): Sighting[] => {
    const ownRecords = recordsByName.get(toDnsNameKey(name)) ?? [];
    const server = ownRecords.map(({ record }) => record).find(({ type }) => type === TYPE.SRV);
    if (server?.type !== TYPE.SRV || server.port === 0) return [];
    const host = (recordsByName.get(toDnsNameKey(server.target)) ?? [])
      .filter(({ record, source }) => record.type === TYPE.A && isReachable(record.address, source))
      .map(({ record }) => (record.type === TYPE.A ? record.address : ''))[0];
    const toPlace = SERVICES[service];
    if (host === undefined || !toPlace) return [];
    const texts = parseTxtRecords(
      ownRecords.flatMap(({ record }) => (record.type === TYPE.TXT ? record.texts : [])),
    );
    const uuid = buildUuidKey(texts.get('uuid') ?? '');
    const instance = name[0] ?? '';
    const announcementKey = `mdns:${instance.toLowerCase()}@${toDnsNameKey(server.target).slice(0, 100)}`;
    return [
      {
        place: toPlace({ host, port: server.port, texts }),
        name: instance,
        keys: [...(uuid === null ? [] : [uuid]), announcementKey],
        model: readPrinterModel(texts),
        deviceId: formatTxtDeviceId(texts),
        formats: texts.get('pdl')?.split(',').slice(0, 30) ?? [],
        isInaccessible: service === '_printer',
      },
    ];
  });
};
