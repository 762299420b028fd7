import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import type { Range } from '@yunbiao/contract/limits/input';
import { CONFIG_RANGES, listSettingRanges } from '@yunbiao/contract/limits/print-config';
import { NumberField, SelectField } from '@yunbiao/ui/field.tsx';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import type { Form } from '../../../kit/form/use-form.ts';
import s from '../client.module.css';
import { listPossiblePrinterLanguages, SIZES, type FoundPrinter } from './discovery-messages.ts';
import type { Draft } from './use-set-up.ts';

type FieldsProps = { found: FoundPrinter; form: Form<Draft> };

/** Label size: a common size or typed. */
export const LabelSizeFields = ({ form }: FieldsProps) => {
  const { values, errors } = form;
  const ranges = listSettingRanges(values.language);
  const size = `${values.widthMm}x${values.heightMm}`;
  const common = SIZES.filter(([widthMm]) => widthMm <= ranges.widthMm.max);
  const isCommon = common.some(([w, h]) => `${w}x${h}` === size);
  const renderNumberField = (
    name: 'widthMm' | 'heightMm' | 'gapMm',
    label: string,
    step: number,
    range: Range,
  ) => (
    <NumberField
      label={label}
      name={name}
      unit="mm"
      step={step}
      {...range}
      value={values[name]}
      error={errors[name]}
      onChange={(value) => form.set({ [name]: value })}
    />
  );
  return (
    <>
      <SelectField
        label="标签纸"
        name="size"
        value={isCommon ? size : ''}
        placeholder="其他尺寸，填在下面"
        options={common.map(([w, h]) => ({ value: `${w}x${h}`, label: `${w} × ${h} mm` }))}
        onChange={(size) => {
          const [widthMm, heightMm] = size.split('x');
          if (widthMm && heightMm) form.set({ widthMm, heightMm });
        }}
      />
      <div className={s.sizes}>
        {renderNumberField('widthMm', '宽', 1, ranges.widthMm)}
        {renderNumberField('heightMm', '高', 1, CONFIG_RANGES.heightMm)}
        {ranges.gapMm.max > 0 && renderNumberField('gapMm', '间隙', 0.5, ranges.gapMm)}
      </div>
    </>
  );
};

const RESOLUTIONS = ['203', '300', '600'].map((value) => ({ value, label: `${value} dpi` }));
const EXCLUSIVITY_OPTIONS = [
  { value: '1', label: '只有云标' },
  { value: '0', label: '和别的软件共用' },
];

/** Language, resolution, and whether other programs also use the printer. */
export const DiscoveredPrinterFields = ({ found, form }: FieldsProps) => {
  const { values } = form;
  const renderSegmented = (
    name: 'dpi' | 'exclusive',
    legend: string,
    options: readonly { value: string; label: string }[],
  ) => (
    <Segmented
      legend={legend}
      name={name}
      value={values[name]}
      options={options}
      onChange={(value) => form.set({ [name]: value })}
    />
  );
  return (
    <>
      <Segmented
        legend="打印语言"
        name="language"
        value={values.language}
        options={listPossiblePrinterLanguages(found).map((possiblePrinterLanguage) => ({
          value: possiblePrinterLanguage,
          label: LANGUAGE_FACTS[possiblePrinterLanguage].name,
        }))}
        onChange={(value) => {
          const language = listPossiblePrinterLanguages(found).find(
            (possiblePrinterLanguage) => possiblePrinterLanguage === value,
          );
          if (language)
            form.set({ language, gapMm: String(LANGUAGE_FACTS[language].defaults.gapMm) });
        }}
      />
      {renderSegmented('dpi', '分辨率', RESOLUTIONS)}
      {renderSegmented('exclusive', '谁用它', EXCLUSIVITY_OPTIONS)}
    </>
  );
};
