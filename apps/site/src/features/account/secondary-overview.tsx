import type { CallOutput } from '@yunbiao/contract';
import { useEffect, useState } from 'react';
import { useApi } from '../../kit/site/site.tsx';
import { RecentTemplates } from './recent-templates.tsx';
import { UnreadNotices } from './unread-notices.tsx';

type OverviewData = {
  templates: CallOutput<'templateList'>['list'];
  notices: CallOutput<'noticeList'>;
};

/**
 * Less urgent parts of 概览: recent templates and unread notices, loaded after the page. Errors are
 * ignored, because both have separate pages.
 */
export const SecondaryOverview = ({ alias }: { alias: string }) => {
  const api = useApi();
  const [later, setLater] = useState<Partial<OverviewData>>({});
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const mergeOverviewData = (addition: Partial<OverviewData>): void => {
      if (!signal.aborted) setLater((now) => ({ ...now, ...addition }));
    };
    void api.call('templateList', {}, { signal }).then((reply) => {
      if (reply.state === 'ok') mergeOverviewData({ templates: reply.data.list });
    });
    void api.call('noticeList', { unread: true }, { signal }).then((reply) => {
      if (reply.state === 'ok') mergeOverviewData({ notices: reply.data });
    });
    return () => stop.abort();
  }, [api]);
  return (
    <>
      {later.templates && <RecentTemplates list={later.templates} alias={alias} />}
      {later.notices && <UnreadNotices notices={later.notices} alias={alias} />}
    </>
  );
};
