import type { CallOutput } from '@yunbiao/contract';
import { toast } from '@yunbiao/ui';
import { useEffect, useRef, useState } from 'react';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { useApi } from '../../../kit/site/site.tsx';

type Reply = CallOutput<'printerReports'>;
type Report = Reply['list'][number];

/** Models the printer can be and the member's reports; null until they are there. */
type Choices = (NonNullable<Reply['choices']> & { reports: Report[] }) | null;
export type Brand = NonNullable<Choices>['brands'][number];

/** The second press of a double press may come before the first is shown as busy. */
const useSingleSend = () => {
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const setSending = (isNow: boolean): void => {
    isSending.current = isNow;
    setIsBusy(isNow);
  };
  const beginReport = (): boolean => {
    if (isSending.current) return false;
    setSending(true);
    return true;
  };
  return { isBusy, begin: beginReport, end: () => setSending(false) };
};

/** Loads the models and the member's reports, reports one and takes one back. */
export const usePrinterReport = (configId: string) => {
  const api = useApi();
  const [choices, setChoices] = useState<Choices>(null);
  const [failure, setFailure] = useState('');
  const [error, setError] = useState('');
  const { isBusy, begin, end } = useSingleSend();
  useEffect(() => {
    const loadModelsAndReports = async (): Promise<void> => {
      const reply = await api.call('printerReports', { id: configId });
      if (reply.state === 'fail') return setFailure(reply.msg);
      const { list, choices: offered } = reply.data;
      if (offered) setChoices({ ...offered, reports: list });
    };
    void loadModelsAndReports();
  }, [configId, api]);
  const showReports = (reports: Report[]): void =>
    setChoices((before) => before && { ...before, reports });
  const reportModel = async (model: string): Promise<boolean> => {
    if (!begin()) return false;
    const reply = await api.call('reportPrinter', { id: configId, model });
    end();
    if (reply.state === 'fail') {
      setError(reply.msg);
      return false;
    }
    setError('');
    showReports(reply.data.list);
    toast.success('报好了，谢谢');
    return true;
  };
  const withdrawReport = async (model: string): Promise<void> => {
    if (!begin()) return;
    const reply = await api.call('withdrawPrinterReport', { model });
    end();
    if (reply.state === 'fail') return showFailure(reply);
    showReports(reply.data.list);
    toast.success('已撤回');
  };
  return {
    choices,
    failure,
    error,
    isBusy,
    clearError: () => setError(''),
    report: reportModel,
    withdraw: withdrawReport,
  };
};
