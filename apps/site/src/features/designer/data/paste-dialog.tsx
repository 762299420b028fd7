import { Dialog } from '@yunbiao/ui/dialog.tsx';
import { useState } from 'react';
import { MAX_PASTED, parseCells, readPaste } from '../../../kit/data/cells.ts';
import css from './data.module.css';
import { ROOM } from './sheet.ts';

type PasteDialogProps = { onCells: (cells: string[][]) => void; onClose: () => void };

const cellsOf = (text: string): string[][] => {
  const pasted = readPaste(text);
  return parseCells(pasted.text, pasted.separator)
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .slice(0, ROOM.rows)
    .map((row) => row.slice(0, ROOM.columns));
};

/** Rows copied elsewhere go in here: a page may not look at the clipboard by itself. */
export const PasteDialog = ({ onCells, onClose }: PasteDialogProps) => {
  const [error, setError] = useState('');
  const take = (text: string): void => {
    if (text.length > MAX_PASTED)
      return setError(`一次最多贴 ${MAX_PASTED / 10_000} 万个字，改用打开文件`);
    const cells = cellsOf(text);
    if (cells.length === 0) return setError('剪贴板里没有行，先在表格里复制');
    onCells(cells);
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
