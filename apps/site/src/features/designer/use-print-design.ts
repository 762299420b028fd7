import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Data } from './data/use-data.ts';
import { usePassRowsToPrint } from './data/use-pass-to-print.ts';

/** Saves the design if necessary and opens 立即打印 with it and its rows. */
export const usePrintDesign = (
  alias: string,
  data: Data,
  ensureSaved: () => Promise<string | null>,
): (() => Promise<void>) => {
  const navigate = useNavigate();
  const handOver = usePassRowsToPrint(alias, data);
  return useCallback(async () => {
    const storedDesign = await ensureSaved();
    if (storedDesign === null) return;
    handOver(storedDesign);
    await navigate({
      to: '/$soft/user/print',
      params: { soft: alias },
      search: { template: storedDesign },
    });
  }, [ensureSaved, handOver, navigate, alias]);
};
