import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import {
  getAddressesPath,
  formatHostPort,
  confirmOrRejectAddress,
  suggestAddress,
  createConfirmedAddressFinder,
  listAddressesAwaitingConfirmation,
} from './typed-addresses.ts';

const DAY = 24 * 3_600_000;
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'yb-addresses-'));
  return () => rmSync(home, { recursive: true, force: true });
});

const findNames = async () =>
  (await createConfirmedAddressFinder(home).find(AbortSignal.timeout(1000))).map(
    ({ name }) => name,
  );
const listWaiting = (now = 1): string[] =>
  listAddressesAwaitingConfirmation(home, now).map(formatHostPort);
const suggest = (host: string, now = 1) => suggestAddress(home, { host, port: 9100 }, now);
const getId = (text: string): string =>
  listAddressesAwaitingConfirmation(home, 1).find((address) => formatHostPort(address) === text)
    ?.id ?? '';

it('is a printer to be found once it is confirmed here, and not before', async () => {
  expect(suggest('192.168.1.50')).toBe('waiting');
  expect(suggest('192.168.1.50')).toBe('waiting');
  expect(listWaiting()).toEqual(['192.168.1.50:9100']);
  expect(await findNames()).toEqual([]);
  expect(confirmOrRejectAddress(home, getId('192.168.1.50:9100'), true, 1)).toBe(true);
  expect(await findNames()).toEqual(['192.168.1.50:9100']);
  expect(listWaiting()).toEqual([]);
  expect(suggest('192.168.1.50')).toBe('confirmed');
});

it('is gone when it is refused here, or after a day', async () => {
  suggest('FE80::1');
  expect(listWaiting()).toEqual(['[fe80::1]:9100']);
  const id = getId('[fe80::1]:9100');
  expect(confirmOrRejectAddress(home, id, true, 1 + DAY)).toBe(false);
  expect(listWaiting(1 + DAY)).toEqual([]);
  expect(confirmOrRejectAddress(home, id, false, 1)).toBe(true);
  expect(listWaiting()).toEqual([]);
  expect(await findNames()).toEqual([]);
});

it('waits with a handful of others at most', () => {
  for (let i = 0; i < 5; i += 1) expect(suggest(`192.168.1.${i}`)).toBe('waiting');
  expect(suggest('192.168.1.9')).toBe('full');
  expect(suggest('192.168.1.9', 1 + DAY)).toBe('waiting');
});

it.each(['', 'a b', 'x\u001b[2J', '网', 'x'.repeat(254), '$(reboot)', '\u202e1'])(
  'keeps nothing that is no address: “%s”',
  (host) => {
    expect(suggest(host)).toBe('wrong');
    expect(() => readFileSync(getAddressesPath(home))).toThrow('ENOENT');
  },
);

it('finds nothing in a file it cannot read', async () => {
  writeFileSync(getAddressesPath(home), '[{"id":"x","host":"203.0.113.5","confirmed":true}]');
  expect(await findNames()).toEqual([]);
});
