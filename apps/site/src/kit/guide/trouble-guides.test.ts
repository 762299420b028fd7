import { CLIENT_PAUSED_LABEL } from '@yunbiao/contract/evidence';
import { GUIDE_NAMES } from '@yunbiao/contract/site/guides';
import { expect, it } from 'vitest';
import {
  findLabelGuide,
  findPrinterGuide,
  GRADE_GUIDES,
  ORDER_GUIDES,
  PLACE_GUIDES,
  REASON_GUIDES,
  STATE_GUIDES,
  WARNING_GUIDES,
} from './trouble-guides.ts';

const HEARD = { isOnline: true, isVirtual: false, news: { lost: false, lastAt: null } };

const findGuide = (...stateReasons: string[]) =>
  findPrinterGuide({ state: 'stopped', stateText: '', stateReasons }, HEARD);

it('leads from the reason of a printer to its guide, with or without severity', () => {
  expect(findGuide('media-empty')).toBe('paper-out-offline');
  expect(findGuide('media-empty-error')).toBe('paper-out-offline');
  expect(findGuide('connecting-to-device')).toBe('connect-printer');
  expect(findGuide('toner-low-warning', 'head-over-temp')).toBe('misprint-density');
});

it('leads from the state where the reasons lead nowhere', () => {
  expect(findGuide('com.vendor-own')).toBe('paper-out-offline');
  expect(findGuide()).toBe('paper-out-offline');
  expect(findPrinterGuide({ state: 'removed', stateText: '' }, HEARD)).toBe('connect-printer');
});

it('leads nowhere from a printer that prints, or whose client is paused', () => {
  expect(
    findPrinterGuide({ state: 'idle', stateText: '', stateReasons: ['media-low-warning'] }, HEARD),
  ).toBeNull();
  expect(findPrinterGuide({ state: 'offline', stateText: CLIENT_PAUSED_LABEL }, HEARD)).toBeNull();
});

it('leads nowhere from a virtual printer that sleeps', () => {
  const asleep = { ...HEARD, isOnline: false, isVirtual: true };
  const idle = { state: 'idle', stateText: '' } as const;
  expect(findPrinterGuide(idle, asleep)).toBeNull();
  expect(findPrinterGuide({ ...idle, state: 'offline' }, { ...asleep, isOnline: true })).toBeNull();
  expect(findPrinterGuide(idle, { ...asleep, isVirtual: false })).toBe('paper-out-offline');
  expect(findPrinterGuide({ ...idle, state: 'stopped' }, { ...HEARD, isVirtual: true })).toBe(
    'paper-out-offline',
  );
});

it('leads nowhere while the live connection is lost', () => {
  const news = { lost: true, lastAt: 0 };
  expect(findPrinterGuide({ state: 'stopped', stateText: '' }, { ...HEARD, news })).toBeNull();
  expect(
    findPrinterGuide({ state: 'idle', stateText: '' }, { ...HEARD, isOnline: false, news }),
  ).toBeNull();
});

it('leads from a removed printer of a client that is off to a new one', () =>
  expect(findPrinterGuide({ state: 'removed', stateText: '' }, { ...HEARD, isOnline: false })).toBe(
    'connect-printer',
  ));

it('leads from a preview to the guide of its code first', () => {
  expect(findLabelGuide([], ['ample'])).toBeNull();
  expect(findLabelGuide([{ code: 'outside-label' }], ['ample', 'just'])).toBe('unreadable-code');
  expect(findLabelGuide([{ code: 'text-shrunk' }, { code: 'outside-label' }], [])).toBe(
    'choose-paper',
  );
});

it('leads to each guide that mends something', () => {
  const tables = [REASON_GUIDES, STATE_GUIDES, GRADE_GUIDES, WARNING_GUIDES, ORDER_GUIDES];
  const led = new Set<string | null>(
    [...tables, PLACE_GUIDES].flatMap((item) => Object.values(item)),
  );
  // A phone reports nothing wrong.
  expect(GUIDE_NAMES.filter((name) => !led.has(name))).toEqual(['phone']);
});
