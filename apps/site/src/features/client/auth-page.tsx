import { useHydrated } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/envelope';
import type { PrintEvent } from '@yunbiao/contract/events';
import { toast } from '@yunbiao/ui';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import { useState } from 'react';
import { useLiveData } from '../../kit/live/live-data.ts';
import { usePrintEvents } from '../../kit/live/live-print.ts';
import { useApi } from '../../kit/site/site.tsx';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { ClientFilters } from './client-filters.tsx';
import { ClientSection, type ClientField } from './client-section.tsx';
import { TryVirtual } from '../../kit/roll/try-virtual.tsx';
import { EmptyClients } from './empty-clients.tsx';
import { filterClients, listGroups, isFiltered } from './filter.ts';
import { applyEvent, replaceClient, type AuthData } from './live.ts';
import { loadAuth } from './load.ts';
import { PairDialog } from './pair-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import type { AuthSearch } from './search.ts';
import s from './client.module.css';
import { StatTiles } from './stat-tiles.tsx';
import type { Client } from './words.ts';

type AuthPageProps = {
  alias: string;
  loaded: Envelope<AuthData>;
  search: AuthSearch;
  /** Puts a change of filters or dialog into the address. */
  onSearch: (change: AuthSearch) => void;
};

const useAuth = (loaded: Envelope<AuthData>) => {
  const api = useApi();
  const live = useLiveData(loaded, () => loadAuth(api));
  const { data, patch, refresh } = live;

  usePrintEvents((event: PrintEvent) => {
    const isDone = event.type === 'batch' && event.finishedAt !== null;
    if (event.type === 'resync' || event.type === 'found' || isDone) return refresh();
    if (['batch', 'detail', 'roll'].includes(event.type) || !data) return;
    const next = applyEvent(data, event);
    // The figures over the list come from the server, and a change of state moves them; a counter alone does not.
    const isCounterOnly =
      event.type === 'printer' && next !== null && getState(data, event.id) === event.state;
    if (!isCounterOnly) refresh();
    if (next && next !== data) patch((now) => applyEvent(now, event) ?? now);
  });

  const set = async (client: Client, field: ClientField, value: string): Promise<string> => {
    const reply = await api.call('authValueSet', { id: client.id, field, value });
    if (reply.state === 'fail') {
      if (field === 'enabled') sayFailure(reply);
      return reply.data?.fields?.value ?? reply.msg;
    }
    patch((now) => replaceClient(now, reply.data));
    refresh();
    if (field === 'enabled')
      toast.success(reply.data.enabled ? '已启用，排队的标签接着打' : '已停用，新的标签先排队');
    return '';
  };
  return { ...live, set };
};

const getState = (data: AuthData, printerId: string): string | undefined =>
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
  const shown = filterClients(clients, search);
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
      {shown.length === 0 && isFiltered(search) ? (
        <section className="empty">
          <h2>没有符合条件的客户端</h2>
          <p className="medium quiet">一共 {clients.length} 台，去掉条件可以看全部。</p>
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
        shown.map((client) => (
          <ClientSection
            key={client.id}
            client={client}
            alias={alias}
            told={data.found.list.find(({ clientId }) => clientId === client.id)}
            onChanged={onChanged}
            groups={listGroups(clients)}
            onSet={onSet}
            onRevoke={onRevoke}
          />
        ))
      )}
      <p className="tipline">离线的客户端不会补打过期的标签：到期还没印的会自动过期，额度退回。</p>
    </>
  );
};

/** Nothing is there yet, and the page's one main act is the virtual printer. */
const isOffered = (data: AuthData | null): boolean =>
  data !== null && data.stat.virtualOffered && data.clients.list.length === 0;

/** There are clients, none of which is a virtual one; without any the empty page offers it. */
const mayAddVirtual = (data: AuthData | null): boolean =>
  data !== null &&
  data.stat.virtualOffered &&
  data.clients.list.length > 0 &&
  !data.clients.list.some(({ virtual }) => virtual);

/** 授权客户端: the machines that may print for this member, live. */
export const AuthPage = ({ alias, loaded, search, onSearch }: AuthPageProps) => {
  const { data, failure, reload, refresh, set } = useAuth(loaded);
  const [revoking, setRevoking] = useState<Client | null>(null);
  const isPairing = useHydrated() && (search.pair !== undefined || search.code !== undefined);
  const closePair = (): void => onSearch({ pair: undefined, code: undefined });

  return (
    <>
      <div className="page-head">
        <div>
          <h1>授权客户端</h1>
          <p>一台连着打印机的电脑就是一个客户端。它有自己的钥匙，随时可以收回。</p>
        </div>
        <div className={`push-end ${s.heads}`}>
          {mayAddVirtual(data) && <TryVirtual isBrief onOpened={() => void reload()} />}
          <button
            type="button"
            className={isOffered(data) ? 'button compact' : 'button compact primary'}
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
          <Trouble
            what="没有取到客户端"
            why={failure.msg}
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
          onClose={closePair}
          onPaired={() => {
            closePair();
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
