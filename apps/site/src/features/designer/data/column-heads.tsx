import type { Template } from '@yunbiao/label';
import { isLinear, isCode } from '@yunbiao/label/template';
import { typedFields } from '@yunbiao/label/fields';
import { MAX_FIELDS } from '@yunbiao/contract/limits/template';
import type { SheetData } from '../../../kit/data/stored-data.ts';
import { KindIcon, type KindIconName } from '../panels/kind-icon.tsx';
import css from './data.module.css';
import { getHead, getLetter } from './sheet.ts';

const NEW = ' new';

type ColumnHeadProps = {
  sheet: SheetData;
  column: number;
  template: Template;
  onMap: (name: string | null) => void;
  onNew: () => void;
};

/** How most of a field is printed: as bars, as squares, or as text. */
const getIcon = ({ elements }: Template, name: string): KindIconName => {
  const code = elements.find(
    (element) => isCode(element) && element.content.includes(`{{${name}}}`),
  );
  return code === undefined ? 'text' : isLinear(code) ? 'barcode' : 'qr';
};

export const ColumnName = ({ sheet, column }: Pick<ColumnHeadProps, 'sheet' | 'column'>) => {
  const head = getHead(sheet, column);
  return (
    <th scope="col" title={head}>
      {getLetter(column)}
      {head && ` · ${head}`}
    </th>
  );
};

/** Which field the column fills. */
export const ColumnField = ({ sheet, column, template, onMap, onNew }: ColumnHeadProps) => {
  const chosen = sheet.columns[column] ?? null;
  const called = getHead(sheet, column) || `${getLetter(column)} 列`;
  return (
    <td className={chosen === null ? css.unused : undefined}>
      <span className="field-box compact">
        {chosen !== null && <KindIcon name={getIcon(template, chosen)} />}
        <select
          aria-label={`“${called}”放进`}
          value={chosen ?? ''}
          onChange={({ target: { value } }) => {
            if (value === NEW) onNew();
            else onMap(value || null);
          }}
        >
          <option value="">不使用</option>
          {typedFields(template).map(({ name, label }) => (
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
