import { Status } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { toast } from '@yunbiao/ui';
import { useState } from 'react';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { onDemand } from '../../kit/site/on-demand.ts';
import { useApi } from '../../kit/site/site.tsx';
import s from './client.module.css';
import {
  foundStatus,
  KIND_WORDS,
  listed,
  maybeMoved,
  mediaWords,
  type Found,
  type Told,
} from './found-words.ts';
import type { Client } from './words.ts';

const UseFound = onDemand(async () => (await import('./use-found.tsx')).UseFound);
const TypeAddress = onDemand(async () => (await import('./type-address.tsx')).TypeAddress);

type RowProps = {
  found: Found;
  client: Client;
  onUse: () => void;
  onChanged: () => void;
};

/** A printer in use that is not where it was may be this one: one press says so. */
const Moved = ({ found, client, onChanged }: Omit<RowProps, 'onUse'>) => {
  const api = useApi();
  const [isMoving, setIsMoving] = useState(false);
  const move = async ({ id, name }: { id: string; name: string }): Promise<void> => {
    if (isMoving) return;
    setIsMoving(true);
    const one = { clientId: client.id, foundId: found.id, printerId: id };
    const reply = await api.call('foundMove', one);
    setIsMoving(false);
    if (reply.state === 'fail') return sayFailure(reply);
    toast.success(`“${name}”以后到 ${found.where} 打`);
    onChanged();
  };
  return maybeMoved(found, client.printers).map((printer) => (
    <button
      key={printer.id}
      type="button"
      className="bare small"
      disabled={!client.online}
      aria-disabled={isMoving}
      onClick={() => void move(printer)}
    >
      就是“{printer.name}”，换到这里
    </button>
  ));
};

const Row = ({ found, client, onUse, onChanged }: RowProps) => {
  const { online } = client;
  const shown = foundStatus(found);
  const media = mediaWords(found.media);
  const also = found.also.length > 0 ? `，也在 ${found.also.join('、')}` : '';
  return (
    <li className={s.found}>
      <div>
        <span className="strong">{found.name}</span>
        <span className="small faint">
          {KIND_WORDS[found.kind]} · {found.where}
          {also}
          {found.model !== '' && found.model !== found.name && ` · ${found.model}`}
          {media !== '' && ` · ${media}`}
        </span>
        <Moved found={found} client={client} onChanged={onChanged} />
      </div>
      <span className="small">
        <Status kind={shown.kind}>{shown.text}</Status>
        {!found.here && (
          <span className="faint">
            {' '}
            上次见到 <Time at={found.lastSeenAt} />
          </span>
        )}
      </span>
      {found.usable ? (
        <button
          type="button"
          className="button compact"
          disabled={!online || !found.here}
          onClick={onUse}
        >
          使用<span className="visually-hidden">：{found.name}</span>
        </button>
      ) : (
        <span className="small faint">这个版本还不能用这种接法</span>
      )}
    </li>
  );
};

type FoundPrintersProps = {
  client: Client;
  alias: string;
  told: Told | undefined;
  /** Something about the client's printers is new. */
  onChanged: () => void;
};

/** 发现的打印机: what this client sees around it, to be taken into use. */
export const FoundPrinters = ({ client, alias, told, onChanged }: FoundPrintersProps) => {
  const api = useApi();
  const [using, setUsing] = useState<Found | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  if (client.virtual || !told) return null;
  const { fresh, moved } = listed(told);
  const search = async (): Promise<void> => {
    if (isSearching) return;
    setIsSearching(true);
    const reply = await api.call('foundSearch', { clientId: client.id });
    setIsSearching(false);
    if (reply.state === 'fail') return sayFailure(reply);
    toast.success('找过了');
    onChanged();
  };
  return (
    <section className={s.around} aria-label={`${client.remark || client.name}发现的打印机`}>
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
            {isSearching ? '正在找…' : '再找一遍'}
          </button>
          <button
            type="button"
            className="bare small"
            disabled={!client.online}
            onClick={() => setIsTyping(true)}
          >
            输入网络地址
          </button>
        </span>
      </header>
      {moved.map((one) => (
        <p key={one.id} className="small quiet">
          {one.name} 原来在 {one.movedFrom}，现在在 {one.where} 找到，已经跟过去了，它还是同一台。
        </p>
      ))}
      {told.addresses.map((one) => (
        <p key={one.id} className="small quiet">
          <Status kind="uncertain">{one.text} 等着在那台电脑上确认</Status>
          ：在那里双击打开打印客户端；从源码运行的，运行{' '}
          <code>npm run agent -- printer confirm</code>
        </p>
      ))}
      {fresh.length === 0 ? (
        <p className="small faint">
          {told.printers.length > 0
            ? '找到的都在用了。'
            : '还没有找到打印机。开机、接好线，再找一遍。'}
        </p>
      ) : (
        <ul>
          {fresh.map((one) => (
            <Row
              key={one.id}
              found={one}
              client={client}
              onUse={() => setUsing(one)}
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
