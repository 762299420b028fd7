import { Link } from '@tanstack/react-router';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import type { BatchInfo } from '../../../kit/printing/batch-state.ts';
import { useConnectionState } from '../../../kit/live/live-print.ts';
import { useCancelUnprinted } from '../../../kit/printing/use-cancel-unprinted.ts';
import { formatLabelSize } from '../../../kit/printing/print-media.ts';
import { SOURCE_LABELS } from '../../../kit/printing/print-status.ts';
import { describeLostConnection } from '../../../kit/printing/printer-status.ts';
import { useSoftwareAlias } from '../../../kit/site/site.tsx';
import { ExportButton } from '../../../kit/table/export-button.tsx';
import { type DetailSearch, toDetailInput } from '../search.ts';
import { count } from '../words.ts';

const CancelUnprintedButton = ({ info, onDone }: { info: BatchInfo; onDone: () => void }) => {
  const { left, isOffered, cancel, isUnderWay, said } = useCancelUnprinted(info, onDone);
  return (
    <>
      {isOffered && (
        <button type="button" className="button destructive" disabled={isUnderWay} onClick={cancel}>
          {isUnderWay ? '正在撤回…' : `取消没打印的 ${count(left)} 张`}
        </button>
      )}
      {/* Takes no room when empty: the buttons then end at the page edge. */}
      <span className={said ? 'small quiet' : 'visually-hidden'} aria-live="polite">
        {said}
      </span>
    </>
  );
};

/** Number, template and printer of the batch, with its export and cancellation. */
export const BatchHead = ({
  info,
  batchNo,
  tz,
  search,
  onChanged,
}: {
  info: BatchInfo | undefined;
  batchNo: string;
  tz: string;
  search: DetailSearch;
  onChanged: () => void;
}) => {
  const soft = useSoftwareAlias();
  const connectionLoss = describeLostConnection(useConnectionState());
  return (
    <div className="page-head">
      <div>
        <nav className="crumb" aria-label="位置">
          <Link to="/$soft/user/printStat" params={{ soft }}>
            打印统计
          </Link>
          <span aria-hidden="true">/</span>
          <span>批次</span>
        </nav>
        <h1>
          {batchNo} <CopyButton text={batchNo} targetName="批次号" />
        </h1>
        {info && (
          <p>
            {info.templateName} {formatLabelSize(info)} · {info.groupName ?? info.printerName} ·
            来自
            {SOURCE_LABELS[info.source]} · <Time at={info.createdAt} />
            收到
            {connectionLoss && `。${connectionLoss}`}
          </p>
        )}
      </div>
      {info && (
        <div className="push-end">
          {info.isKept && <ExportButton name="detailExport" input={toDetailInput(search, tz)} />}
          <CancelUnprintedButton info={info} onDone={onChanged} />
        </div>
      )}
    </div>
  );
};
