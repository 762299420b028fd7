import { Link } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import type { PrintEvent } from '@yunbiao/contract/api/events';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useLiveData } from '../../kit/live/live-data.ts';
import { usePrintEvents } from '../../kit/live/live-print.ts';
import { hasPrinterStateChanged } from '../../kit/printing/printer-events.ts';
import { useApi } from '../../kit/site/site.tsx';
import { AllowanceNote } from './allowance-note.tsx';
import { explainConfigLimit } from './allowance-messages.ts';
import { ConfigEditor } from './config-editor.tsx';
import { ConfigList } from './config-list.tsx';
import { type Printer, listPrinters } from './draft.ts';
import { EmptyConfigs } from './empty-configs.tsx';
import { GroupList } from './group/group-list.tsx';
import { loadConfigs, type ConfigData } from './load.ts';
import type { ConfigSearch } from './search.ts';

type PrinterConfigPageProps = {
  alias: string;
  loaded: Envelope<ConfigData>;
  search: ConfigSearch;
  /** Navigates to another state of this page; `replace` adds no history entry. */
  onSearch: (search: ConfigSearch, replace?: boolean) => void;
};

const getPrinter = (data: ConfigData | null, printerId: string): Printer | undefined =>
  listPrinters(data?.clients.list ?? []).find(({ id }) => id === printerId);

const ListHead = ({ alias, canAdd }: { alias: string; canAdd: boolean }) => (
  <div className="page-head">
    <div>
      <h1>打印机配置</h1>
      <p>
        一个配置是一台打印机加一种标签纸：尺寸、校准和出纸。语言选哪一种，看
        <Link className="link" to="/$soft/tools/printers" params={{ soft: alias }}>
          打印机型号
        </Link>
        。
      </p>
    </div>
    {canAdd && (
      <div className="push-end">
        <Link
          className="button compact primary"
          to="/$soft/user/printerCfg"
          params={{ soft: alias }}
          search={{ new: '1' }}
        >
          <Icon name="plus" />
          新建配置
        </Link>
      </div>
    )}
  </div>
);

const ConfigNotFound = ({ alias }: { alias: string }) => (
  <section className="empty">
    <h1 className="section-title">没有这个配置</h1>
    <p className="medium quiet">它可能已经删除了。</p>
    <div className="row">
      <Link className="button" to="/$soft/user/printerCfg" params={{ soft: alias }}>
        查看全部配置
      </Link>
    </div>
  </section>
);

type OverviewProps = Pick<PrinterConfigPageProps, 'alias' | 'search' | 'onSearch'> & {
  data: ConfigData;
  hasPrinter: boolean;
  reload: () => Promise<void>;
};

/** The configurations and groups, or the steps to the first configuration. */
const ConfigOverview = ({ alias, data, search, hasPrinter, onSearch, reload }: OverviewProps) => {
  const configs = data.configs.list;
  const clients = data.clients.list;
  return (
    <>
      <ListHead alias={alias} canAdd={hasPrinter && !explainConfigLimit(data.stat)} />
      <AllowanceNote allowance={data.stat} alias={alias} />
      {configs.length === 0 ? (
        <EmptyConfigs
          alias={alias}
          hasPrinter={hasPrinter}
          hasClient={clients.length > 0}
          onVirtual={data.clients.virtualOffered ? () => void reload() : undefined}
        />
      ) : (
        <>
          <ConfigList
            alias={alias}
            configs={configs}
            allowance={data.stat}
            q={search.q}
            onSearch={(q) => onSearch({ q }, true)}
          />
          {(configs.length > 1 || data.groups.list.length > 0) && (
            <GroupList
              groups={data.groups.list}
              configs={configs}
              isVirtual={({ clientId }) =>
                clients.some((client) => client.id === clientId && client.virtual)
              }
              onChanged={() => void reload()}
            />
          )}
        </>
      )}
    </>
  );
};

/** 打印机配置: the list, and the configuration selected by the address. */
export const PrinterConfigPage = ({ alias, loaded, search, onSearch }: PrinterConfigPageProps) => {
  const api = useApi();
  const { data, failure, reload, refresh } = useLiveData(loaded, () => loadConfigs(api));
  usePrintEvents((event: PrintEvent) => {
    if (event.type === 'resync' || event.type === 'client') return refresh();
    if (event.type === 'printer' && hasPrinterStateChanged(getPrinter(data, event.id), event))
      refresh();
  });

  if (!data)
    return (
      <>
        <ListHead alias={alias} canAdd={false} />
        {failure && (
          <LoadError
            title="没有取到打印机配置"
            reason={failure.msg}
            requestId={failure.data?.requestId}
            onRetry={() => void reload()}
          />
        )}
      </>
    );
  const configs = data.configs.list;
  const clients = data.clients.list;
  const config = configs.find(({ id }) => id === search.id) ?? null;
  const hasPrinter = listPrinters(clients).length > 0;

  if (search.id !== undefined && !config) return <ConfigNotFound alias={alias} />;
  if (!config && (search.new === undefined || !hasPrinter))
    return <ConfigOverview {...{ alias, data, search, hasPrinter, onSearch, reload }} />;
  return (
    <ConfigEditor
      key={config?.id ?? 'new'}
      alias={alias}
      config={config}
      clients={clients}
      printerId={search.printer}
      allowance={data.stat}
      taken={configs.map(({ name }) => name)}
      calibrates={search.calibrate !== undefined}
      onSaved={(savedConfig) => {
        void reload().then(() => !config && onSearch({ id: savedConfig.id }, true));
      }}
      onCopied={(copiedConfig) => void reload().then(() => onSearch({ id: copiedConfig.id }))}
      onDeleted={() => {
        onSearch({}, true);
        void reload();
      }}
    />
  );
};
