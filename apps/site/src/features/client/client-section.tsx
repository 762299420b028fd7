import { Status } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { useConnectionState } from '../../kit/live/live-print.ts';
import { useCallback, useState } from 'react';
import s from './client.module.css';
import { DiscoveredPrinters } from './discovery/discovered-printers.tsx';
import type { ClientDiscovery } from './discovery/discovery-messages.ts';
import { ClientUpdate } from './client-update.tsx';
import { describeUpdateBacklog } from './update-messages.ts';
import { InlineEdit } from './inline-edit.tsx';
import { PrinterTable } from './printer-table.tsx';
import { getClientName, getClientStatus, type Client } from './client-name.ts';

const VirtualRoll = createOnDemandComponent(
  async () => (await import('../../kit/roll/virtual-roll.tsx')).VirtualRoll,
);

export type ClientField = 'remark' | 'groupName' | 'enabled';

type ClientSectionProps = {
  client: Client;
  alias: string;
  groups: readonly string[];
  /** Discovered printers; undefined when the client does not report them. */
  discovery: ClientDiscovery | undefined;
  /** Called after a change of its printers. */
  onChanged: () => void;
  /** Resolves to an error message, or ''. */
  onSet: (client: Client, field: ClientField, value: string) => Promise<string>;
  onRevoke: (client: Client) => void;
};

const ClientFacts = ({ client }: { client: Client }) => (
  <p className="small faint">
    {client.remark !== '' && `${client.name} · `}
    {client.virtual
      ? '网站上的虚拟打印机，不占客户端的名额'
      : `${client.system} · 客户端 ${client.version} · ${client.address}`}
    {!client.online &&
      (client.lastSeenAt ? (
        <>
          {' '}
          · 最后在线 <Time at={client.lastSeenAt} />
        </>
      ) : (
        ' · 还没有连上过'
      ))}
  </p>
);

/** Paper of a virtual printer. Opening it starts a stopped printer. */
const ClientRoll = ({ client }: { client: Client }) => {
  const [isWanted, setIsWanted] = useState(false);
  // Once displayed, it stays when the printer goes offline.
  const isOpen = client.online || isWanted;
  if (isOpen && !isWanted) setIsWanted(true);
  const [isLost, setIsLost] = useState(false);
  const markRollLost = useCallback(() => setIsLost(true), []);
  if (isOpen && !isLost)
    return (
      <VirtualRoll
        clientId={client.id}
        waiting={<p className={s.rollWait}>正在打开纸卷…</p>}
        onGiveUp={markRollLost}
      />
    );
  const openVirtualPrinterRoll = (): void => {
    setIsLost(false);
    setIsWanted(true);
  };
  return (
    <div className={s.how}>
      <p className="medium quiet">
        {isLost ? '纸卷没有打开。' : '已休眠，有标签要打印时自动恢复。'}
      </p>
      <div className="row">
        <button type="button" className="button" onClick={openVirtualPrinterRoll}>
          {isLost ? '重试' : '查看纸卷'}
        </button>
      </div>
    </div>
  );
};

/** One client with its status, actions and printers. */
export const ClientSection = ({
  client,
  alias,
  groups,
  discovery,
  onChanged,
  onSet,
  onRevoke,
}: ClientSectionProps) => {
  const name = getClientName(client);
  const status = getClientStatus(client, useConnectionState());
  return (
    <section className={s.mach} aria-label={name}>
      <header>
        <div>
          <div className={s.title}>
            <InlineEdit
              what={`备注：${name}`}
              value={client.remark}
              placeholder={client.name}
              onSave={(value) => onSet(client, 'remark', value)}
            >
              <h2 className="section-title">{name}</h2>
            </InlineEdit>
            <span className={s.group}>
              <InlineEdit
                what={`分组：${name}`}
                value={client.groupName}
                placeholder="分组"
                suggestions={groups}
                onSave={(value) => onSet(client, 'groupName', value)}
              >
                <span className={client.groupName ? 'tag' : 'small faint'}>
                  {client.groupName || '未分组'}
                </span>
              </InlineEdit>
            </span>
          </div>
          <ClientFacts client={client} />
        </div>
        <div className={s.status} aria-live="polite">
          <Status kind={status.kind}>{status.text}</Status>
        </div>
        <div className={s.acts}>
          <button
            type="button"
            className="bare"
            onClick={() => void onSet(client, 'enabled', client.enabled ? '0' : '1')}
          >
            {client.enabled ? '停用' : '启用'}
            <span className="visually-hidden">{name}</span>
          </button>
          <button type="button" className={`bare ${s.delete}`} onClick={() => onRevoke(client)}>
            撤销<span className="visually-hidden">{name}</span>
          </button>
        </div>
      </header>
      {client.undrawn > 0 && (
        <p className="medium" role="status">
          {describeUpdateBacklog(client.undrawn)}
        </p>
      )}
      <ClientUpdate client={client} />
      <PrinterTable client={client} alias={alias} discovery={discovery} />
      <DiscoveredPrinters
        client={client}
        alias={alias}
        discovery={discovery}
        onChanged={onChanged}
      />
      {client.virtual && <ClientRoll client={client} />}
    </section>
  );
};
