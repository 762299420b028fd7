import type { CallOutput } from '@yunbiao/contract';
import { useEffect, useState } from 'react';
import { useApi } from '../../kit/site/site.tsx';
import { CarryOn } from './carry-on.tsx';
import { UnreadNotices } from './unread-notices.tsx';

type Later = { templates: CallOutput<'templateList'>['list']; notices: CallOutput<'noticeList'> };

/**
 * What nobody waits for at the head of 概览: the last templates and unread notices, read when the page is there. Both have
 * pages of their own: where they cannot be read, nothing is said here.
 */
export const Later = ({ alias }: { alias: string }) => {
  const api = useApi();
  const [later, setLater] = useState<Partial<Later>>({});
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const add = (more: Partial<Later>): void => {
      if (!signal.aborted) setLater((now) => ({ ...now, ...more }));
    };
    void api.call('templateList', {}, { signal }).then((reply) => {
      if (reply.state === 'ok') add({ templates: reply.data.list });
    });
    void api.call('noticeList', { unread: true }, { signal }).then((reply) => {
      if (reply.state === 'ok') add({ notices: reply.data });
    });
    return () => stop.abort();
  }, [api]);
  return (
    <>
      {later.templates && <CarryOn list={later.templates} alias={alias} />}
      {later.notices && <UnreadNotices notices={later.notices} alias={alias} />}
    </>
  );
};
