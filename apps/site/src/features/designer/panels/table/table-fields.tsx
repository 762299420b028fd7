import { CELL_PADDING_MM, LINE_MM, TABLE_LINES } from '@yunbiao/contract/limits/template';
import type { TableElement } from '@yunbiao/label';
import css from '../../designer.module.css';
import { useDesigner } from '../../designer.ts';
import type { Patch } from '@yunbiao/designer/edit';
import { type Axis, setRowOrColumnCount } from '@yunbiao/designer/table';
import { NumberPart } from '../parts/number-part.tsx';

type TableFieldsProps = {
  table: TableElement;
  set: (description: string, patch: Patch, key?: string) => void;
};

/** Number of rows and columns, width of the lines, padding of the cells. */
export const TableFields = ({ table, set }: TableFieldsProps) => {
  const designer = useDesigner();
  const changeRowOrColumnCount = (axis: Axis, value: number): void => {
    const roundedCount = Math.round(value);
    designer.execute(
      axis === 'rows' ? '修改行数' : '修改列数',
      setRowOrColumnCount(table.id, axis, roundedCount),
      axis,
    );
  };
  return (
    <div className={css.pairs}>
      <NumberPart
        label="行"
        name="rows"
        unit="行"
        step={1}
        {...TABLE_LINES}
        value={table.rowsMm.length}
        onChange={(value) => changeRowOrColumnCount('rows', value)}
      />
      <NumberPart
        label="列"
        name="columns"
        unit="列"
        step={1}
        {...TABLE_LINES}
        value={table.columnsMm.length}
        onChange={(value) => changeRowOrColumnCount('columns', value)}
      />
      <NumberPart
        label="线宽"
        name="table-line"
        unit="mm"
        step={0.125}
        {...LINE_MM}
        value={table.lineMm}
        onChange={(lineMm) => set('修改线宽', { lineMm }, 'table-line')}
      />
      <NumberPart
        label="边距"
        name="table-padding"
        unit="mm"
        step={0.25}
        {...CELL_PADDING_MM}
        value={table.paddingMm ?? 0}
        onChange={(value) => set('修改边距', { paddingMm: value || undefined }, 'table-padding')}
      />
    </div>
  );
};
