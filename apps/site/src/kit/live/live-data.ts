import { replaceEqualDeep } from '@tanstack/react-router';
import type { Envelope, FailEnvelope } from '@yunbiao/contract/core/envelope';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createLatestRequest } from './latest-request.ts';
import { createReloadRecorder } from './reload-recorder.ts';

/** Maximum delay for combining several changes into one reload, ms. */
const RELOAD_DELAY_MS = 250;

export type LiveData<T> = {
  /** Last loaded data; null when nothing was loaded. */
  data: T | null;
  /** Error of the last reload. The previous data stays displayed. */
  failure: FailEnvelope | null;
  loading: boolean;
  /** Reloads now. Resolves when data at least as new as this call is displayed, or on failure. */
  reload: () => Promise<void>;
  /** Reloads soon. Combines several calls into one reload. */
  refresh: () => void;
  /** Applies a known change before the next reload. Also applies to a running reload. */
  patch: (change: (data: T) => T) => void;
};

type Held<T> = { loaded: Envelope<T>; data: T | null; failure: FailEnvelope | null };

const toHeldReply = <T>(reply: Envelope<T>): Held<T> => ({
  loaded: reply,
  data: reply.state === 'ok' ? reply.data : null,
  failure: reply.state === 'fail' ? reply : null,
});

/**
 * Data of a page that updates live. Starts with the data of the loader, is patched by events and
 * reloaded with `load`. A new loader result (another address) replaces everything.
 */
// oxlint-disable-next-line house/function-length -- one state machine: reloads and patches change the same data
export const useLiveData = <T>(
  initialReply: Envelope<T>,
  load: () => Promise<Envelope<T>>,
): LiveData<T> => {
  const [heldReply, setHeld] = useState(() => toHeldReply(initialReply));
  const [loading, setLoading] = useState(false);
  // Derived from props during render, so that a new address never shows rows of the old one.
  const current = heldReply.loaded === initialReply ? heldReply : toHeldReply(initialReply);
  if (current !== heldReply) setHeld(current);

  const loader = useRef(load);
  const [newest] = useState(() => createLatestRequest<Envelope<T>>());
  const [reading] = useState(() => createReloadRecorder<T>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    loader.current = load;
  });
  useEffect(
    () => () => {
      newest.invalidate();
      clearTimeout(timer.current);
      timer.current = undefined;
      setLoading(false);
      reading.discard();
    },
    [initialReply, newest, reading],
  );

  const reload = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setLoading(true);
    reading.start();
    return newest.run(
      () => loader.current(),
      (reply) => {
        setLoading(false);
        if (reply.state === 'fail') {
          reading.discard();
          return setHeld((current) => ({ ...current, failure: reply }));
        }
        const data = reading.finish(reply.data);
        // Unchanged parts keep their object identity, so that memoized results stay valid.
        setHeld((current) => ({
          ...current,
          data: replaceEqualDeep(current.data, data),
          failure: null,
        }));
      },
    );
  }, [newest, reading]);
  const refresh = useCallback(() => {
    timer.current ??= setTimeout(() => void reload(), RELOAD_DELAY_MS);
  }, [reload]);
  const patch = useCallback(
    (change: (data: T) => T) => {
      reading.record(change);
      setHeld((current) =>
        current.data === null ? current : { ...current, data: change(current.data) },
      );
    },
    [reading],
  );
  return useMemo(
    () => ({ data: current.data, failure: current.failure, loading, reload, refresh, patch }),
    [current, loading, reload, refresh, patch],
  );
};
