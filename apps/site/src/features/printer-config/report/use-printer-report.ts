import type { CallOutput } from '@yunbiao/contract';
import { toast } from '@yunbiao/ui';
import { useEffect, useState } from 'react';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { useApi } from '../../../kit/site/site.tsx';

type Brand = CallOutput<'printerModels'>['brands'][number];
type Report = CallOutput<'printerReports'>['list'][number];

/** Brands to choose from and the member's reports; null until they are there. */
type Choices = { brands: Brand[]; reports: Report[] } | null;

/** Loads the models and the member's reports, reports one and takes one back. */
export const usePrinterReport = ({ alias, configId }: { alias: string; configId: string }) => {
  const api = useApi();
  const [choices, setChoices] = useState<Choices>(null);
  const [failure, setFailure] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    const load = async (): Promise<void> => {
      const [models, reports] = await Promise.all([
        api.call('printerModels', { alias }),
        api.call('printerReports', {}),
      ]);
      if (models.state === 'fail') return setFailure(models.msg);
      if (reports.state === 'fail') return setFailure(reports.msg);
      setChoices({ brands: models.data.brands, reports: reports.data.list });
    };
    void load();
  }, [alias, api]);
  const showReports = (reports: Report[]): void =>
    setChoices((before) => before && { ...before, reports });
  const report = async (model: string): Promise<boolean> => {
    if (isBusy) return false;
    setIsBusy(true);
    const reply = await api.call('reportPrinter', { id: configId, model });
    setIsBusy(false);
    if (reply.state === 'fail') {
      setError(reply.msg);
      return false;
    }
    setError('');
    showReports(reply.data.list);
    toast.success('报好了，谢谢');
    return true;
  };
  const withdraw = async (model: string): Promise<void> => {
    const reply = await api.call('withdrawPrinterReport', { model });
    if (reply.state === 'fail') return showFailure(reply);
    showReports(reply.data.list);
    toast.success('已撤回');
  };
  return { choices, failure, error, isBusy, clearError: () => setError(''), report, withdraw };
};
