import { isCommandLanguage, type Language } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import {
  CONFIG_NAME_LENGTH,
  CONFIG_RANGES,
  isSettable,
} from '@yunbiao/contract/limits/print-config';
import type { Range } from '@yunbiao/contract/limits/input';
import { rowWidthMm } from '@yunbiao/label/stock';
import { Dial } from '@yunbiao/ui/dial.tsx';
import { NumberField, SelectField, TextField } from '@yunbiao/ui/field.tsx';
import { readNumber } from '@yunbiao/ui/number.ts';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import type { Errors } from '../../kit/form/form-state.ts';
import type { News } from '../../kit/live/print-feed.ts';
import { useNews } from '../../kit/live/live-print.ts';
import { evidenceWords, printerStatus } from '../../kit/printing/printer-words.ts';
import {
  columnsOf,
  languageFor,
  rangesFor,
  withClient,
  withColumns,
  withPrinter,
  type Client,
  type Draft,
  type Printer,
} from './draft.ts';

export type FieldsProps = {
  draft: Draft;
  errors: Errors;
  clients: readonly Client[];
  onChange: (draft: Draft) => void;
};

const clientName = (client: Client): string => client.remark || client.name;
const withState = (client: Client): string =>
  client.enabled ? (client.online ? '' : '（离线）') : '（已停用）';

/** What the printer itself settles: nothing here to choose, only to know. */
const printerHint = (
  printer: Printer | undefined,
  client: Client | undefined,
  news: News,
): string => {
  if (!client) return '';
  if (!printer)
    return client.printers.length === 0 ? '这个打印客户端还没有报上打印机' : '选一台打印机';
  const { text } = printerStatus(printer, { online: client.online, news });
  return `${LANGUAGE_FACTS[printer.language].name} · ${printer.dpi} dpi · ${text} · 凭据：${evidenceWords(printer.evidence)}`;
};

export const PrinterFields = ({ draft, errors, clients, onChange }: FieldsProps) => {
  const client = clients.find(({ id }) => id === draft.clientId);
  const printer = client?.printers.find(({ id }) => id === draft.printerId);
  const news = useNews();
  const set = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  return (
    <fieldset>
      <legend className="visually-hidden">打印机</legend>
      <div className="group-title" aria-hidden="true">
        打印机
      </div>
      <TextField
        className="span-6"
        label="配置名称"
        name="name"
        value={draft.name}
        maxLength={CONFIG_NAME_LENGTH}
        error={errors.name}
        onChange={(name) => set({ name })}
      />
      <SelectField
        className="span-3"
        label="客户端"
        name="clientId"
        value={client ? draft.clientId : ''}
        error={errors.clientId}
        {...(client ? {} : { placeholder: '选一个打印客户端' })}
        options={clients.map((one) => ({ value: one.id, label: clientName(one) + withState(one) }))}
        onChange={(clientId) => onChange(withClient(draft, clients, clientId))}
      />
      <SelectField
        className="span-3"
        label="打印机"
        name="printerId"
        value={printer ? draft.printerId : ''}
        error={errors.printerId ?? errors.language ?? errors.dpi}
        {...(printer ? {} : { placeholder: '选一台打印机' })}
        hint={printerHint(printer, client, news)}
        options={(client?.printers ?? []).map((one) => ({ value: one.id, label: one.name }))}
        onChange={(printerId) => onChange(withPrinter(draft, clients, printerId))}
      />
    </fieldset>
  );
};

/** What several across come to, as far as the numbers are typed. */
const rowHint = (draft: Draft): string => {
  const [widthMm, columnGapMm] = [readNumber(draft.widthMm), readNumber(draft.columnGapMm)];
  const columns = columnsOf(draft);
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
      hint={columnsOf(draft) > 1 ? '' : '卷上并排几张'}
      {...CONFIG_RANGES.columns}
      step={1}
      value={draft.columns}
      error={errors.columns}
      onChange={(columns) => onChange(withColumns(draft, columns))}
    />
    {columnsOf(draft) > 1 && (
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
    {columnsOf(draft) > 1 && !errors.columns && (
      <div className="field span-6">
        <p className="small quiet">{rowHint(draft)}</p>
      </div>
    )}
  </>
);

/** A head narrower than labels may be: of 80 mm paper; the other common one is of 58 mm. */
const widthHint = ({ max }: Range): string =>
  max < CONFIG_RANGES.widthMm.max ? `80 mm 纸最宽 ${max} mm，58 mm 纸最宽 48 mm` : '';

/** Why there is no gap to type. */
const noGapHint = (language: Language): string =>
  isCommandLanguage(language)
    ? '没有间距：按连续纸印，印完一张切一刀，没有切刀的走到撕纸口'
    : '一张标签一页：纸的种类和间距在那台电脑的打印机设置里改';

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
      {isSettable(ranges.gapMm) ? (
        <NumberField
          className="span-2"
          label="间距"
          name="gapMm"
          unit="mm"
          {...ranges.gapMm}
          step={0.5}
          value={draft.gapMm}
          error={errors.gapMm}
          onChange={(gapMm) => set({ gapMm })}
        />
      ) : (
        <div className="field span-2">
          <p className="small quiet">{noGapHint(languageFor(draft, clients))}</p>
        </div>
      )}
      <ColumnFields draft={draft} errors={errors} clients={clients} onChange={onChange} />
    </fieldset>
  );
};

