import { expect, it } from 'vitest';
import { createReloadRecorder } from './reload-recorder.ts';

type Printer = { state: string; name: string };
const setState = (to: string) => (now: Printer) => ({ ...now, state: to });

it('keeps what was heard while an older answer was on its way', () => {
  const reading = createReloadRecorder<Printer>();
  reading.start();
  reading.record(setState('stopped'));
  reading.record(setState('idle'));
  expect(reading.finish({ state: 'processing', name: '新名字' })).toEqual({
    state: 'idle',
    name: '新名字',
  });
});

it('knows nothing of what was heard before it was asked for, or after it was answered', () => {
  const reading = createReloadRecorder<Printer>();
  reading.record(setState('stopped'));
  reading.start();
  expect(reading.finish({ state: 'idle', name: '' })).toEqual({ state: 'idle', name: '' });
  reading.record(setState('stopped'));
  reading.start();
  reading.record(setState('processing'));
  reading.discard();
  reading.record(setState('stopped'));
  expect(reading.finish({ state: 'idle', name: '' })).toEqual({ state: 'idle', name: '' });
  reading.start();
  reading.record(setState('processing'));
  // Requested again: the new answer is newer than this change.
  reading.start();
  expect(reading.finish({ state: 'idle', name: '' })).toEqual({ state: 'idle', name: '' });
});
