import { formatPrinterPlace } from '../places.ts';
import type { Place } from '../places.ts';

/** Keeps letters and digits only: makers write the same name in different ways. */
const normalizeIdentityText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 64);

/** Rejects serial numbers that a factory gives to every printer. */
const isMeaningfulSerial = (serial: string): boolean => {
  const digits = serial.replace(/^0+/, '');
  return digits.length >= 4 && !/^(.)\1*$/.test(digits) && !'1234567890'.startsWith(digits);
};

/** Key from a USB serial number; null when there is no usable one. */
export const buildSerialKey = (model: string, serial: string): string | null => {
  const number = normalizeIdentityText(serial);
  return isMeaningfulSerial(number) ? `usb:${normalizeIdentityText(model)}:${number}` : null;
};

const UUID = /([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})/i;

/**
 * Key from a UUID, with or without `urn:uuid:`. Returns null when there is none or all digits are
 * equal.
 */
export const buildUuidKey = (text: string): string | null => {
  const digits = UUID.exec(text.slice(0, 64))?.slice(1).join('').toLowerCase();
  return digits === undefined || /^(.)\1*$/.test(digits) ? null : `uuid:${digits}`;
};

/** Key for a printer of which only the place is known. */
export const buildPlaceKey = (at: Place): string =>
  `${at.kind}:${formatPrinterPlace(at).toLowerCase()}`;

/** IEEE 1284 device id: `MFG:Zebra;MDL:ZD421;CMD:ZPL;SN:…;`, short and long field names. */
export type DeviceId = { maker: string; model: string; commands: string; serial: string };

const DEVICE_ID_LENGTH = 2000;

export const parseDeviceId = (text: string): DeviceId => {
  const fields = new Map<string, string>();
  for (const part of text.slice(0, DEVICE_ID_LENGTH).split(';')) {
    const at = part.indexOf(':');
    if (at > 0) fields.set(part.slice(0, at).trim().toUpperCase(), part.slice(at + 1).trim());
  }
  const findDeviceIdField = (...names: string[]): string =>
    names.map((name) => fields.get(name)).find((value) => value) ?? '';
  return {
    maker: findDeviceIdField('MFG', 'MANUFACTURER'),
    model: findDeviceIdField('MDL', 'MODEL', 'DES', 'DESCRIPTION'),
    commands: findDeviceIdField('CMD', 'COMMAND SET'),
    serial: findDeviceIdField('SN', 'SERN', 'SERIALNUMBER'),
  };
};

/** Joins maker and model without repeating the maker's name. */
export const formatPrinterModel = ({ maker, model }: Pick<DeviceId, 'maker' | 'model'>): string =>
  model.toLowerCase().startsWith(maker.toLowerCase()) ? model : `${maker} ${model}`.trim();
