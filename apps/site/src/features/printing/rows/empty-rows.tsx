import type { LabelData, TemplateField } from '@yunbiao/label';
import { Icon } from '@yunbiao/ui';
import type { ReactNode } from 'react';
import { OpenButton } from '../../../kit/data/open/open-button.tsx';
import type { FileOpening } from '../../../kit/data/open/use-file-opening.ts';
import css from '../print.module.css';
import { createEmptyRow } from './paste.ts';

/** Place to paste rows, or to begin with an empty one. */
export const EmptyPaste = ({
  fields,
  error,
  onText,
  onRows,
  children,
}: {
  fields: readonly TemplateField[];
  error: string | undefined;
  onText: (text: string) => void;
  onRows: (rows: LabelData[]) => void;
  children: ReactNode;
}) => (
  <div className={`span-6 ${css.drop}`}>
    <textarea
      aria-label="从表格里复制几行，贴在这里"
      placeholder={`从表格里复制几行，或者复制 CSV，贴在这里。\n然后选择哪一列是哪一栏（${fields.map((field) => field.label).join('、')}）。`}
      value=""
      aria-invalid={error !== undefined}
      aria-describedby={error ? 'paste-error' : undefined}
      onPaste={(event) => {
        event.preventDefault();
        onText(event.clipboardData.getData('text/plain'));
      }}
      onChange={(event) => onText(event.target.value)}
    />
    {error && (
      <p className="field-err" id="paste-error" role="alert">
        {error}
      </p>
    )}
    <button type="button" className="bare" onClick={() => onRows([createEmptyRow(fields)])}>
      <Icon name="plus" />
      手动添加一行
    </button>
    {children}
  </div>
);

type EmptyFileProps = {
  opening: FileOpening;
  error: string | undefined;
  children: ReactNode;
};

/** Place to open a file, by button or by dropping it. */
export const EmptyFile = ({ opening, error, children }: EmptyFileProps) => (
  <div className={`span-6 ${css.drop}`}>
    <div className={css.file} role="group" aria-label="打开表格文件">
      <OpenButton opening={opening} isWrong={error !== undefined}>
        选一个文件
      </OpenButton>
      <p className="small quiet">
        Excel（xlsx、xls、xlsb）、ODS 或者
        CSV，一行一张；拖到这里也行。文件只在这个浏览器里读，不上传。
      </p>
    </div>
    {error && (
      <p className="field-err" role="alert">
        {error}
      </p>
    )}
    {children}
  </div>
);
