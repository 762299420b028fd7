import type { OpenedTemplate } from './load-print.ts';
import type { FailEnvelope } from '@yunbiao/contract/core/envelope';
import { useCallback, useEffect, useState } from 'react';
import { useApi } from '../../kit/site/site.tsx';
import { getTimeZone } from './load-print.ts';

type Wanted = { id: string; version: number };

const isWantedTemplate = (
  template: OpenedTemplate | null,
  { id, version }: Wanted,
): template is OpenedTemplate =>
  template !== null && template.id === id && template.version >= version;

/**
 * Content of the chosen template: loaded with the page, or fetched when another template is chosen.
 * While it is loading the previous one stays in view (`isCurrent` is false).
 */
export const useOpenedTemplate = (
  { id, version }: Wanted,
  loadedTemplate: OpenedTemplate | null,
) => {
  const api = useApi();
  const [read, setRead] = useState<OpenedTemplate | null>(null);
  const [failure, setFailure] = useState<FailEnvelope | null>(null);
  const [turn, setTurn] = useState(0);
  const target = { id, version };
  const current = isWantedTemplate(loadedTemplate, target)
    ? loadedTemplate
    : isWantedTemplate(read, target)
      ? read
      : null;
  const [last, setLast] = useState(loadedTemplate);
  if (current && current !== last) setLast(current);
  const isCurrent = current !== null;
  useEffect(() => {
    if (isCurrent) return setFailure(null);
    const controller = new AbortController();
    const { signal } = controller;
    void api.call('printTemplate', { id, tz: getTimeZone() }, { signal }).then((reply) => {
      if (signal.aborted) return;
      if (reply.state === 'ok') setRead(reply.data);
      else setFailure(reply);
    });
    return () => controller.abort();
  }, [api, id, version, isCurrent, turn]);
  const retry = useCallback(() => {
    setFailure(null);
    setTurn((now) => now + 1);
  }, []);
  return { opened: current ?? last, isCurrent, failure, retry };
};
