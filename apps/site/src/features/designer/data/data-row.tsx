import type { LabelData, Template } from '@yunbiao/label';
import { listPictureFields } from '@yunbiao/label/library-pictures';
import { useMemo } from 'react';
import type { RowChecks } from '../../../kit/data/row-warnings.ts';
import { isWarningAboutField } from '../../../kit/data/warning-field.ts';
import { PictureCellButton } from '../../../kit/picture/picture-cell-button.tsx';
import pictures from '../../../kit/picture/picture.module.css';
import { KindIcon } from '../panels/kind-icon.tsx';
import css from './data.module.css';
import type { Data } from './use-data.ts';

type DataRowProps = {
  data: Data;
  template: Template;
  checks: RowChecks;
  /** Index of the row, 0-based. */
  at: number;
  /** What the conditions hide on a row, in words; '' for nothing. */
  describeRow: (row: LabelData | undefined) => string;
  isPicked: boolean;
  onPick: (isOn: boolean, isRange: boolean) => void;
};

/** Fields of a row that have warnings or errors. */
const useRowWarnings = ({
  data,
  template,
  checks,
  at,
}: Omit<DataRowProps, 'isPicked' | 'onPick' | 'describeRow'>) => {
  const row = data.rows[at];
  const warnings = (row && checks.warnings.get(row)) ?? [];
  const troubles = (row && checks.troubles.get(row)) ?? [];
  const isWarned = (name: string | null): boolean => {
    const field = template.fields.find((field) => field.name === name);
    return (
      field !== undefined &&
      (warnings.some((warning) => isWarningAboutField(warning, field, template)) ||
        troubles.some((trouble) => trouble.field.name === field.name))
    );
  };
  const words = [...warnings, ...troubles].map(({ message }) => message).join('\n');
  return { isWarned, words };
};

/** Editable row of the table, with a checkbox that picks it. */
export const DataRow = (props: DataRowProps) => {
  const { data, at, describeRow, isPicked, onPick } = props;
  const labelData = data.rows[at];
  const unprinted = useMemo(() => describeRow(labelData), [describeRow, labelData]);
  const { isWarned, words } = useRowWarnings(props);
  const row = data.body[at] ?? [];
  const pictureFields = listPictureFields(props.template);
  return (
    <tr
      aria-rowindex={at + 3}
      aria-selected={isPicked}
      className={at === data.current ? css.on : undefined}
      onFocus={() => data.current !== at && data.set({ current: at, isSample: false })}
      onPointerDown={() => data.set({ current: at, isSample: false })}
    >
      <th scope="row" title={words || undefined}>
        <label>
          <input
            type="checkbox"
            aria-label={`选${data.names.nameRow(at)}`}
            checked={isPicked}
            onChange={(event) =>
              onPick(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)
            }
          />
          {data.names.getRowMark(at)}
          {unprinted && (
            <span className={css.unprinted} title={unprinted}>
              <KindIcon name="closed" />
              <span className="visually-hidden">{unprinted}</span>
            </span>
          )}
        </label>
      </th>
      {data.sheet.columns.map((name, column) => (
        <td
          key={column}
          className={name !== null && pictureFields.has(name) ? pictures.cell : undefined}
          data-warned={isWarned(name) || undefined}
        >
          <input
            data-row={at}
            data-column={column}
            aria-label={`${data.names.nameRow(at)}，${name ?? `第 ${column + 1} 列`}`}
            autoComplete="off"
            spellCheck={false}
            value={row[column] ?? ''}
            title={row[column]}
            placeholder="空"
            onChange={(event) => data.edit(at, column, event.target.value)}
          />
          {name !== null && pictureFields.has(name) && (
            <PictureCellButton
              label={`${data.names.nameRow(at)}，${name}`}
              onChoose={(value) => data.edit(at, column, value)}
            />
          )}
        </td>
      ))}
    </tr>
  );
};
