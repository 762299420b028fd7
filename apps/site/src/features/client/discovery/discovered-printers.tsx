import { GuideLink } from '../../../kit/guide/guide-link.tsx';
import { PLACE_GUIDES } from '../../../kit/guide/trouble-guides.ts';
import { Status } from '@yunbiao/ui/status.tsx';
import { toast } from '@yunbiao/ui';
import { useState } from 'react';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { createOnDemandComponent } from '../../../kit/site/on-demand.ts';
import { useApi } from '../../../kit/site/site.tsx';
import s from '../client.module.css';
import { DiscoveredRow } from './discovered-row.tsx';
import { splitDiscovered, type FoundPrinter, type ClientDiscovery } from './discovery-messages.ts';
import type { Client } from '../client-name.ts';

const UseFound = createOnDemandComponent(
  async () => (await import('./add-discovered-printer.tsx')).AddDiscoveredPrinter,
);
const TypeAddress = createOnDemandComponent(
  async () => (await import('./type-address.tsx')).TypeAddress,
);

type FoundPrintersProps = {
  client: Client;
  alias: string;
  discovery: ClientDiscovery | undefined;
  /** Called after a change of the printers of the client. */
  onChanged: () => void;
};

/** Lets the client look for printers again. */
const usePrinterSearch = (client: Client, onChanged: () => void) => {
  const api = useApi();
  const [isSearching, setIsSearching] = useState(false);
  const searchPrinters = async (): Promise<void> => {
    if (isSearching) return;
    setIsSearching(true);
    const reply = await api.call('foundSearch', { clientId: client.id });
    setIsSearching(false);
    if (reply.state === 'fail') return showFailure(reply);
    toast.success('已查找');
    onChanged();
  };
  return { isSearching, search: searchPrinters };
};

type HeadProps = { client: Client; onChanged: () => void; onType: () => void };

const DiscoveryHead = ({ client, onChanged, onType }: HeadProps) => {
  const { isSearching, search } = usePrinterSearch(client, onChanged);
  return (
    <header>
      <h3 className="medium strong">发现的打印机</h3>
      <span className={s.acts}>
        <button
          type="button"
          className="bare small"
          aria-disabled={isSearching || !client.online}
          disabled={!client.online}
          onClick={() => void search()}
        >
          {isSearching ? '正在查找…' : '重新查找'}
        </button>
        <button type="button" className="bare small" disabled={!client.online} onClick={onType}>
          输入网络地址
        </button>
      </span>
    </header>
  );
};

/** Printers that have a new address, and typed addresses that wait for a confirmation. */
const DiscoveryNotes = ({
  moved,
  addresses,
}: {
  moved: FoundPrinter[];
  addresses: ClientDiscovery['addresses'];
}) => (
  <>
    {moved.map((printer) => (
      <p key={printer.id} className="small quiet">
        {printer.name} 原来在 {printer.movedFrom}，现在在 {printer.where}{' '}
        找到，已经跟过去了，它还是同一台。
      </p>
    ))}
    {addresses.map((address) => (
      <p key={address.id} className="small quiet">
        <Status kind="uncertain">{address.text} 等待在那台电脑上确认</Status>
        ：在那里双击打开打印客户端；从源码运行的，运行 <code>npm run agent -- printer confirm</code>
      </p>
    ))}
  </>
);

/** 发现的打印机: printers that this client discovered, with a button to use them. */
export const DiscoveredPrinters = ({ client, alias, discovery, onChanged }: FoundPrintersProps) => {
  const [using, setUsing] = useState<FoundPrinter | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  if (client.virtual || !discovery) return null;
  const { fresh, moved } = splitDiscovered(discovery);
  return (
    <section className={s.around} aria-label={`${client.remark || client.name}发现的打印机`}>
      <DiscoveryHead client={client} onChanged={onChanged} onType={() => setIsTyping(true)} />
      <DiscoveryNotes moved={moved} addresses={discovery.addresses} />
      {fresh.length === 0 ? (
        <p className="small faint">
          {discovery.printers.length > 0
            ? '找到的都在用了。'
            : '还没有找到打印机。开机、接好线，重新查找。'}
          {discovery.printers.length === 0 && (
            <GuideLink guide={PLACE_GUIDES['no-printer-found']} />
          )}
        </p>
      ) : (
        <ul>
          {fresh.map((printer) => (
            <DiscoveredRow
              key={printer.id}
              found={printer}
              client={client}
              onUse={() => setUsing(printer)}
              onChanged={onChanged}
            />
          ))}
        </ul>
      )}
      {using && (
        <UseFound
          client={client}
          alias={alias}
          found={using}
          onClose={() => setUsing(null)}
          onGiveUp={() => setUsing(null)}
          onChanged={onChanged}
        />
      )}
      {isTyping && (
        <TypeAddress
          client={client}
          onClose={() => setIsTyping(false)}
          onGiveUp={() => setIsTyping(false)}
          onSent={() => {
            setIsTyping(false);
            onChanged();
          }}
        />
      )}
    </section>
  );
};
