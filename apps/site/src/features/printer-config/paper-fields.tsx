import { GuideLink } from '../../kit/guide/guide-link.tsx';
import { PLACE_GUIDES } from '../../kit/guide/trouble-guides.ts';
import { isCommandLanguage, type Language } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import type { Range } from '@yunbiao/contract/limits/input';
import { CONFIG_RANGES, MEDIA_LABELS } from '@yunbiao/contract/limits/print-config';
import { computeRowWidthMm } from '@yunbiao/label/stock';
import { NumberField } from '@yunbiao/ui/field.tsx';
import { parseNumber } from '@yunbiao/ui/number.ts';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import type { FieldsProps } from './config-fields.tsx';
import {
  parseColumnCount,
  getPrinterLanguage,
  listSettingRangesOfPrinter,
  setDraftColumnCount,
  type Draft,
} from './draft.ts';

/** Describes a row of several columns, based on valid input. */
const describeLabelRow = (draft: Draft): string => {
  const [widthMm, columnGapMm] = [parseNumber(draft.widthMm), parseNumber(draft.columnGapMm)];
  const columns = parseColumnCount(draft);
  if (widthMm === null || columnGapMm === null) return '';
  const row = Number(computeRowWidthMm({ columns, widthMm, columnGapMm }).toFixed(2));
  return `从左边排起，一排共 ${row} mm 宽，一起打印、一起算：同排的几张要么都打印了，要么都待确认`;
};

/** Number of columns, and the gap between them (not the gap along the feed). */
const ColumnFields = ({ draft, errors, onChange }: FieldsProps) => (
  <>
    <NumberField
      className="span-2"
      label="列数"
      name="columns"
      unit="列"
      hint={parseColumnCount(draft) > 1 ? '' : '卷上并排几张'}
      {...CONFIG_RANGES.columns}
      step={1}
      value={draft.columns}
      error={errors.columns}
      onChange={(columns) => onChange(setDraftColumnCount(draft, columns))}
    />
    {parseColumnCount(draft) > 1 && (
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
    {parseColumnCount(draft) > 1 && !errors.columns && (
      <div className="field span-6">
        <p className="small quiet">{describeLabelRow(draft)}</p>
      </div>
    )}
  </>
);

/**
 * Hint when the maximum width is below the normal limit: heads for 80 mm paper, or for 58 mm paper.
 */
const getMaxWidthHint = ({ max }: Range): string =>
  max < CONFIG_RANGES.widthMm.max ? `80 mm 纸最宽 ${max} mm，58 mm 纸最宽 48 mm` : '';

/** Explains why there is no choice of media. */
const explainOnlyMediaKind = (language: Language): string =>
  isCommandLanguage(language)
    ? '没有间隙：按连续纸打印，一张接一张'
    : '一张标签一页：纸的种类和间隙在那台电脑的打印机设置里改';

/** Media options that the language supports. */
const MediaFields = ({ draft, errors, clients, onChange }: FieldsProps) => {
  const language = getPrinterLanguage(draft, clients);
  const kinds = LANGUAGE_FACTS[language].media;
  const patchDraft = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  if (kinds.length <= 1)
    return (
      <div className="field span-2">
        <p className="small quiet">{explainOnlyMediaKind(language)}</p>
      </div>
    );
  return (
    <>
      {draft.media === 'continuous' ? (
        <div className="field span-2">
          <p className="small quiet">连续纸：打印到设的高就算一张</p>
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
          onChange={(gapMm) => patchDraft({ gapMm })}
        />
      )}
      <Segmented
        className="span-6"
        legend="纸的种类"
        name="media"
        value={draft.media}
        options={kinds.map((value) => ({ value, label: MEDIA_LABELS[value] }))}
        onChange={(value) => {
          const media = kinds.find((kind) => kind === value);
          if (media) patchDraft({ media });
        }}
      />
    </>
  );
};

export const PaperFields = ({ draft, errors, clients, onChange }: FieldsProps) => {
  const ranges = listSettingRangesOfPrinter(draft, clients);
  const changeDraft = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  return (
    <fieldset>
      <legend className="visually-hidden">标签纸</legend>
      <div className="group-title" aria-hidden="true">
        标签纸
      </div>
      <p className="small span-6">
        <GuideLink guide={PLACE_GUIDES['stock-settings']}>怎么选、怎么量</GuideLink>
      </p>
      <NumberField
        className="span-2"
        label="宽"
        name="widthMm"
        unit="mm"
        {...ranges.widthMm}
        step={1}
        value={draft.widthMm}
        error={errors.widthMm}
        hint={getMaxWidthHint(ranges.widthMm)}
        onChange={(widthMm) => changeDraft({ widthMm })}
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
        onChange={(heightMm) => changeDraft({ heightMm })}
      />
      <MediaFields draft={draft} errors={errors} clients={clients} onChange={onChange} />
      <ColumnFields draft={draft} errors={errors} clients={clients} onChange={onChange} />
    </fieldset>
  );
};
