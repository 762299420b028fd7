import { accessSync, constants, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Finder, Sighting } from './finder.ts';
import { formatPrinterModel, parseDeviceId, buildSerialKey } from './identity-keys.ts';

/**
 * Maximum number of device files to look at: the Linux kernel has 16 minor numbers for USB
 * printers.
 */
const MAX_DEVICES = 16;
const MAX_ATTRIBUTE_LENGTH = 2000;

const listUsbDeviceNames = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => /^lp\d{1,3}$/.test(name))
      .toSorted((a, b) => Number(a.slice(2)) - Number(b.slice(2)))
      .slice(0, MAX_DEVICES);
  } catch {
    // No USB printer was ever connected, or this is not Linux.
    return [];
  }
};

const readSysfsAttribute = (folder: string, name: string): string => {
  try {
    return readFileSync(join(folder, name), 'utf8').slice(0, MAX_ATTRIBUTE_LENGTH).trim();
  } catch {
    return '';
  }
};

const canWriteDevice = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Returns the path of the USB device (such as `…/1-2.3`, its port) behind an interface. */
const resolveUsbDeviceFolder = (link: string): string | null => {
  try {
    return dirname(realpathSync(link));
  } catch {
    return null;
  }
};

const readUsbPrinterSighting = (root: string, name: string): Sighting => {
  const path = join('/dev/usb', name);
  const link = join(root, 'sys/class/usbmisc', name, 'device');
  const device = resolveUsbDeviceFolder(link);
  const deviceId = readSysfsAttribute(link, 'ieee1284_id');
  const id = parseDeviceId(deviceId);
  const readDeviceAttribute = (file: string): string =>
    device === null ? '' : readSysfsAttribute(device, file);
  const model =
    formatPrinterModel(id) ||
    formatPrinterModel({
      maker: readDeviceAttribute('manufacturer'),
      model: readDeviceAttribute('product'),
    });
  const serial = buildSerialKey(
    id.model || readDeviceAttribute('product'),
    id.serial || readDeviceAttribute('serial'),
  );
  // Without a serial number, the USB port and the model identify the printer.
  const socket = device === null ? null : `socket:${basename(device)}:${model.toLowerCase()}`;
  const key = serial ?? socket;
  return {
    place: { kind: 'device', path },
    name: model || `USB 打印机 ${path}`,
    keys: key === null ? [] : [key],
    model,
    deviceId,
    isInaccessible: !canWriteDevice(join(root, path)),
  };
};

/**
 * Finds USB printers of Linux as device files, with the kernel's data. `root`: root of the file
 * system.
 */
export const createDeviceFinder = (root = '/'): Finder => ({
  name: 'USB 设备文件',
  kinds: ['device'],
  find: () =>
    Promise.resolve(
      listUsbDeviceNames(join(root, 'dev/usb')).map((name) => readUsbPrinterSighting(root, name)),
    ),
});
