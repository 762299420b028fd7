import { expect, it } from 'vitest';
import { createReloadRecorder } from './reload-recorder.ts';

type Printer = { state: string; name: string };
const state = (to: string) => (now: Printer) => ({ ...now, state: to });

it('keeps what was heard while an older answer was on its way', () => {
  const reading = createReloadRecorder<Printer>();
  reading.start();
  reading.record(state('stopped'));
  reading.record(state('idle'));
  expect(reading.finish({ state: 'processing', name: '新名字' })).toEqual({
    state: 'idle',
    name: '新名字',
  });
});

it('knows nothing of what was heard before it was asked for, or after it was answered', () => {
  const reading = createReloadRecorder<Printer>();
  reading.record(state('stopped'));
  reading.start();
  expect(reading.finish({ state: 'idle', name: '' })).toEqual({ state: 'idle', name: '' });
  reading.record(state('stopped'));
  reading.start();
  reading.record(state('processing'));
  reading.discard();
  reading.record(state('stopped'));
  expect(reading.finish({ state: 'idle', name: '' })).toEqual({ state: 'idle', name: '' });
  reading.start();
  reading.record(state('processing'));
  // Requested again: the new answer is newer than this change.
  reading.start();
  expect(reading.finish({ state: 'idle', name: '' })).toEqual({ state: 'idle', name: '' });
});
