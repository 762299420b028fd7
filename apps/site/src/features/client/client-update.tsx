import { useState } from 'react';
import { showFailure } from '../../kit/page/show-failure.ts';
import { useApi } from '../../kit/site/site.tsx';
import s from './client.module.css';
import { describeUpdate } from './update-messages.ts';
import { getClientName, type Client } from './client-name.ts';

/** Available software update of the machine and its progress, updated live. */
export const ClientUpdate = ({ client }: { client: Client }) => {
  const api = useApi();
  const [isSending, setIsSending] = useState(false);
  const words = describeUpdate(client);
  if (!words) return null;
  const requestUpdate = async (): Promise<void> => {
    setIsSending(true);
    const reply = await api.call('clientUpdate', { id: client.id });
    if (reply.state === 'fail') showFailure(reply);
    setIsSending(false);
  };
  return (
    <div className={s.update} role="status">
      <p className="small">{words.text}</p>
      {words.act !== '' && (
        <button
          type="button"
          className="bare"
          disabled={isSending}
          onClick={() => void requestUpdate()}
        >
          {words.act}
          <span className="visually-hidden">{getClientName(client)}</span>
        </button>
      )}
    </div>
  );
};
