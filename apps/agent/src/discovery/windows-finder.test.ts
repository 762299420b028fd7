import { expect, it } from 'vitest';
import type { WindowsQueue } from '../printer/drivers.ts';
import { mergeSightings } from './merge-sightings.ts';
import { listWindowsSightings } from './windows-finder.ts';

const createQueue = (change: Partial<WindowsQueue>): WindowsQueue => ({
  name: '仓库',
  port: 'USB001',
  driver: 'TSC TTP-244 Pro',
  state: { state: 'idle', stateReasons: [] },
  ...change,
});

it('tells of each queue its driver, its state and where it leads', () => {
  const state: WindowsQueue['state'] = { state: 'stopped', stateReasons: ['media-empty'] };
  expect(listWindowsSightings([createQueue({ port: 'IP_192.168.1.50', state })])).toEqual([
    {
      place: { kind: 'windows-queue', name: '仓库' },
      name: '仓库',
      keys: ['winport:ip_192.168.1.50:tsc ttp-244 pro'],
      model: 'TSC TTP-244 Pro',
      state,
      targetPlace: { kind: 'tcp', host: '192.168.1.50', port: 9100 },
    },
  ]);
});

it('leaves out what prints into files, and guesses by the driver what the others speak', () => {
  const found = mergeSightings(
    listWindowsSightings([
      createQueue({}),
      createQueue({ name: 'ZDesigner', port: 'USB002', driver: 'ZDesigner GK888t (EPL)' }),
      createQueue({ name: 'Microsoft Print to PDF', port: 'PORTPROMPT:', driver: 'PDF' }),
      createQueue({ name: 'Fax', port: 'SHRFAX:', driver: 'Microsoft Shared Fax Driver' }),
    ]),
  );
  expect(found.map(({ sightings, guess }) => [sightings[0].name, guess.language])).toEqual([
    ['仓库', 'tspl'],
    ['ZDesigner', 'zpl'],
  ]);
});

it('keeps who a printer is when its queue is given another name', () => {
  const [before] = listWindowsSightings([createQueue({})]);
  const [after] = listWindowsSightings([createQueue({ name: '前台' })]);
  expect(after?.keys).toEqual(before?.keys);
  expect(listWindowsSightings([createQueue({ port: 'USB002' })])[0]?.keys).not.toEqual(
    before?.keys,
  );
});
