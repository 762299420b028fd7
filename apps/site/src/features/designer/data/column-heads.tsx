import type { Template } from '@yunbiao/label';
import { isLinearCodeElement, isCodeElement } from '@yunbiao/label/template';
import { listFillableFields } from '@yunbiao/label/fields';
import { MAX_FIELDS } from '@yunbiao/contract/limits/template';
import type { SheetData } from '../../../kit/data/stored-data.ts';
import { KindIcon, type KindIconName } from '../panels/kind-icon.tsx';
import css from './data.module.css';
import { getColumnName, toColumnLetter } from './sheet.ts';

const NEW = ' new';

type ColumnHeadProps = {
  sheet: SheetData;
  column: number;
  template: Template;
  onMap: (name: string | null) => void;
  onNew: () => void;
};

/** Icon for the main use of a field: linear code, matrix code or text. */
const getFieldIcon = ({ elements }: Template, name: string): KindIconName => {
  const code = elements.find(
    (element) => isCodeElement(element) && element.content.includes(`{{${name}}}`),
  );
  return code === undefined ? 'text' : isLinearCodeElement(code) ? 'barcode' : 'qr';
};

export const ColumnName = ({ sheet, column }: Pick<ColumnHeadProps, 'sheet' | 'column'>) => {
  const head = getColumnName(sheet, column);
  return (
    <th scope="col" title={head}>
      {toColumnLetter(column)}
      {head && ` · ${head}`}
    </th>
  );
};

/** Select for the field that the column fills. */
export const ColumnField = ({ sheet, column, template, onMap, onNew }: ColumnHeadProps) => {
  const chosenField = sheet.columns[column] ?? null;
  const called = getColumnName(sheet, column) || `${toColumnLetter(column)} 列`;
  return (
    <td className={chosenField === null ? css.unused : undefined}>
      <span className="field-box compact">
        {chosenField !== null && <KindIcon name={getFieldIcon(template, chosenField)} />}
        <select
          aria-label={`“${called}”放进`}
          value={chosenField ?? ''}
          onChange={({ target: { value } }) => {
            if (value === NEW) onNew();
            else onMap(value || null);
          }}
        >
          <option value="">不使用</option>
          {listFillableFields(template).map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
          {template.fields.length < MAX_FIELDS && <option value={NEW}>新的一栏…</option>}
        </select>
      </span>
    </td>
  );
};
