import type { CallOutput } from '@yunbiao/contract';
import type { FailEnvelope } from '@yunbiao/contract/envelope';
import { useCallback, useEffect, useState } from 'react';
import { useApi } from '../../kit/site/site.tsx';
import { zoneHere } from './load-print.ts';

/** A template with what is in it, and the serial numbers that would come now. */
export type OpenedTemplate = CallOutput<'printTemplate'>;

type Wanted = { id: string; version: number };

const isWanted = (one: OpenedTemplate | null, { id, version }: Wanted): one is OpenedTemplate =>
  one !== null && one.id === id && one.version >= version;

/**
 * The chosen template's content: what the page was loaded with, or read when another is chosen. Until that has come the
 * one before stays in view (`isCurrent` is false).
 */
export const useOpened = ({ id, version }: Wanted, loaded: OpenedTemplate | null) => {
  const api = useApi();
  const [read, setRead] = useState<OpenedTemplate | null>(null);
  const [failure, setFailure] = useState<FailEnvelope | null>(null);
  const [turn, setTurn] = useState(0);
  const wanted = { id, version };
  const current = isWanted(loaded, wanted) ? loaded : isWanted(read, wanted) ? read : null;
  const [last, setLast] = useState(loaded);
  if (current && current !== last) setLast(current);
  const isCurrent = current !== null;
  useEffect(() => {
    if (isCurrent) return setFailure(null);
    const asked = new AbortController();
    const { signal } = asked;
    void api.call('printTemplate', { id, tz: zoneHere() }, { signal }).then((reply) => {
      if (signal.aborted) return;
      if (reply.state === 'ok') setRead(reply.data);
      else setFailure(reply);
    });
    return () => asked.abort();
  }, [api, id, version, isCurrent, turn]);
  const retry = useCallback(() => {
    setFailure(null);
    setTurn((now) => now + 1);
  }, []);
  return { opened: current ?? last, isCurrent, failure, retry };
};
