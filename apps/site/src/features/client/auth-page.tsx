import { useHydrated } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import type { PrintEvent } from '@yunbiao/contract/api/events';
import { toast } from '@yunbiao/ui';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useState } from 'react';
import { useLiveData } from '../../kit/live/live-data.ts';
import { usePrintEvents } from '../../kit/live/live-print.ts';
import { useApi } from '../../kit/site/site.tsx';
import { showFailure } from '../../kit/page/show-failure.ts';
import { ClientFilters } from './client-filters.tsx';
import { ClientSection, type ClientField } from './client-section.tsx';
import { CreateVirtualPrinter } from '../../kit/roll/try-virtual.tsx';
import { EmptyClients } from './empty-clients.tsx';
import { filterClients, listGroups, hasClientFilter } from './filter.ts';
import { applyPrintEventToClients, replaceClient, type AuthData } from './live.ts';
import { loadClientPage } from './load.ts';
import { PairDialog } from './pair-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import type { AuthSearch } from './search.ts';
import s from './client.module.css';
import { StatTiles } from './stat-tiles.tsx';
import type { Client } from './client-name.ts';

type AuthPageProps = {
  alias: string;
  loaded: Envelope<AuthData>;
  search: AuthSearch;
  /** Writes a change of filters or dialog to the address. */
  onSearch: (change: AuthSearch) => void;
};

const useClientPageData = (initialReply: Envelope<AuthData>) => {
  const api = useApi();
  const live = useLiveData(initialReply, () => loadClientPage(api));
  const { data, patch, refresh } = live;

  usePrintEvents((event: PrintEvent) => {
    const isDone = event.type === 'batch' && event.finishedAt !== null;
    if (event.type === 'resync' || event.type === 'found' || isDone) return refresh();
    if (['batch', 'detail', 'roll'].includes(event.type) || !data) return;
    const next = applyPrintEventToClients(data, event);
    // The figures above the list come from the server and change with states. A counter update
    // alone does not change them.
    const isCounterOnly =
      event.type === 'printer' && next !== null && findPrinterState(data, event.id) === event.state;
    if (!isCounterOnly) refresh();
    if (next && next !== data) patch((now) => applyPrintEventToClients(now, event) ?? now);
  });

  const saveClientField = async (
    client: Client,
    field: ClientField,
    value: string,
  ): Promise<string> => {
    const reply = await api.call('authValueSet', { id: client.id, field, value });
    if (reply.state === 'fail') {
      if (field === 'enabled') showFailure(reply);
      return reply.data?.fields?.value ?? reply.msg;
    }
    patch((now) => replaceClient(now, reply.data));
    refresh();
    if (field === 'enabled')
      toast.success(reply.data.enabled ? '已启用，排队的标签继续打印' : '已停用，新的标签先排队');
    return '';
  };
  return { ...live, set: saveClientField };
};

const findPrinterState = (data: AuthData, printerId: string): string | undefined =>
  data.clients.list.flatMap(({ printers }) => printers).find(({ id }) => id === printerId)?.state;

type ListProps = {
  data: AuthData;
  onChanged: () => void;
  alias: string;
  search: AuthSearch;
  onSearch: AuthPageProps['onSearch'];
  onVirtual: () => void;
} & Pick<Parameters<typeof ClientSection>[0], 'onSet' | 'onRevoke'>;

const ClientList = ({
  data,
  alias,
  search,
  onSearch,
  onVirtual,
  onChanged,
  onSet,
  onRevoke,
}: ListProps) => {
  const clients = data.clients.list;
  const visibleClients = filterClients(clients, search);
  if (clients.length === 0)
    return (
      <EmptyClients
        alias={alias}
        onPair={() => onSearch({ pair: '1' })}
        onVirtual={data.stat.virtualOffered ? onVirtual : undefined}
      />
    );
  return (
    <>
      <ClientFilters clients={clients} filter={search} onChange={onSearch} />
      {visibleClients.length === 0 && hasClientFilter(search) ? (
        <section className="empty">
          <h2>没有符合条件的客户端</h2>
          <p className="medium quiet">一共 {clients.length} 台，清除筛选可以查看全部。</p>
          <div className="row">
            <button
              type="button"
              className="button"
              onClick={() => onSearch({ state: undefined, group: undefined, q: undefined })}
            >
              清除筛选
            </button>
          </div>
        </section>
      ) : (
        visibleClients.map((client) => (
          <ClientSection
            key={client.id}
            client={client}
            alias={alias}
            discovery={data.found.list.find(({ clientId }) => clientId === client.id)}
            onChanged={onChanged}
            groups={listGroups(clients)}
            onSet={onSet}
            onRevoke={onRevoke}
          />
        ))
      )}
      <p className="tipline">
        离线的客户端不会补打印过期的标签：到期还没打印的会自动过期，额度退回。
      </p>
    </>
  );
};

/** True when there are no clients and a virtual printer is the main action. */
const isVirtualPrinterOffered = (data: AuthData | null): boolean =>
  data !== null && data.stat.virtualOffered && data.clients.list.length === 0;

/** True when there are clients but no virtual one. Without clients, the empty page offers it. */
const canAddVirtualPrinter = (data: AuthData | null): boolean =>
  data !== null &&
  data.stat.virtualOffered &&
  data.clients.list.length > 0 &&
  !data.clients.list.some(({ virtual }) => virtual);

/** 授权客户端: live list of the clients that can print for this member. */
export const AuthPage = ({ alias, loaded, search, onSearch }: AuthPageProps) => {
  const { data, failure, reload, refresh, set } = useClientPageData(loaded);
  const [revoking, setRevoking] = useState<Client | null>(null);
  const isPairing = useHydrated() && (search.pair !== undefined || search.code !== undefined);
  const closePairDialog = (): void => onSearch({ pair: undefined, code: undefined });

  return (
    <>
      <div className="page-head">
        <div>
          <h1>授权客户端</h1>
          <p>一台连着打印机的电脑就是一个客户端。它有自己的授权，随时可以撤销。</p>
        </div>
        <div className={`push-end ${s.heads}`}>
          {canAddVirtualPrinter(data) && (
            <CreateVirtualPrinter isBrief onOpened={() => void reload()} />
          )}
          <button
            type="button"
            className={isVirtualPrinterOffered(data) ? 'button compact' : 'button compact primary'}
            onClick={() => onSearch({ pair: '1' })}
          >
            <Icon name="plus" />
            添加客户端
          </button>
        </div>
      </div>
      {data ? (
        <>
          <StatTiles stat={data.stat} />
          <ClientList
            data={data}
            alias={alias}
            search={search}
            onSearch={onSearch}
            onVirtual={() => void reload()}
            onChanged={refresh}
            onSet={set}
            onRevoke={setRevoking}
          />
        </>
      ) : (
        failure && (
          <LoadError
            title="没有取到客户端"
            reason={failure.msg}
            requestId={failure.data?.requestId}
            onRetry={() => void reload()}
          />
        )
      )}
      {isPairing && (
        <PairDialog
          key={search.code ?? ''}
          initial={search.code ?? ''}
          stat={data?.stat ?? null}
          onClose={closePairDialog}
          onPaired={() => {
            closePairDialog();
            void reload();
          }}
        />
      )}
      {revoking && (
        <RevokeDialog
          client={revoking}
          onClose={() => setRevoking(null)}
          onRevoked={() => {
            setRevoking(null);
            void reload();
          }}
        />
      )}
    </>
  );
};
