import type { TemplateField } from '@yunbiao/label';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { useDesigner } from '../designer.ts';
import { getColumn } from '../model/content.ts';
import { newField, newSerial } from '../model/fields.ts';
import { FieldEditor } from './field-editor.tsx';
import css from './parts.module.css';
import { useWorked } from './use-formulas.ts';

/** No field is called so: names have no line breaks at their ends. */
const NEW = '\n';

type ColumnContentProps = {
  value: string;
  isSerial: boolean;
  onChange: (content: string, field?: TemplateField) => void;
};

/** Which column or serial number it is, and what there is to change of that. */
export const ColumnContent = ({ value, isSerial, onChange }: ColumnContentProps) => {
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const { data, errors } = useWorked();
  const name = getColumn(value);
  const field = fields.find((one) => one.name === name);
  const offered = fields.filter(({ serial }) => (serial !== undefined) === isSerial);
  const options = [
    ...(field ? [] : [{ value: name, label: `${name}（没有这一栏）` }]),
    ...offered.map((one) => ({ value: one.name, label: one.label })),
    { value: NEW, label: isSerial ? '新的序号…' : '新的一栏…' },
  ];
  const choose = (chosen: string): void => {
    if (chosen !== NEW) {
      onChange(`{{${chosen}}}`);
      return;
    }
    const added = isSerial ? newSerial(fields) : newField(fields);
    onChange(`{{${added.name}}}`, added);
  };
  const wrong = errors.get(name);
  return (
    <>
      <SelectField
        label={isSerial ? '哪个序号' : '来自列'}
        name="column"
        value={name}
        options={options}
        onChange={choose}
      />
      {wrong === undefined ? (
        <p className={css.result}>
          这一张：<b>{data[name] || '（空着）'}</b>
        </p>
      ) : (
        <p className={css.wrong}>{wrong}</p>
      )}
      {field && (
        <details className={css.fold} {...(isSerial ? { open: true } : {})}>
          <summary>{isSerial ? '怎么数' : '改这一栏'}</summary>
          <div className={css.inside}>
            <FieldEditor field={field} isSerial={isSerial} />
          </div>
        </details>
      )}
    </>
  );
};
