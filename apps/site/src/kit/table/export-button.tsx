import type { CallInput } from '@yunbiao/contract';
import { formatBytes } from '@yunbiao/contract/file-size';
import { Icon } from '@yunbiao/ui';
import { useEffect, useRef, useState } from 'react';
import { downloadTable } from './download-table.ts';
import { useAlias, useSite } from '../site/site.tsx';

type ExportName = 'printStatExport' | 'detailExport' | 'orderExport';

/** 导出 Excel: what is filtered, as a workbook. Shows how much has come, and stops when told to. */
export const ExportButton = <N extends ExportName>({
  name,
  input,
}: {
  name: N;
  input: CallInput<N>;
}) => {
  const site = useSite();
  const alias = useAlias();
  const abort = useRef<AbortController>(undefined);
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const run = async (): Promise<void> => {
    abort.current = new AbortController();
    setBytes(0);
    await downloadTable(site, alias, {
      name,
      input,
      signal: abort.current.signal,
      onBytes: setBytes,
    });
    setBytes(null);
  };
  if (bytes === null)
    return (
      <button type="button" className="button" onClick={() => void run()}>
        <Icon name="download" />
        导出 Excel
      </button>
    );
  return (
    <button type="button" className="button" onClick={() => abort.current?.abort()}>
      <Icon name="close" />
      <span aria-live="polite">正在导出{bytes > 0 ? ` ${formatBytes(bytes)}` : ''}</span>
      <small>取消</small>
    </button>
  );
};
