import type { LabelData, LabelWarning, Template, TemplateField } from '@yunbiao/label';
import { Field } from '@yunbiao/ui/field.tsx';
import { encodedText } from './encoded.ts';
import { type LimitError, limitText } from './limits.ts';
import css from './print.module.css';

/** Long samples are written in a box with lines, short ones in a row of fields. */
const isLong = (field: TemplateField): boolean =>
  field.sample.includes('\n') || field.sample.length > 60;

/** Characters that a field of half the form's width shows beside its count. */
const HALF_ROW = 20;

const widthOf = (field: TemplateField): 'w3' | 'w6' =>
  isLong(field) || (field.maxLength ?? 0) > HALF_ROW ? 'w6' : 'w3';

/** 填一张: the fields of the template, as they will be printed. */
export const FillForm = ({
  template,
  data,
  warnings,
  limitErrors,
  onChange,
}: {
  template: Template;
  data: LabelData;
  warnings: readonly LabelWarning[];
  limitErrors: readonly LimitError[];
  onChange: (name: string, value: string) => void;
}) => {
  const { fields } = template;
  if (fields.length === 0) return <p className="w6 m q">这个模板没有要填的字，印出来都一样。</p>;
  return fields.map((field) => {
    const value = data[field.name] ?? '';
    const said = warnings.find((warning) => warning.message.includes(`“${field.name}`));
    const tooLong = limitErrors.find((error) => error.field.name === field.name);
    const box = tooLong ? 'in bad' : 'in';
    return (
      <Field
        key={field.name}
        className={widthOf(field)}
        label={field.label}
        error={tooLong && limitText(tooLong)}
        hint={
          said ? (
            <span className={css.warn}>{said.message}</span>
          ) : (
            encodedText(template, field.name)
          )
        }
      >
        {({ id, described }) => (
          <div className={isLong(field) ? `${box} ${css.lines}` : box}>
            {isLong(field) ? (
              <textarea
                id={id}
                rows={3}
                value={value}
                aria-invalid={tooLong !== undefined}
                aria-describedby={described}
                onChange={(event) => onChange(field.name, event.target.value)}
              />
            ) : (
              <input
                id={id}
                name={`field-${field.name}`}
                autoComplete="off"
                value={value}
                placeholder={field.sample}
                aria-invalid={tooLong !== undefined}
                aria-describedby={described}
                onChange={(event) => onChange(field.name, event.target.value)}
              />
            )}
            {field.maxLength !== undefined && (
              <em>
                {Array.from(value).length} / {field.maxLength}
              </em>
            )}
          </div>
        )}
      </Field>
    );
  });
};
