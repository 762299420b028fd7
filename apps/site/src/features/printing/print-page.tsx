import { Link } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/envelope';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import { useCallback, useRef } from 'react';
import { useLiveData } from '../../kit/live/live-data.ts';
import { usePrintEvents } from '../../kit/live/live-print.ts';
import { configsAfter } from '../../kit/printing/printer-news.ts';
import { useAlias, useApi } from '../../kit/site/site.tsx';
import { loadPrint } from './load-print.ts';
import { PrintWork } from './print-work.tsx';
import type { OpenedTemplate } from './use-opened.ts';

export type PrintData = {
  configs: CallOutput<'printConfigList'>;
  groups: CallOutput<'printerGroupList'>;
  templates: CallOutput<'templateList'>;
  usage: CallOutput<'authStat'>;
  /** What was chosen when it was loaded; null when that cannot be read. */
  opened: OpenedTemplate | null;
};

const NoTemplate = () => {
  const soft = useAlias();
  return (
    <div className="empty">
      <h2>还没有模板</h2>
      <p className="medium quiet">
        这个软件还没有可用的模板，过一会儿再来看看，或者先看看它的首页。
      </p>
      <div className="row">
        <Link className="button" to="/$soft" params={{ soft }}>
          回软件首页
        </Link>
      </div>
    </div>
  );
};

/** 立即打印: a template, its content, a printer. */
export const PrintPage = ({
  loaded,
  wanted,
}: {
  loaded: Envelope<PrintData>;
  wanted?: string | undefined;
}) => {
  const api = useApi();
  /** What is in view is what is read again. */
  const chosen = useRef(wanted);
  const load = useCallback(() => loadPrint(api, chosen.current), [api]);
  const noteChosen = useCallback((id: string) => {
    chosen.current = id;
  }, []);
  const live = useLiveData(loaded, load);
  usePrintEvents((event) => {
    // An order that was paid brings more labels.
    if (['resync', 'client', 'order'].includes(event.type)) live.refresh();
    if (event.type !== 'printer') return;
    live.patch((data) => ({
      ...data,
      configs: { list: configsAfter(data.configs.list, event) },
    }));
  });
  return (
    <>
      <div className="page-head">
        <div>
          <h1>立即打印</h1>
          <p>选模板，填几个字或者贴几行，发到打印机。</p>
        </div>
      </div>
      {live.data === null ? (
        <Trouble
          what="打印要用的东西没有读到"
          why={live.failure?.msg ?? ''}
          requestId={live.failure?.data?.requestId}
          onRetry={() => void live.reload()}
        />
      ) : live.data.templates.list.length === 0 ? (
        <NoTemplate />
      ) : (
        <PrintWork
          data={live.data}
          wanted={wanted}
          onChosen={noteChosen}
          onChanged={live.refresh}
        />
      )}
    </>
  );
};
