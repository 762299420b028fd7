import type { TemplateField } from '@yunbiao/label';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { useDesigner } from '../designer.ts';
import { getSolePlaceholderText } from '@yunbiao/designer/content';
import { createField, createSerialField } from '@yunbiao/designer/fields';
import { FieldEditor } from './field-editor.tsx';
import css from './parts/parts.module.css';
import { useComputedValues } from './use-formulas.ts';

/** Value that no field name can have: names do not end with a line break. */
const NEW = '\n';

type ColumnContentProps = {
  value: string;
  isSerial: boolean;
  onChange: (content: string, field?: TemplateField) => void;
};

/** Choice of the column or serial number, and its settings. */
export const ColumnContent = ({ value, isSerial, onChange }: ColumnContentProps) => {
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const { data, errors } = useComputedValues();
  const name = getSolePlaceholderText(value);
  const field = fields.find((field) => field.name === name);
  const offered = fields.filter(({ serial }) => (serial !== undefined) === isSerial);
  const options = [
    ...(field ? [] : [{ value: name, label: `${name}（没有这一栏）` }]),
    ...offered.map((field) => ({ value: field.name, label: field.label })),
    { value: NEW, label: isSerial ? '新的序号…' : '新的一栏…' },
  ];
  const chooseColumn = (value: string): void => {
    if (value !== NEW) {
      onChange(`{{${value}}}`);
      return;
    }
    const docWithField = isSerial ? createSerialField(fields) : createField(fields);
    onChange(`{{${docWithField.name}}}`, docWithField);
  };
  const error = errors.get(name);
  return (
    <>
      <SelectField
        label={isSerial ? '哪个序号' : '来自列'}
        name="column"
        value={name}
        options={options}
        onChange={chooseColumn}
      />
      {error === undefined ? (
        <p className={css.result}>
          这一张：<b>{data[name] || '（空着）'}</b>
        </p>
      ) : (
        <p className={css.wrong}>{error}</p>
      )}
      {field && (
        <details className={css.fold} {...(isSerial ? { open: true } : {})}>
          <summary>{isSerial ? '怎么数' : '修改这一栏'}</summary>
          <div className={css.inside}>
            <FieldEditor field={field} isSerial={isSerial} />
          </div>
        </details>
      )}
    </>
  );
};
