import type { CallOutput } from '@yunbiao/contract';
import { isPairCode, normalizePairCode, formatPairCode } from '@yunbiao/contract/gateway/pair-code';
import { Dialog, toast } from '@yunbiao/ui';
import { Status } from '@yunbiao/ui/status.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { SourceCommands } from '../../kit/printing/source-commands.tsx';
import { useApi } from '../../kit/site/site.tsx';
import s from './client.module.css';
import { MachineFacts } from './machine-facts.tsx';
import { PairInput } from './pair-input.tsx';

type Machine = CallOutput<'pairInfo'>;

/** Requests the machine as soon as the code is complete. Discards replies for an older code. */
const useMachineByPairCode = (initial: string) => {
  const api = useApi();
  const form = useForm({ code: normalizePairCode(initial), remark: '' });
  const { getState, set, showErrors } = form;
  const [machine, setMachine] = useState<Machine | null>(null);
  const [asking, setAsking] = useState(false);
  const requestCount = useRef(0);

  const findMachine = useCallback(
    async (code: string): Promise<Errors | null> => {
      const requestNumber = ++requestCount.current;
      setAsking(true);
      const reply = await api.call('pairInfo', { code });
      if (requestNumber !== requestCount.current) return null;
      setAsking(false);
      if (reply.state === 'fail') return { code: reply.data?.fields?.code ?? reply.msg };
      setMachine(reply.data);
      return null;
    },
    [api],
  );
  /**
   * Finds the machine of a code as soon as it is complete. No button was pressed, so the focus
   * stays.
   */
  const loadMachineByPairCode = useCallback(
    async (code: string): Promise<void> => {
      if (!isPairCode(code)) return;
      const errors = await findMachine(code);
      if (errors) showErrors(errors);
    },
    [findMachine, showErrors],
  );
  const change = useCallback(
    (next: string) => {
      requestCount.current++;
      setAsking(false);
      set({ code: next });
      setMachine(null);
      void loadMachineByPairCode(next);
    },
    [loadMachineByPairCode, set],
  );
  // A link from the agent contains the code.
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) void loadMachineByPairCode(getState().values.code);
    isFirst.current = false;
  }, [loadMachineByPairCode, getState]);
  return { form, machine, asking, change, ask: findMachine };
};

type PairDialogProps = {
  /** Code from the link of the agent, or ''. */
  initial: string;
  stat: CallOutput<'authStat'> | null;
  onClose: () => void;
  onPaired: (client: CallOutput<'pairConfirm'>) => void;
};

const HINT_ID = 'pair-hint';

/** 添加客户端: enter the code, verify the machine, authorize it. */
export const PairDialog = ({ initial, stat, onClose, onPaired }: PairDialogProps) => {
  const api = useApi();
  const { form, machine, asking, change, ask } = useMachineByPairCode(initial);
  const { code, remark } = form.values;
  const error = form.errors.code ?? '';

  const confirmPairing = async (): Promise<Errors | null> => {
    if (!machine && !isPairCode(code)) return { code: '配对码是 8 位，字母不分大小写' };
    if (!machine) return ask(code);
    const reply = await api.call('pairConfirm', { code, remark: remark.trim() });
    if (reply.state === 'fail') return { code: reply.data?.fields?.code ?? reply.msg };
    toast.success(`已授权“${reply.data.remark || reply.data.name}”`);
    onPaired(reply.data);
    return null;
  };

  return (
    <Dialog title="添加客户端" shape="wide" maxWidth={520} onClose={onClose}>
      <form className={s.form} {...form.getFormProps(confirmPairing)}>
        <p className="medium quiet">在那台电脑上打开打印客户端，把它显示的 8 位配对码填在这里。</p>
        <SourceCommands part="pairing" />
        <PairInput code={code} bad={error !== ''} describedBy={HINT_ID} onChange={change} />
        <div id={HINT_ID} className="small quiet" aria-live="polite">
          {error ? (
            <p className="field-err">{error}</p>
          ) : asking ? (
            <Status kind="running">正在查找 {formatPairCode(code)}</Status>
          ) : (
            !machine && '字母不分大小写，短横可以不输。'
          )}
        </div>
        {machine && (
          <MachineFacts
            machine={machine}
            stat={stat}
            remark={remark}
            onRemark={(text) => form.set({ remark: text })}
          />
        )}
        <div className={s.row}>
          <button type="button" className="button" onClick={machine ? () => change('') : onClose}>
            {machine ? '不是我的' : '取消'}
          </button>
          <button type="submit" className="button primary" aria-disabled={form.isBusy}>
            {machine ? '是我的，配对' : '查找客户端'}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
