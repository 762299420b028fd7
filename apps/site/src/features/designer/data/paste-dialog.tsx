import { Dialog } from '@yunbiao/ui/overlay/dialog.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useState } from 'react';
import {
  parseLimitedCells,
  MAX_PASTE_LENGTH,
  normalizePastedTable,
} from '../../../kit/data/cells.ts';
import css from './data.module.css';
import { describeOmitted, READ_LIMITS } from '../../../kit/data/open/read-limits.ts';

type PasteDialogProps = { onCells: (cells: string[][]) => void; onClose: () => void };

/** Dialog to paste rows: a page cannot read the clipboard by itself. */
export const PasteDialog = ({ onCells, onClose }: PasteDialogProps) => {
  const [error, setError] = useState('');
  const acceptText = (text: string): void => {
    if (text.length > MAX_PASTE_LENGTH)
      return setError(`一次最多贴 ${MAX_PASTE_LENGTH / 10_000} 万个字，改用打开文件`);
    const pastedTable = normalizePastedTable(text);
    const limitedTable = parseLimitedCells(pastedTable.text, pastedTable.separator, READ_LIMITS);
    if (limitedTable.cells.length === 0) return setError('剪贴板里没有行，先在表格里复制');
    onCells(limitedTable.cells);
    const omittedText = describeOmitted(limitedTable);
    if (omittedText) toast.warn(omittedText);
    onClose();
  };
  return (
    <Dialog title="粘贴行" shape="wide" maxWidth={560} onClose={onClose}>
      <div className={css.paste}>
        <textarea
          data-autofocus
          aria-label="从表格里复制几行，贴在这里"
          aria-invalid={error !== ''}
          placeholder={
            '从表格里复制几行，或者复制 CSV，按 Ctrl+V 贴在这里。\n第一行是列名最好，会自己对到栏目。'
          }
          value=""
          onPaste={(event) => {
            event.preventDefault();
            acceptText(event.clipboardData.getData('text/plain'));
          }}
          onChange={(event) => acceptText(event.target.value)}
        />
        {error && (
          <p className="field-err" role="alert">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
};
