import { Dialog } from '@yunbiao/ui/dialog.tsx';
import { toast } from '@yunbiao/ui/toast.ts';
import { useState } from 'react';
import { cellsWithin, MAX_PASTED, readPaste } from '../../../kit/data/cells.ts';
import css from './data.module.css';
import { leftText, ROOM } from './sheet.ts';

type PasteDialogProps = { onCells: (cells: string[][]) => void; onClose: () => void };

/** Rows copied elsewhere go in here: a page may not look at the clipboard by itself. */
export const PasteDialog = ({ onCells, onClose }: PasteDialogProps) => {
  const [error, setError] = useState('');
  const take = (text: string): void => {
    if (text.length > MAX_PASTED)
      return setError(`一次最多贴 ${MAX_PASTED / 10_000} 万个字，改用打开文件`);
    const pasted = readPaste(text);
    const within = cellsWithin(pasted.text, pasted.separator, ROOM);
    if (within.cells.length === 0) return setError('剪贴板里没有行，先在表格里复制');
    onCells(within.cells);
    const left = leftText(within);
    if (left) toast.warn(left);
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
            take(event.clipboardData.getData('text/plain'));
          }}
          onChange={(event) => take(event.target.value)}
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
