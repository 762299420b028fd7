import { type RefObject, useMemo } from 'react';
import { previewSerialNumbers } from '../../../kit/data/serial-preview.ts';
import { hasBatchSameContent } from '../attempts.ts';
import { BatchProgress } from '../progress/batch-progress.tsx';
import type { Draft } from '../draft.ts';
import type { PrintPress } from '../press/use-print-press.ts';
import { PreviewPanel } from '../preview-panel.tsx';
import css from '../print.module.css';
import type { PrintJob } from '../use-print-job.ts';

/** The current row with the serial numbers that its first label gets. */
const usePreviewRow = ({ item, rows, current, one, ahead, copyCount }: PrintJob) => {
  const row = rows[current] ?? one;
  return useMemo(
    () => ({ ...row, ...previewSerialNumbers(item, { row: ahead, copies: copyCount }) }),
    [row, item, ahead, copyCount],
  );
};

type PrintAsideProps = Pick<PrintPress, 'pressed'> & {
  job: PrintJob;
  draft: Draft;
  form: RefObject<HTMLFormElement | null>;
};

/** Preview of the current row, and progress of the last batch. */
export const PrintAside = ({ job, draft, form, pressed }: PrintAsideProps) => {
  const { batchNo } = draft;
  const shownRow = usePreviewRow(job);
  const hasSheetRows = job.toSend.sheetRows !== undefined;
  const isSame = job.isReady && hasBatchSameContent(draft.attempts, batchNo, job.mark);
  return (
    <aside className={`stick ${css.aside}`}>
      <PreviewPanel
        template={job.template}
        media={job.media}
        data={shownRow}
        at={job.at}
        row={job.current}
        rows={job.rows.length}
        sheetRowName={hasSheetRows ? (job.names?.nameRow(job.current) ?? '') : ''}
        onRow={job.setCurrent}
        title={`预览：${job.item.name}`}
      />
      {batchNo && (
        <BatchProgress
          key={batchNo}
          batchNo={batchNo}
          pressed={pressed?.batchNo === batchNo ? pressed.from : null}
          {...(isSame ? { onAgain: () => form.current?.requestSubmit() } : {})}
        />
      )}
    </aside>
  );
};
