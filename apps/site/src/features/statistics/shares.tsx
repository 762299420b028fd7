import type { CallOutput } from '@yunbiao/contract';
import { useEffect, useState } from 'react';
import { useApi } from '../../kit/site/site.tsx';
import { BusyWeek } from './busy-week.tsx';
import type { Zone } from '../../kit/table/days.ts';
import type { StatData } from './load.ts';
import { toStatInput, type StatSearch } from './search.ts';
import { ShareLists } from './share-lists.tsx';

type Shares = CallOutput<'printStatShares'>;

/**
 * Loads again after `stat` has changed. Keeps the previous shares while loading and after a
 * failure.
 */
const useStatShares = (search: StatSearch, { tz, today }: Zone, stat: StatData['stat']) => {
  const api = useApi();
  const [shares, setShares] = useState<Shares | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    void api
      .call('printStatShares', toStatInput(search, today, tz), { signal: stop.signal })
      .then((reply) => {
        if (stop.signal.aborted) return;
        if (reply.state === 'ok') setShares(reply.data);
        setFailed(reply.state !== 'ok');
      });
    return () => stop.abort();
  }, [api, search, today, tz, stat]);
  return { shares, failed };
};

/** Loaded after the page is shown: the week by hour, templates and sources. */
export const StatShares = ({
  search,
  zone,
  stat,
}: {
  search: StatSearch;
  zone: Zone;
  stat: StatData['stat'];
}) => {
  const { shares, failed } = useStatShares(search, zone, stat);
  if (failed && !shares)
    return (
      <p className="medium quiet">
        忙的时候、按模板和按来源的张数没有读到，换一段时间或者刷新再看。
      </p>
    );
  return (
    <>
      <BusyWeek week={shares?.week ?? null} />
      <ShareLists shares={shares} search={search} />
    </>
  );
};
