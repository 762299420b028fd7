import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import {
  CONFIG_RANGES,
  FINISHING_LABELS,
  isRangeSettable,
} from '@yunbiao/contract/limits/print-config';
import { Dial } from '@yunbiao/ui/label/dial.tsx';
import { NumberField } from '@yunbiao/ui/field.tsx';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import type { FieldsProps } from './config-fields.tsx';
import {
  isVectorOffered,
  getPrinterLanguage,
  listSettingRangesOfPrinter,
  type Draft,
} from './draft.ts';

const Checkbox = ({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (isChecked: boolean) => void;
}) => (
  <label className="check">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
);

/** Finishing options that the language supports. */
const FinishingFields = ({ draft, errors, clients, onChange }: FieldsProps) => {
  const finishings = LANGUAGE_FACTS[getPrinterLanguage(draft, clients)].finishing;
  const patchDraft = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  if (finishings.length <= 1) return null;
  return (
    <>
      <Segmented
        className="span-6"
        legend="出纸方式"
        name="finishing"
        value={draft.finishing}
        options={finishings.map((value) => ({ value, label: FINISHING_LABELS[value] }))}
        onChange={(value) => {
          const finishing = finishings.find((candidate) => candidate === value);
          if (finishing) patchDraft({ finishing });
        }}
      />
      {draft.finishing === 'cut' && (
        <NumberField
          className="span-3"
          label="切一次"
          name="cutEach"
          unit="张"
          hint="每打印这么多张切一刀；一批的最后一张后面总会切"
          {...CONFIG_RANGES.cutEach}
          step={1}
          value={draft.cutEach}
          error={errors.cutEach}
          onChange={(cutEach) => patchDraft({ cutEach })}
        />
      )}
      {draft.finishing === 'peel' && (
        <div className="field span-6">
          <p className="small quiet">
            打印好的一张取走，才打印下一张；没取走的时候打印机的状态是“出纸口有打印好的没取走”
          </p>
        </div>
      )}
    </>
  );
};

/** Darkness and speed, where the printer lets these be set. */
const PrintHeadFields = ({ draft, errors, clients, onChange }: FieldsProps) => {
  const ranges = listSettingRangesOfPrinter(draft, clients);
  const changeDraft = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  return (
    <>
      {isRangeSettable(ranges.darkness) && (
        <Dial
          className="span-3 span-all-narrow"
          label="打印浓度"
          name="darkness"
          {...ranges.darkness}
          major={5}
          value={draft.darkness}
          error={errors.darkness}
          onChange={(darkness) => changeDraft({ darkness })}
        />
      )}
      {isRangeSettable(ranges.speed) ? (
        <Dial
          className="span-3 span-all-narrow"
          label="打印速度"
          name="speed"
          unit="in/s"
          {...ranges.speed}
          major={2}
          value={draft.speed}
          error={errors.speed}
          onChange={(speed) => changeDraft({ speed })}
        />
      ) : (
        <div className="field span-6">
          <p className="small quiet">打印浓度和速度由打印机自己定，在它的设置里改</p>
        </div>
      )}
    </>
  );
};

const VectorField = ({ draft, onChange }: Pick<FieldsProps, 'draft' | 'onChange'>) => (
  <div className="field span-6">
    <Checkbox
      label="矢量出图"
      checked={draft.vector}
      onChange={(vector) => onChange({ ...draft, vector })}
    />
    <p className="small quiet">
      文字和线条由打印机或它的驱动来画，边缘更光滑。不勾选时按打印机的点阵逐点发送，条码最准
    </p>
  </div>
);

/** `fixedDefault`: reason why the default cannot be changed here; '' when it can. */
export const OutputFields = (props: FieldsProps & { fixedDefault: string }) => {
  const { draft, errors, clients, onChange, fixedDefault } = props;
  const changeDraft = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  return (
    <fieldset>
      <legend className="visually-hidden">出纸</legend>
      <div className="group-title" aria-hidden="true">
        出纸
      </div>
      <PrintHeadFields draft={draft} errors={errors} clients={clients} onChange={onChange} />
      <FinishingFields draft={draft} errors={errors} clients={clients} onChange={onChange} />
      <NumberField
        className="span-3"
        label="条码收窄"
        name="barReduction"
        unit="点"
        hint="条码、二维码太粗、扫不出时，黑的地方画窄这么多"
        {...CONFIG_RANGES.barReduction}
        step={1}
        value={draft.barReduction}
        error={errors.barReduction}
        onChange={(barReduction) => changeDraft({ barReduction })}
      />
      {isVectorOffered(draft, clients) && <VectorField draft={draft} onChange={onChange} />}
      <NumberField
        className="span-3"
        label="每张份数"
        name="copies"
        unit="份"
        {...CONFIG_RANGES.copies}
        step={1}
        value={draft.copies}
        error={errors.copies}
        onChange={(copies) => changeDraft({ copies })}
      />
      <div className="field span-6 checks">
        {fixedDefault ? (
          <p className="small quiet">{fixedDefault}</p>
        ) : (
          <Checkbox
            label="设为默认配置"
            checked={draft.isDefault}
            onChange={(isDefault) => changeDraft({ isDefault })}
          />
        )}
        <Checkbox
          label="启用"
          checked={draft.enabled}
          onChange={(enabled) => changeDraft({ enabled })}
        />
      </div>
    </fieldset>
  );
};
