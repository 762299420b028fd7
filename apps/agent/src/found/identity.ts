import { placeText } from '../places.ts';
import type { Place } from '../places.ts';

/** Letters and digits only: makers write one name in many ways. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 64);

/** Factories that give every printer the same number give none. */
const isNumber = (serial: string): boolean => {
  const digits = serial.replace(/^0+/, '');
  return digits.length >= 4 && !/^(.)\1*$/.test(digits) && !'1234567890'.startsWith(digits);
};

/** By the serial number a USB printer tells; null where it has none worth the name. */
export const serialKey = (model: string, serial: string): string | null => {
  const number = bare(serial);
  return isNumber(number) ? `usb:${bare(model)}:${number}` : null;
};

const UUID = /([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})/i;

/** `urn:uuid:…` or bare, whatever its letters; null where it is none, or all the same digit. */
export const uuidKey = (text: string): string | null => {
  const digits = UUID.exec(text.slice(0, 64))?.slice(1).join('').toLowerCase();
  return digits === undefined || /^(.)\1*$/.test(digits) ? null : `uuid:${digits}`;
};

/** A printer of which nothing else is known is its place. */
export const placeKey = (at: Place): string => `${at.kind}:${placeText(at).toLowerCase()}`;

/** What IEEE 1284 calls a device id: `MFG:Zebra;MDL:ZD421;CMD:ZPL;SN:…;`, short names and long ones. */
export type DeviceId = { maker: string; model: string; commands: string; serial: string };

const DEVICE_ID_LENGTH = 2000;

export const readDeviceId = (text: string): DeviceId => {
  const fields = new Map<string, string>();
  for (const part of text.slice(0, DEVICE_ID_LENGTH).split(';')) {
    const at = part.indexOf(':');
    if (at > 0) fields.set(part.slice(0, at).trim().toUpperCase(), part.slice(at + 1).trim());
  }
  const field = (...names: string[]): string =>
    names.map((name) => fields.get(name)).find((value) => value) ?? '';
  return {
    maker: field('MFG', 'MANUFACTURER'),
    model: field('MDL', 'MODEL', 'DES', 'DESCRIPTION'),
    commands: field('CMD', 'COMMAND SET'),
    serial: field('SN', 'SERN', 'SERIALNUMBER'),
  };
};

/** Maker and model in one, without the maker's name twice. */
export const getModel = ({ maker, model }: Pick<DeviceId, 'maker' | 'model'>): string =>
  model.toLowerCase().startsWith(maker.toLowerCase()) ? model : `${maker} ${model}`.trim();
