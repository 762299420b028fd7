import { expect, it } from 'vitest';
import { createReading } from './reading.ts';

type Printer = { state: string; name: string };
const state = (to: string) => (now: Printer) => ({ ...now, state: to });

it('keeps what was heard while an older answer was on its way', () => {
  const reading = createReading<Printer>();
  reading.begin();
  reading.note(state('stopped'));
  reading.note(state('idle'));
  expect(reading.end({ state: 'processing', name: '新名字' })).toEqual({
    state: 'idle',
    name: '新名字',
  });
});

it('knows nothing of what was heard before it was asked for, or after it was answered', () => {
  const reading = createReading<Printer>();
  reading.note(state('stopped'));
  reading.begin();
  expect(reading.end({ state: 'idle', name: '' })).toEqual({ state: 'idle', name: '' });
  reading.note(state('stopped'));
  reading.begin();
  reading.note(state('processing'));
  reading.drop();
  reading.note(state('stopped'));
  expect(reading.end({ state: 'idle', name: '' })).toEqual({ state: 'idle', name: '' });
  reading.begin();
  reading.note(state('processing'));
  // Asked for again meanwhile: that answer is younger than this change.
  reading.begin();
  expect(reading.end({ state: 'idle', name: '' })).toEqual({ state: 'idle', name: '' });
});
