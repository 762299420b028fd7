import { NumberField } from '@yunbiao/ui/field.tsx';
import css from '../pdf/pdf-dialog.module.css';
import { FIRST_PLACE_RANGE, type PdfDraft, SHEET_FIELDS } from '../pdf/pdf-draft.ts';

/** Size and places of the sheet, and where the first label is placed. */
export const SheetFields = ({
  draft,
  errors,
  onChange,
}: {
  draft: PdfDraft;
  /** Field → error. */
  errors: Readonly<Record<string, string>>;
  onChange: (draft: PdfDraft) => void;
}) => (
  <div className={css.fields}>
    {SHEET_FIELDS.map((field) => (
      <NumberField
        key={field.name}
        {...field}
        value={draft.sheet[field.name]}
        error={errors[field.name]}
        onChange={(value) => onChange({ ...draft, sheet: { ...draft.sheet, [field.name]: value } })}
      />
    ))}
    <NumberField
      label="从第几格开始"
      name="first"
      unit="格"
      hint="前面的已经撕走了"
      {...FIRST_PLACE_RANGE}
      step={1}
      value={draft.first}
      error={errors.first}
      onChange={(first) => onChange({ ...draft, first })}
    />
    <label className={`check ${css.check}`}>
      <input
        type="checkbox"
        checked={draft.isOutlined}
        onChange={(event) => onChange({ ...draft, isOutlined: event.target.checked })}
      />
      画裁切线
    </label>
  </div>
);
