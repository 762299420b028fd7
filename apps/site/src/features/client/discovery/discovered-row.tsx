import { Status } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { toast } from '@yunbiao/ui';
import { useState } from 'react';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { useApi } from '../../../kit/site/site.tsx';
import s from '../client.module.css';
import type { Client } from '../client-name.ts';
import {
  getDiscoveredStatus,
  KIND_WORDS,
  listMoveCandidates,
  describeLoadedMedia,
  type FoundPrinter,
} from './discovery-messages.ts';

type RowProps = {
  found: FoundPrinter;
  client: Client;
  onUse: () => void;
  onChanged: () => void;
};

/** Asks whether this is a known printer at a new address. */
const MovedPrinterQuestion = ({ found, client, onChanged }: Omit<RowProps, 'onUse'>) => {
  const api = useApi();
  const [isMoving, setIsMoving] = useState(false);
  const movePrinter = async ({ id, name }: { id: string; name: string }): Promise<void> => {
    if (isMoving) return;
    setIsMoving(true);
    const moveInput = { clientId: client.id, foundId: found.id, printerId: id };
    const reply = await api.call('foundMove', moveInput);
    setIsMoving(false);
    if (reply.state === 'fail') return showFailure(reply);
    toast.success(`“${name}”以后在 ${found.where} 打印`);
    onChanged();
  };
  return listMoveCandidates(found, client.printers).map((printer) => (
    <button
      key={printer.id}
      type="button"
      className="bare small"
      disabled={!client.online}
      aria-disabled={isMoving}
      onClick={() => void movePrinter(printer)}
    >
      就是“{printer.name}”，换到这里
    </button>
  ));
};

/** One printer that the client discovered. */
export const DiscoveredRow = ({ found, client, onUse, onChanged }: RowProps) => {
  const { online } = client;
  const status = getDiscoveredStatus(found);
  const media = describeLoadedMedia(found.media);
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
        <MovedPrinterQuestion found={found} client={client} onChanged={onChanged} />
      </div>
      <span className="small">
        <Status kind={status.kind}>{status.text}</Status>
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