export const OffsetFields = ({ draft, errors, onChange }: FieldsProps) => {
  const set = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  return (
    <fieldset>
      <legend className="visually-hidden">校准</legend>
      <div className="group-title" aria-hidden="true">
        校准<small>正数向右、向下</small>
      </div>
      <NumberField
        className="span-2"
        label="横向偏移"
        name="offsetXMm"
        unit="mm"
        {...CONFIG_RANGES.offsetXMm}
        step={0.1}
        value={draft.offsetXMm}
        error={errors.offsetXMm}
        onChange={(offsetXMm) => set({ offsetXMm })}
      />
      <NumberField
        className="span-2"
        label="纵向偏移"
        name="offsetYMm"
        unit="mm"
        {...CONFIG_RANGES.offsetYMm}
        step={0.1}
        value={draft.offsetYMm}
        error={errors.offsetYMm}
        onChange={(offsetYMm) => set({ offsetYMm })}
      />
      <NumberField
        className="span-2 span-all-narrow"
        label="走纸比例"
        name="pitchScale"
        unit="%"
        {...CONFIG_RANGES.pitchScale}
        step={0.1}
        value={draft.pitchScale}
        error={errors.pitchScale}
        onChange={(pitchScale) => set({ pitchScale })}
      />
      <Segmented
        className="span-6"
        legend="旋转"
        name="rotation"
        value={draft.rotation}
        options={['0', '90', '180', '270'].map((value) => ({ value, label: `${value}°` }))}
        onChange={(rotation) => set({ rotation })}
      />
    </fieldset>
  );
};

const Check = ({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) => (
  <label className="check">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
);

/** `fixedDefault`: why this one is the default whatever is chosen here; '' when it can be chosen. */
export const OutputFields = ({
  draft,
  errors,
  clients,
  onChange,
  fixedDefault,
}: FieldsProps & { fixedDefault: string }) => {
  const ranges = rangesFor(draft, clients);
  const set = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  return (
    <fieldset>
      <legend className="visually-hidden">出纸</legend>
      <div className="group-title" aria-hidden="true">
        出纸
      </div>
      {isSettable(ranges.darkness) && (
        <Dial
          className="span-3 span-all-narrow"
          label="浓度"
          name="darkness"
          {...ranges.darkness}
          major={5}
          value={draft.darkness}
          error={errors.darkness}
          onChange={(darkness) => set({ darkness })}
        />
      )}
      {isSettable(ranges.speed) ? (
        <Dial
          className="span-3 span-all-narrow"
          label="速度"
          name="speed"
          unit="in/s"
          {...ranges.speed}
          major={2}
          value={draft.speed}
          error={errors.speed}
          onChange={(speed) => set({ speed })}
        />
      ) : (
        <div className="field span-6">
          <p className="small quiet">浓度和速度由打印机自己定，在它的设置里改</p>
        </div>
      )}
      <NumberField
        className="span-3"
        label="条码收窄"
        name="barReduction"
        unit="点"
        hint="条印得太粗、扫不出时，每条画窄这么多"
        {...CONFIG_RANGES.barReduction}
        step={1}
        value={draft.barReduction}
        error={errors.barReduction}
        onChange={(barReduction) => set({ barReduction })}
      />
      <NumberField
        className="span-3"
        label="每张份数"
        name="copies"
        unit="份"
        {...CONFIG_RANGES.copies}
        step={1}
        value={draft.copies}
        error={errors.copies}
        onChange={(copies) => set({ copies })}
      />
      <div className="field span-6 checks">
        {fixedDefault ? (
          <p className="small quiet">{fixedDefault}</p>
        ) : (
          <Check
            label="设为默认配置"
            checked={draft.isDefault}
            onChange={(isDefault) => set({ isDefault })}
          />
        )}
        <Check label="启用" checked={draft.enabled} onChange={(enabled) => set({ enabled })} />
      </div>
    </fieldset>
  );
};
