import type { CallInput } from '@yunbiao/contract';
import { formatBytes } from '@yunbiao/contract/site/file-size';
import { Icon } from '@yunbiao/ui';
import { useEffect, useRef, useState } from 'react';
import { buildTableFileName, downloadTable } from './download-table.ts';
import { useSoftwareAlias, useSite } from '../site/site.tsx';

type ExportName = 'printStatExport' | 'detailExport' | 'orderExport';

/** What a table holds, as its file is named. */
const CONTENTS: Record<ExportName, string> = {
  printStatExport: '批次',
  detailExport: '标签明细',
  orderExport: '订单',
};

/** 导出 Excel: exports the filtered rows as a workbook, with progress and cancel. */
export const ExportButton = <N extends ExportName>({
  name,
  input,
}: {
  name: N;
  input: CallInput<N>;
}) => {
  const site = useSite();
  const alias = useSoftwareAlias();
  const abort = useRef<AbortController>(undefined);
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const exportTable = async (): Promise<void> => {
    abort.current = new AbortController();
    setBytes(0);
    const software = site.stores.shared.get().software?.name ?? '';
    await downloadTable(site, alias, {
      name,
      fileName: buildTableFileName(software, CONTENTS[name], new Date()),
      input,
      signal: abort.current.signal,
      onBytes: setBytes,
    });
    setBytes(null);
  };
  if (bytes === null)
    return (
      <button type="button" className="button" onClick={() => void exportTable()}>
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
