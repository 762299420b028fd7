import type { LabelData, LabelWarning, Template, TemplateField } from '@yunbiao/label';
import { typedFields } from '@yunbiao/label/fields';
import { Field } from '@yunbiao/ui/field.tsx';
import { isAbout } from '../../kit/data/about-field.ts';
import { encodedText } from './encoded.ts';
import css from './print.module.css';
import type { RowTrouble } from './troubles.ts';

/** Long samples are written in a box with lines, short ones in a row of fields. */
const isLong = (field: TemplateField): boolean =>
  field.sample.includes('\n') || field.sample.length > 60;

/** Characters that a field of half the form's width shows beside its count. */
const HALF_ROW = 20;

const getWidth = (field: TemplateField): 'span-3' | 'span-6' =>
  isLong(field) || (field.maxLength ?? 0) > HALF_ROW ? 'span-6' : 'span-3';

/** What a field is called; one that must be filled says so. */
export const FieldName = ({ field }: { field: TemplateField }) => (
  <>
    {field.label}
    {field.required === true && <small className={css.must}>必填</small>}
  </>
);

/** 填一张: the fields of the template, as they will be printed. */
export const FillForm = ({
  template,
  data,
  warnings,
  troubles,
  empty,
  onChange,
}: {
  template: Template;
  data: LabelData;
  warnings: readonly LabelWarning[];
  troubles: readonly RowTrouble[];
  /** Said at the first field when nothing at all is filled in. */
  empty: string | undefined;
  onChange: (name: string, value: string) => void;
}) => {
  const fields = typedFields(template);
  if (fields.length === 0)
    return <p className="span-6 medium quiet">这个模板没有要填的字，印出来都一样。</p>;
  return fields.map((field, place) => {
    const value = data[field.name] ?? '';
    const said = warnings.find((warning) => isAbout(warning, field));
    const trouble = troubles.find((one) => one.field.name === field.name)?.message;
    const error = trouble ?? (place === 0 ? empty : undefined);
    const box = error ? 'field-box bad' : 'field-box';
    return (
      <Field
        key={field.name}
        className={getWidth(field)}
        label={<FieldName field={field} />}
        error={error}
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
                aria-required={field.required === true}
                aria-invalid={error !== undefined}
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
                aria-required={field.required === true}
                aria-invalid={error !== undefined}
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
