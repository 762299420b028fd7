import { listPictureFields } from '@yunbiao/label/library-pictures';
import { PictureCellButton } from '../../../kit/picture/picture-cell-button.tsx';
import type { LabelData, LabelWarning, Template, TemplateField } from '@yunbiao/label';
import { listFillableFields } from '@yunbiao/label/fields';
import { Field } from '@yunbiao/ui/field.tsx';
import { isWarningAboutField } from '../../../kit/data/warning-field.ts';
import { describeEncodedContent } from './encoded-content.ts';
import css from '../print.module.css';
import type { RowTrouble } from './data-errors.ts';

/**
 * Whether a field's sample is long: then it gets a text area with lines, otherwise a single-line
 * field.
 */
const hasLongSample = (field: TemplateField): boolean =>
  field.sample.includes('\n') || field.sample.length > 60;

/** Characters that fit into a field of half the form's width, next to its counter. */
const HALF_WIDTH_CHARS = 20;

const getFieldWidthClass = (field: TemplateField): 'span-3' | 'span-6' =>
  hasLongSample(field) || (field.maxLength ?? 0) > HALF_WIDTH_CHARS ? 'span-6' : 'span-3';

/** Name of a field, with a mark when it is required. */
export const FieldName = ({ field }: { field: TemplateField }) => (
  <>
    {field.label}
    {field.required === true && <small className={css.must}>必填</small>}
  </>
);

type FillFormProps = {
  template: Template;
  data: LabelData;
  warnings: readonly LabelWarning[];
  troubles: readonly RowTrouble[];
  /** Error shown at the first field when all fields are empty. */
  empty: string | undefined;
  onChange: (name: string, value: string) => void;
};

/** 填一张: the form for the template's fields. */
export const FillForm = ({
  template,
  data,
  warnings,
  troubles,
  empty,
  onChange,
}: FillFormProps) => {
  const fields = listFillableFields(template);
  const pictureFields = listPictureFields(template);
  if (fields.length === 0)
    return <p className="span-6 medium quiet">这个模板没有要填的字，打印出来都一样。</p>;
  return fields.map((field, place) => {
    const value = data[field.name] ?? '';
    const fieldWarning = warnings.find((warning) => isWarningAboutField(warning, field, template));
    const trouble = troubles.find((trouble) => trouble.field.name === field.name)?.message;
    const error = trouble ?? (place === 0 ? empty : undefined);
    const box = error ? 'field-box bad' : 'field-box';
    return (
      <Field
        key={field.name}
        className={getFieldWidthClass(field)}
        label={<FieldName field={field} />}
        error={error}
        hint={
          fieldWarning ? (
            <span className={css.warn}>{fieldWarning.message}</span>
          ) : (
            describeEncodedContent(template, field.name)
          )
        }
      >
        {({ id, described }) => (
          <div className={hasLongSample(field) ? `${box} ${css.lines}` : box}>
            {hasLongSample(field) ? (
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
            {pictureFields.has(field.name) && (
              <PictureCellButton
                label={field.label}
                onChoose={(chosen) => onChange(field.name, chosen)}
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
