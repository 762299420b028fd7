import type { PrintData } from './load-print.ts';
import { Link } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useCallback, useRef } from 'react';
import { PictureChooserHost } from '../../kit/picture/picture-chooser-host.tsx';
import { useLiveData } from '../../kit/live/live-data.ts';
import { usePrintEvents } from '../../kit/live/live-print.ts';
import { applyPrinterEventToConfigs } from '../../kit/printing/printer-events.ts';
import { useSoftwareAlias, useApi } from '../../kit/site/site.tsx';
import { loadPrintPage } from './load-print.ts';
import { PrintWorkspace } from './print-workspace.tsx';

const NoTemplate = () => {
  const soft = useSoftwareAlias();
  return (
    <div className="empty">
      <h2>还没有模板</h2>
      <p className="medium quiet">自己画一个，保存下来就能打印。</p>
      <div className="row">
        <Link
          className="button primary"
          to="/$soft/tools/design-{$id}.html"
          params={{ soft, id: 'new' }}
        >
          新建空白标签
        </Link>
      </div>
    </div>
  );
};

/** 立即打印: choose a template, its content and a printer. */
export const PrintPage = ({
  loaded,
  wanted,
}: {
  loaded: Envelope<PrintData>;
  wanted?: string | undefined;
}) => {
  const api = useApi();
  /** A refresh reloads the template in view. */
  const chosenId = useRef(wanted);
  const reloadPrintPage = useCallback(() => loadPrintPage(api, chosenId.current), [api]);
  const setChosenTemplate = useCallback((id: string) => {
    chosenId.current = id;
  }, []);
  const live = useLiveData(loaded, reloadPrintPage);
  usePrintEvents((event) => {
    // A paid order adds labels to the quota.
    if (['resync', 'client', 'order'].includes(event.type)) live.refresh();
    if (event.type !== 'printer') return;
    live.patch((data) => ({
      ...data,
      configs: { list: applyPrinterEventToConfigs(data.configs.list, event) },
    }));
  });
  return (
    <>
      <div className="page-head">
        <div>
          <h1>立即打印</h1>
          <p>选模板，填几个字、贴几行或者打开 Excel，发到打印机。</p>
        </div>
      </div>
      {live.data === null ? (
        <LoadError
          title="打印要用的东西没有读到"
          reason={live.failure?.msg ?? ''}
          requestId={live.failure?.data?.requestId}
          onRetry={() => void live.reload()}
        />
      ) : live.data.templates.list.length === 0 ? (
        <NoTemplate />
      ) : (
        <>
          <PictureChooserHost />
          <PrintWorkspace
            data={live.data}
            wanted={wanted}
            onChosen={setChosenTemplate}
            onChanged={live.refresh}
          />
        </>
      )}
    </>
  );
};
