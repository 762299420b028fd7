import { isCommandLanguage, type Language } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import type { Range } from '@yunbiao/contract/limits/input';
import { CONFIG_RANGES, MEDIA_WORDS } from '@yunbiao/contract/limits/print-config';
import { rowWidthMm } from '@yunbiao/label/stock';
import { NumberField } from '@yunbiao/ui/field.tsx';
import { readNumber } from '@yunbiao/ui/number.ts';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import type { FieldsProps } from './config-fields.tsx';
import { listColumns, languageFor, rangesFor, withColumns, type Draft } from './draft.ts';

/** What several across come to, as far as the numbers are typed. */
const rowHint = (draft: Draft): string => {
  const [widthMm, columnGapMm] = [readNumber(draft.widthMm), readNumber(draft.columnGapMm)];
  const columns = listColumns(draft);
  if (widthMm === null || columnGapMm === null) return '';
  const row = Number(rowWidthMm({ columns, widthMm, columnGapMm }).toFixed(2));
  return `从左边排起，一排共 ${row} mm 宽，一起印、一起算：同排的几张要么都印了，要么都待确认`;
};

/** A roll with several labels across; the gap between two of them is not the one along the feed. */
const ColumnFields = ({ draft, errors, onChange }: FieldsProps) => (
  <>
    <NumberField
      className="span-2"
      label="列数"
      name="columns"
      unit="列"
      hint={listColumns(draft) > 1 ? '' : '卷上并排几张'}
      {...CONFIG_RANGES.columns}
      step={1}
      value={draft.columns}
      error={errors.columns}
      onChange={(columns) => onChange(withColumns(draft, columns))}
    />
    {listColumns(draft) > 1 && (
      <NumberField
        className="span-2"
        label="列间距"
        name="columnGapMm"
        unit="mm"
        {...CONFIG_RANGES.columnGapMm}
        step={0.5}
        value={draft.columnGapMm}
        error={errors.columnGapMm}
        onChange={(columnGapMm) => onChange({ ...draft, columnGapMm })}
      />
    )}
    {listColumns(draft) > 1 && !errors.columns && (
      <div className="field span-6">
        <p className="small quiet">{rowHint(draft)}</p>
      </div>
    )}
  </>
);

/** A head narrower than labels may be: of 80 mm paper; the other common one is of 58 mm. */
const widthHint = ({ max }: Range): string =>
  max < CONFIG_RANGES.widthMm.max ? `80 mm 纸最宽 ${max} mm，58 mm 纸最宽 48 mm` : '';

/** Why there is no kind of paper to choose. */
const oneKindHint = (language: Language): string =>
  isCommandLanguage(language)
    ? '没有间隙：按连续纸印，一张接一张'
    : '一张标签一页：纸的种类和间隙在那台电脑的打印机设置里改';

/** How labels follow each other, as far as the language can say it. */
const MediaFields = ({ draft, errors, clients, onChange }: FieldsProps) => {
  const language = languageFor(draft, clients);
  const kinds = LANGUAGE_FACTS[language].media;
  const set = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  if (kinds.length <= 1)
    return (
      <div className="field span-2">
        <p className="small quiet">{oneKindHint(language)}</p>
      </div>
    );
  return (
    <>
      {draft.media === 'continuous' ? (
        <div className="field span-2">
          <p className="small quiet">连续纸：印到设的高就算一张</p>
        </div>
      ) : (
        <NumberField
          className="span-2"
          label={draft.media === 'gap' ? '间隙' : '黑标高'}
          name="gapMm"
          unit="mm"
          {...CONFIG_RANGES.gapMm}
          step={0.5}
          value={draft.gapMm}
          error={errors.gapMm}
          onChange={(gapMm) => set({ gapMm })}
        />
      )}
      <Segmented
        className="span-6"
        legend="纸的种类"
        name="media"
        value={draft.media}
        options={kinds.map((value) => ({ value, label: MEDIA_WORDS[value] }))}
        onChange={(chosen) => {
          const media = kinds.find((one) => one === chosen);
          if (media) set({ media });
        }}
      />
    </>
  );
};

export const PaperFields = ({ draft, errors, clients, onChange }: FieldsProps) => {
  const ranges = rangesFor(draft, clients);
  const set = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  return (
    <fieldset>
      <legend className="visually-hidden">标签纸</legend>
      <div className="group-title" aria-hidden="true">
        标签纸
      </div>
      <NumberField
        className="span-2"
        label="宽"
        name="widthMm"
        unit="mm"
        {...ranges.widthMm}
        step={1}
        value={draft.widthMm}
        error={errors.widthMm}
        hint={widthHint(ranges.widthMm)}
        onChange={(widthMm) => set({ widthMm })}
      />
      <NumberField
        className="span-2"
        label="高"
        name="heightMm"
        unit="mm"
        {...CONFIG_RANGES.heightMm}
        step={1}
        value={draft.heightMm}
        error={errors.heightMm}
        onChange={(heightMm) => set({ heightMm })}
      />
      <MediaFields draft={draft} errors={errors} clients={clients} onChange={onChange} />
      <ColumnFields draft={draft} errors={errors} clients={clients} onChange={onChange} />
    </fieldset>
  );
};
