import { replaceEqualDeep } from '@tanstack/react-router';
import type { Envelope, FailEnvelope } from '@yunbiao/contract/envelope';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createNewest } from './newest.ts';
import { createReading } from './reading.ts';

/** Changes that come in a burst are read once: at most this long after the first of them, ms. */
const GATHER_MS = 250;

export type LiveData<T> = {
  /** The last data read; null only when none ever was. */
  data: T | null;
  /** Why the last reading failed. The data before it stays in view. */
  failure: FailEnvelope | null;
  loading: boolean;
  /** Reads again now; resolves once what is in view is as new as that, or could not be read. */
  reload: () => Promise<void>;
  /** Reads again soon; many calls in a row are one reading. */
  refresh: () => void;
  /** Says how something is now, ahead of the next reading, and of one under way. */
  patch: (change: (data: T) => T) => void;
};

type Held<T> = { loaded: Envelope<T>; data: T | null; failure: FailEnvelope | null };

const hold = <T>(loaded: Envelope<T>): Held<T> => ({
  loaded,
  data: loaded.state === 'ok' ? loaded.data : null,
  failure: loaded.state === 'fail' ? loaded : null,
});

/**
 * The data of a page that changes under it: starts from what the loader answered, is patched by events and read again
 * with `load`. A new answer of the loader (another address) replaces everything.
 */
export const useLiveData = <T>(
  loaded: Envelope<T>,
  load: () => Promise<Envelope<T>>,
): LiveData<T> => {
  const [held, setHeld] = useState(() => hold(loaded));
  const [loading, setLoading] = useState(false);
  // Derived from props during render, so that a new address never shows the old one's rows.
  const now = held.loaded === loaded ? held : hold(loaded);
  if (now !== held) setHeld(now);

  const loader = useRef(load);
  const [newest] = useState(() => createNewest<Envelope<T>>());
  const [reading] = useState(() => createReading<T>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    loader.current = load;
  });
  useEffect(
    () => () => {
      newest.drop();
      clearTimeout(timer.current);
      timer.current = undefined;
      setLoading(false);
      reading.drop();
    },
    [loaded, newest, reading],
  );

  const reload = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setLoading(true);
    reading.begin();
    return newest.run(
      () => loader.current(),
      (reply) => {
        setLoading(false);
        if (reply.state === 'fail') {
          reading.drop();
          return setHeld((was) => ({ ...was, failure: reply }));
        }
        const data = reading.end(reply.data);
        // Parts that did not change stay the same objects: what was made of them is not made again.
        setHeld((was) => ({ ...was, data: replaceEqualDeep(was.data, data), failure: null }));
      },
    );
  }, [newest, reading]);
  const refresh = useCallback(() => {
    timer.current ??= setTimeout(() => void reload(), GATHER_MS);
  }, [reload]);
  const patch = useCallback(
    (change: (data: T) => T) => {
      reading.note(change);
      setHeld((was) => (was.data === null ? was : { ...was, data: change(was.data) }));
    },
    [reading],
  );
  return useMemo(
    () => ({ data: now.data, failure: now.failure, loading, reload, refresh, patch }),
    [now, loading, reload, refresh, patch],
  );
};
