import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import type { Template } from '@yunbiao/label';
import { restoreLeadingZero } from '@yunbiao/label/leading-zeros';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { Dialog } from '@yunbiao/ui/overlay/dialog.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { useMemo, useState } from 'react';
import { type DismissedColumns, LostZeroQuestions } from '../../../kit/data/lost-zeros.tsx';
import { HeaderCheck } from '../../../kit/data/shape/header-check.tsx';
import { describeSheet, SheetRows } from '../../../kit/data/shape/sheet-preview.tsx';
import css from './data.module.css';
import { EncodingChoice } from '../../../kit/data/open/encoding-choice.tsx';
import { hasRowsOverLimit, listUnmappedFieldLabels, listUnusedColumns } from './sheet.ts';
import type { Data } from './use-data.ts';
import type { FileOpening } from '../../../kit/data/open/use-file-opening.ts';

type DataNotesProps = {
  data: Data;
  template: Template;
  opening: FileOpening;
  settled: DismissedColumns;
  onNewFields: (columns: readonly number[]) => void;
};

/** The sheet as it was read: which row names the columns, and which are no data. */
const SheetShape = ({ data }: Pick<DataNotesProps, 'data'>) => {
  const { cells, rowNumbers, guessed, shape } = data.sheet;
  const [isOpen, setOpen] = useState(false);
  const shaping = { cells, rowNumbers, guessed, shape, onShape: data.changeShape };
  return (
    <>
      <HeaderCheck {...shaping} />
      <button type="button" className="bare" onClick={() => setOpen(true)}>
        <Icon name="edit" />
        {describeSheet(cells, shape)}
      </button>
      {isOpen && (
        <Dialog
          title="哪一行是列名，哪些行不要"
          shape="wide"
          maxWidth={720}
          onClose={() => setOpen(false)}
        >
          <SheetRows {...shaping} />
        </Dialog>
      )}
    </>
  );
};

/** How the rows were read, and what does not match between them and the template. */
export const DataNotes = ({ data, template, opening, settled, onNewFields }: DataNotesProps) => {
  const { sheet, rows } = data;
  const unused = useMemo(() => listUnusedColumns(sheet, template), [sheet, template]);
  const empty = listUnmappedFieldLabels(template, sheet.columns);
  return (
    <div className={css.notes}>
      <SheetShape data={data} />
      {data.file && <EncodingChoice file={data.file} opening={opening} />}
      <LostZeroQuestions
        template={template}
        rows={rows}
        settled={settled}
        onFill={({ name }, rowsWithLostZeros) =>
          data.editColumn(
            { rows: rowsWithLostZeros, column: sheet.columns.indexOf(name) },
            restoreLeadingZero,
          )
        }
      />
      {hasRowsOverLimit(sheet) && (
        <Status kind="uncertain">
          {`后面的行没有放进来：一批最多 ${MAX_ROWS.toLocaleString('zh-CN')} 行`}
        </Status>
      )}
      {unused.length > 0 && (
        <button type="button" className="bare" onClick={() => onNewFields(unused)}>
          <Icon name="plus" />
          没用的 {unused.length} 列都变成新的一栏
        </button>
      )}
      {empty.length > 0 && (
        <span className="quiet">{empty.map((name) => `“${name}”`).join('、')}没有列，空着</span>
      )}
    </div>
  );
};
