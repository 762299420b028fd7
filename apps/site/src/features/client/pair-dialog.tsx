import type { CallOutput } from '@yunbiao/contract';
import { isPairCode, readPairCode, showPairCode } from '@yunbiao/contract/pair-code';
import { Dialog, toast } from '@yunbiao/ui';
import { Status } from '@yunbiao/ui/status.tsx';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { usePairCommand } from '../../shell/agent-commands.ts';
import { useApi } from '../../shell/site.tsx';
import s from './client.module.css';
import { MachineFacts } from './machine-facts.tsx';
import { PairInput } from './pair-input.tsx';

type Machine = CallOutput<'pairInfo'>;

/** Asks whose code it is as soon as it is whole; the answer to an older code is dropped. */
const useMachine = (initial: string) => {
  const api = useApi();
  const [code, setCode] = useState(() => readPairCode(initial));
  const [machine, setMachine] = useState<Machine | null>(null);
  const [error, setError] = useState('');
  const [asking, setAsking] = useState(false);
  const asked = useRef(0);

  const ask = useCallback(
    async (whole: string) => {
      const mine = ++asked.current;
      setAsking(true);
      setError('');
      const reply = await api.call('pairInfo', { code: whole });
      if (mine !== asked.current) return;
      setAsking(false);
      if (reply.state === 'ok') setMachine(reply.data);
      else setError(reply.data?.fields?.code ?? reply.msg);
    },
    [api],
  );
  const change = useCallback(
    (next: string) => {
      asked.current++;
      setAsking(false);
      setCode(next);
      setMachine(null);
      setError('');
      if (isPairCode(next)) void ask(next);
    },
    [ask],
  );
  // A link from the agent brings the code along.
  const first = useRef(code);
  useEffect(() => {
    if (isPairCode(first.current)) void ask(first.current);
    first.current = '';
  }, [ask]);
  return { code, machine, error, asking, change, ask, setError };
};

type PairDialogProps = {
  /** From the agent's link, or ''. */
  initial: string;
  stat: CallOutput<'authStat'> | null;
  onClose: () => void;
  onPaired: (client: CallOutput<'pairConfirm'>) => void;
};

const HINT_ID = 'pair-hint';

/** 添加客户端: the code, whose it is, and the member's word that it is theirs. */
export const PairDialog = ({ initial, stat, onClose, onPaired }: PairDialogProps) => {
  const api = useApi();
  const command = usePairCommand();
  const { code, machine, error, asking, change, ask, setError } = useMachine(initial);
  const [remark, setRemark] = useState('');
  const [sending, setSending] = useState(false);

  const confirm = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (sending) return;
    if (!machine) return isPairCode(code) ? ask(code) : setError('配对码是 8 位，字母不分大小写');
    setSending(true);
    const reply = await api.call('pairConfirm', { code, remark: remark.trim() });
    setSending(false);
    if (reply.state === 'fail') return setError(reply.data?.fields?.code ?? reply.msg);
    toast.success(`已授权“${reply.data.remark || reply.data.name}”`);
    onPaired(reply.data);
  };

  return (
    <Dialog title="添加客户端" shape="wide" maxWidth={520} onClose={onClose}>
      <form className={s.form} noValidate onSubmit={(event) => void confirm(event)}>
        <p className="m q">
          在那台电脑上运行 <code>{command}</code>，把它显示的 8 位配对码填在这里。
        </p>
        <PairInput code={code} bad={error !== ''} describedBy={HINT_ID} onChange={change} />
        <div id={HINT_ID} className="s q" aria-live="polite">
          {error ? (
            <p className="field-err">{error}</p>
          ) : asking ? (
            <Status kind="running">正在找 {showPairCode(code)}</Status>
          ) : (
            !machine && '字母不分大小写，短横可以不输。'
          )}
        </div>
        {machine && (
          <MachineFacts machine={machine} stat={stat} remark={remark} onRemark={setRemark} />
        )}
        <div className={s.row}>
          <button type="submit" className="btn go" disabled={sending}>
            {machine ? '是我的，配对' : '查找电脑'}
          </button>
          <button type="button" className="btn" onClick={machine ? () => change('') : onClose}>
            {machine ? '不是我的' : '取消'}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
