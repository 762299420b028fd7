import { accessSync, constants, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Finder, Sighting } from './finder.ts';
import { getModel, readDeviceId, serialKey } from './identity.ts';

/** The kernel has sixteen minor numbers for USB printers. */
const MAX_DEVICES = 16;
const ATTRIBUTE_LENGTH = 2000;

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => /^lp\d{1,3}$/.test(name))
      .toSorted((a, b) => Number(a.slice(2)) - Number(b.slice(2)))
      .slice(0, MAX_DEVICES);
  } catch {
    // No USB printer was ever plugged in, or this is no Linux.
    return [];
  }
};

const attribute = (folder: string, name: string): string => {
  try {
    return readFileSync(join(folder, name), 'utf8').slice(0, ATTRIBUTE_LENGTH).trim();
  } catch {
    return '';
  }
};

const mayWrite = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** The USB device whose interface it is, as `1-2.3`: the socket it is plugged into. */
const getUsbDevice = (link: string): string | null => {
  try {
    return dirname(realpathSync(link));
  } catch {
    return null;
  }
};

const getSighting = (root: string, name: string): Sighting => {
  const path = join('/dev/usb', name);
  const link = join(root, 'sys/class/usbmisc', name, 'device');
  const device = getUsbDevice(link);
  const deviceId = attribute(link, 'ieee1284_id');
  const id = readDeviceId(deviceId);
  const of = (file: string): string => (device === null ? '' : attribute(device, file));
  const model = getModel(id) || getModel({ maker: of('manufacturer'), model: of('product') });
  const serial = serialKey(id.model || of('product'), id.serial || of('serial'));
  // Without a number of its own it is the model at that socket.
  const socket = device === null ? null : `socket:${basename(device)}:${model.toLowerCase()}`;
  const key = serial ?? socket;
  return {
    place: { kind: 'device', path },
    name: model || `USB 打印机 ${path}`,
    keys: key === null ? [] : [key],
    model,
    deviceId,
    isClosed: !mayWrite(join(root, path)),
  };
};

/** USB printers of Linux as device files, with what the kernel knows of them. `root`: of the file system. */
export const deviceFinder = (root = '/'): Finder => ({
  name: 'USB 设备文件',
  kinds: ['device'],
  find: () =>
    Promise.resolve(namesIn(join(root, 'dev/usb')).map((name) => getSighting(root, name))),
});
