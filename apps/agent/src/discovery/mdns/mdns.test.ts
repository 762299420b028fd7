import { createSocket } from 'node:dgram';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { createMdnsFinder } from './mdns-finder.ts';
import { decodeMdnsAnswer, encodeQuery, TYPE } from './message.ts';
import { createAnswerAddressCheck } from './network.ts';
import { listMdnsSightings } from './services.ts';
import { announcePrinter, answerTo, record } from './testing.ts';
import { rounds } from '../../../../../scripts/vitest/rounds.ts';

const QUERY = encodeQuery(7, [{ name: ['_ipp', '_tcp', 'local'], type: TYPE.PTR }]);

it('asks as RFC 1035 says', () => {
  expect(Buffer.from(QUERY).toString('latin1')).toBe(
    '\u0000\u0007\u0000\u0000\u0000\u0001\u0000\u0000\u0000\u0000\u0000\u0000\u0004_ipp\u0004_tcp\u0005local\u0000\u0000\u000c\u0000\u0001',
  );
});

it('reads answers with names written once and pointed to', () => {
  const name = ['Zebra. 仓库', '_ipp', '_tcp', 'local'];
  const message = answerTo(QUERY, [
    record.ptr(['_ipp', '_tcp', 'local'], name),
    record.srv(name, 631, ['zbr1', 'local']),
    record.txt(name, ['txtvers=1', 'ty=Zebra ZD421']),
    record.a(['zbr1', 'local'], '192.168.1.50'),
  ]);
  const records = decodeMdnsAnswer(message, 7);
  expect(records).toEqual([
    { name: ['_ipp', '_tcp', 'local'], type: TYPE.PTR, target: name },
    { name, type: TYPE.SRV, port: 631, target: ['zbr1', 'local'] },
    { name, type: TYPE.TXT, texts: ['txtvers=1', 'ty=Zebra ZD421'] },
    { name: ['zbr1', 'local'], type: TYPE.A, address: '192.168.1.50' },
  ]);
  expect(decodeMdnsAnswer(message, 8)).toBeNull();
  expect(decodeMdnsAnswer(QUERY, 7)).toBeNull();
});

it('follows no pointer that does not lead back', () => {
  const head = [0, 7, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0];
  const end = [0, 16, 0, 1, 0, 0, 0, 9, 0, 0];
  for (const name of [
    [0xc0, 12],
    [0xc0, 14],
    [1, 65, 0xc0, 12],
    [0xff, 0xff],
    [64, 65, 0],
  ])
    expect(decodeMdnsAnswer(Uint8Array.from([...head, ...name, ...end]), 7)).toBeNull();
});

it('reads anything without breaking, and no more records than it may', () => {
  const good = answerTo(
    QUERY,
    Array.from({ length: 300 }, (_, i) => record.a([`p${i}`, 'local'], '10.0.0.1')),
  );
  expect(decodeMdnsAnswer(good, 7)).toHaveLength(200);
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 400 }),
      fc.nat(good.length - 1),
      fc.uint8Array({ maxLength: 8 }),
      (noise, place, bytes) => {
        const whole = Uint8Array.from([0, 7, 0x84, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, ...noise]);
        const torn = good.slice();
        torn.set(bytes.subarray(0, good.length - place), place);
        for (const message of [noise, whole, torn, good.subarray(0, place)])
          expect((decodeMdnsAnswer(message, 7) ?? []).length).toBeLessThanOrEqual(200);
      },
    ),
    { numRuns: rounds(300) },
  );
});

const receiveAnnouncements = (...printers: Parameters<typeof announcePrinter>[0][]) =>
  printers.flatMap((printer) =>
    (decodeMdnsAnswer(answerTo(QUERY, announcePrinter(printer)), 7) ?? []).map((item) => ({
      record: item,
      source: printer.source ?? printer.address,
    })),
  );

