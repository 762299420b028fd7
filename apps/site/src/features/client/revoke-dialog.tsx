import type { Client as Api } from '@yunbiao/contract/api/client';
import { Dialog, toast } from '@yunbiao/ui';
import { Status } from '@yunbiao/ui/status.tsx';
import { useEffect, useState } from 'react';
import { useApi } from '../../kit/site/site.tsx';
import s from './client.module.css';
import { getClientName, type Client } from './client-name.ts';

type Losses = { configs: string[]; queued: number; sending: number };

/** Loads what depends on this client: print configurations, and labels that are not finished. */
const fetchRevocationImpact = async (api: Api, clientId: string): Promise<Losses | null> => {
  const [configs, batches] = await Promise.all([
    api.call('printConfigList', {}),
    api.call('batchList', { clientId, page: 1, pageSize: 100, tz: 'Asia/Shanghai' }),
  ]);
  if (configs.state === 'fail' || batches.state === 'fail') return null;
  const sumLabels = (state: 'queued' | 'sending'): number =>
    batches.data.list.reduce((n, { counts }) => n + counts[state], 0);
  return {
    configs: configs.data.list
      .filter((config) => config.clientId === clientId)
      .map(({ name }) => name),
    queued: sumLabels('queued'),
    sending: sumLabels('sending'),
  };
};

const RevocationEffects = ({ client, losses }: { client: Client; losses: Losses }) => (
  <ul className={s.lose}>
    <li>
      <Status kind="failed">
        它的授权立即失效
        {client.printers.length > 0 && `，${client.printers.length} 台打印机下线`}
      </Status>
    </li>
    {losses.configs.length > 0 && (
      <li>
        <Status kind="failed">
          {losses.configs.length} 个打印机配置不能再打印：{losses.configs.slice(0, 3).join('、')}
          {losses.configs.length > 3 && ' 等'}
        </Status>
      </li>
    )}
    {losses.queued > 0 && (
      <li>
        <Status kind="queued">排队的 {losses.queued} 张会取消，额度退回</Status>
      </li>
    )}
    {losses.sending > 0 && (
      <li>
        <Status kind="uncertain">已发出的 {losses.sending} 张待确认：是否已打印，要你来定</Status>
      </li>
    )}
  </ul>
);

type RevokeDialogProps = { client: Client; onClose: () => void; onRevoked: () => void };

/** Shows the consequences and asks for confirmation. */
export const RevokeDialog = ({ client, onClose, onRevoked }: RevokeDialogProps) => {
  const api = useApi();
  const [losses, setLosses] = useState<Losses | null | undefined>(undefined);
  const [error, setError] = useState('');
  const [sending, setSending] = useState(false);
  useEffect(() => {
    let isOpen = true;
    void fetchRevocationImpact(api, client.id).then((impact) => isOpen && setLosses(impact));
    return () => {
      isOpen = false;
    };
  }, [api, client.id]);

  const isBusy = sending || losses === undefined;

  const revokeClient = async (): Promise<void> => {
    setSending(true);
    const reply = await api.call('clientRevoke', { id: client.id });
    setSending(false);
    if (reply.state === 'fail') return setError(reply.msg);
    toast.success(`已撤销“${getClientName(client)}”`);
    onRevoked();
  };

  return (
    <Dialog
      title={`撤销“${getClientName(client)}”？`}
      shape="wide"
      maxWidth={440}
      onClose={onClose}
    >
      <div className={s.form}>
        {losses ? (
          <RevocationEffects client={client} losses={losses} />
        ) : (
          <p className="small quiet" aria-live="polite">
            {losses === null
              ? '没能查到它正在处理的标签；撤销后它领走未报的要你来确认。'
              : '正在查它正在处理的标签…'}
          </p>
        )}
        <p className="small quiet">
          {client.virtual
            ? '纸卷也一起删除；以后要用，再点一下就有新的一台。打印记录不受影响。'
            : '以后要用它打印，得重新配对。打印记录不受影响。'}
        </p>
        {error && (
          <p className="field-err" role="alert">
            {error}
          </p>
        )}
        <div className={s.row}>
          <button type="button" className="button" data-autofocus onClick={onClose}>
            取消
          </button>
          <button
            type="button"
            className="button danger"
            aria-disabled={isBusy}
            onClick={() => !isBusy && void revokeClient()}
          >
            撤销客户端
          </button>
        </div>
      </div>
    </Dialog>
  );
};
