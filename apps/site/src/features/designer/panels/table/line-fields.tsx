import { TABLE_LINE_MM } from '@yunbiao/contract/limits/template';
import type { TableElement } from '@yunbiao/label';
import css from '../../designer.module.css';
import { useDesigner } from '../../designer.ts';
import type { Command } from '@yunbiao/designer/doc';
import { listRowOrColumnSizes, type Place, setRowOrColumnSize } from '@yunbiao/designer/table';
import { NumberPart } from '../parts/number-part.tsx';

/** Width of the column and height of the row at this place. */
export const LineFields = ({ table, at }: { table: TableElement; at: Place }) => {
  const designer = useDesigner();
  const executeTableChange = (command: Command, key: string): void =>
    designer.execute('修改表格', command, key);
  const renderLineSizeField = (axis: 'rows' | 'columns', label: string, index: number) => (
    <NumberPart
      label={label}
      name={`table-${axis}`}
      unit="mm"
      step={0.5}
      {...TABLE_LINE_MM}
      value={listRowOrColumnSizes(table, axis)[index] ?? TABLE_LINE_MM.min}
      onChange={(mm) =>
        executeTableChange(setRowOrColumnSize(table.id, axis, index, mm), `line:${axis}:${index}`)
      }
    />
  );
  return (
    <div className={css.pairs}>
      {renderLineSizeField('columns', '这一列宽', at.column - 1)}
      {renderLineSizeField('rows', '这一行高', at.row - 1)}
    </div>
  );
};