const HOME = [
  { address: '192.168.1.2', isLoopback: false, prefix: 24 },
  { address: '127.0.0.1', isLoopback: true, prefix: 8 },
];

it('knows where a printer takes its jobs, and who it is', () => {
  const announcements = receiveAnnouncements({
    name: 'Zebra 仓库',
    address: '192.168.1.50',
    uuid: '4509a320-9cde-0026-0017-c8ff10203040',
    services: { '_pdl-datastream': 9100, _ipp: 631, _ipps: 443, _printer: 515 },
    texts: ['ty=Zebra ZD421-203dpi', 'pdl=application/vnd.zebra-zpl', 'rp=ipp/print'],
  });
  expect(listMdnsSightings(announcements, createAnswerAddressCheck(HOME))).toMatchObject([
    {
      place: { kind: 'tcp', host: '192.168.1.50', port: 9100 },
      name: 'Zebra 仓库',
      model: 'Zebra ZD421-203dpi',
      formats: ['application/vnd.zebra-zpl'],
      keys: ['uuid:4509a3209cde00260017c8ff10203040', expect.stringContaining('mdns:zebra 仓库@')],
    },
    { place: { kind: 'ipp', uri: 'ipp://192.168.1.50:631/ipp/print' } },
    { place: { kind: 'ipp', uri: 'ipps://192.168.1.50:443/ipp/print' } },
    { place: { kind: 'tcp', port: 515 }, isInaccessible: true },
  ]);
});

it('makes no URI of a path that is more than one', () => {
  const services = { _ipp: 631 };
  for (const rp of ['x y', '..%2f', '@evil.example/', 'a?b', '#', 'x'.repeat(201)]) {
    const announcements = receiveAnnouncements({
      name: 'P',
      address: '192.168.1.50',
      services,
      texts: [`rp=${rp}`],
    });
    expect(listMdnsSightings(announcements, createAnswerAddressCheck(HOME))).toMatchObject([
      { place: { uri: 'ipp://192.168.1.50:631/ipp/print' } },
    ]);
  }
});

it('goes nowhere but to the host that answered, and onto the networks of this machine', () => {
  const services = { '_pdl-datastream': 9100 };
  const countSightings = (address: string, source: string): number =>
    listMdnsSightings(
      receiveAnnouncements({ name: 'P', address, source, services }),
      createAnswerAddressCheck(HOME),
    ).length;
  expect(countSightings('192.168.1.50', '192.168.1.50')).toBe(1);
  // A print server announces a printer of the same network.
  expect(countSightings('192.168.1.50', '192.168.1.9')).toBe(1);
  expect(countSightings('10.0.0.1', '192.168.1.9')).toBe(0);
  expect(countSightings('203.0.113.5', '192.168.1.9')).toBe(0);
  expect(countSightings('127.0.0.1', '192.168.1.9')).toBe(0);
  expect(countSightings('192.168.1.50', '127.0.0.1')).toBe(0);
});

it('finds a printer that answers in two steps, over the network', async () => {
  const responder = createSocket('udp4');
  const printer = {
    name: 'TSC TE210',
    address: '127.0.0.1',
    services: { '_pdl-datastream': 9100 },
    texts: ['ty=TSC TE210'],
  };
  const [pointer, ...details] = announcePrinter(printer);
  responder.on('message', (query, { port, address }) => {
    if (!pointer) return;
    // Records that do not fit into one packet are queried by name.
    const records = query.includes('TSC TE210') ? details : [pointer];
    responder.send(answerTo(query, records), port, address);
  });
  await new Promise<void>((resolve) => responder.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void responder.close());
  const target = { host: '127.0.0.1', port: responder.address().port };
  await expect
    .poll(() => createMdnsFinder({ target, roundMs: 60 }).find(AbortSignal.timeout(10_000)), {
      timeout: 20_000,
    })
    .toMatchObject([{ name: 'TSC TE210', place: { kind: 'tcp', host: '127.0.0.1', port: 9100 } }]);
});
