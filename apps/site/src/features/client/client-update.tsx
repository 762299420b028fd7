import { useState } from 'react';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { useApi } from '../../kit/site/site.tsx';
import s from './client.module.css';
import { updateWords } from './update-words.ts';
import { clientName, type Client } from './words.ts';

/** A newer program for the machine, and how far it is with becoming it; live pages hear of each step. */
export const ClientUpdate = ({ client }: { client: Client }) => {
  const api = useApi();
  const [isSending, setIsSending] = useState(false);
  const words = updateWords(client);
  if (!words) return null;
  const send = async (): Promise<void> => {
    setIsSending(true);
    const reply = await api.call('clientUpdate', { id: client.id });
    if (reply.state === 'fail') sayFailure(reply);
    setIsSending(false);
  };
  return (
    <div className={s.update} role="status">
      <p className="small">{words.text}</p>
      {words.act !== '' && (
        <button type="button" className="bare" disabled={isSending} onClick={() => void send()}>
          {words.act}
          <span className="visually-hidden">{clientName(client)}</span>
        </button>
      )}
    </div>
  );
};
