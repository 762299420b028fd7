import { Dial } from '@yunbiao/ui/dial.tsx';
import { NumberField, SelectField, TextField } from '@yunbiao/ui/field.tsx';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import type { News } from '../../shell/live/print-feed.ts';
import { useNews } from '../../shell/live-print.ts';
import { evidenceWords, printerStatus } from '../../shell/printer-words.ts';
import { withClient, type Client, type Draft, type Printer } from './draft.ts';

export type FieldsProps = {
  draft: Draft;
  errors: Record<string, string>;
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
  if (!printer) return client.printers.length === 0 ? '这台电脑还没有报上打印机' : '选一台打印机';
  const { text } = printerStatus(printer, { online: client.online, news });
  return `${printer.language.toUpperCase()} · ${printer.dpi} dpi · ${text} · 凭据：${evidenceWords(printer.evidence)}`;
};

export const PrinterFields = ({ draft, errors, clients, onChange }: FieldsProps) => {
  const client = clients.find(({ id }) => id === draft.clientId);
  const printer = client?.printers.find(({ id }) => id === draft.printerId);
  const news = useNews();
  const set = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  return (
    <fieldset>
      <legend className="vh">打印机</legend>
      <div className="hd" aria-hidden="true">
        打印机
      </div>
      <TextField
        className="w6"
        label="配置名称"
        name="name"
        value={draft.name}
        maxLength={60}
        error={errors.name}
        onChange={(name) => set({ name })}
      />
      <SelectField
        className="w3"
        label="客户端"
        name="clientId"
        value={client ? draft.clientId : ''}
        error={errors.clientId}
        {...(client ? {} : { placeholder: '选一台电脑' })}
        options={clients.map((one) => ({ value: one.id, label: clientName(one) + withState(one) }))}
        onChange={(clientId) => onChange(withClient(draft, clients, clientId))}
      />
      <SelectField
        className="w3"
        label="打印机"
        name="printerId"
        value={printer ? draft.printerId : ''}
        error={errors.printerId ?? errors.language ?? errors.dpi}
        {...(printer ? {} : { placeholder: '选一台打印机' })}
        hint={printerHint(printer, client, news)}
        options={(client?.printers ?? []).map((one) => ({ value: one.id, label: one.name }))}
        onChange={(printerId) => set({ printerId })}
      />
    </fieldset>
  );
};

export const PaperFields = ({ draft, errors, onChange }: FieldsProps) => {
  const set = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  return (
    <fieldset>
      <legend className="vh">标签纸</legend>
      <div className="hd" aria-hidden="true">
        标签纸
      </div>
      <NumberField
        className="w2"
        label="宽"
        name="widthMm"
        unit="mm"
        min={5}
        max={200}
        step={1}
        value={draft.widthMm}
        error={errors.widthMm}
        onChange={(widthMm) => set({ widthMm })}
      />
      <NumberField
        className="w2"
        label="高"
        name="heightMm"
        unit="mm"
        min={5}
        max={300}
        step={1}
        value={draft.heightMm}
        error={errors.heightMm}
        onChange={(heightMm) => set({ heightMm })}
      />
      <NumberField
        className="w2"
        label="间距"
        name="gapMm"
        unit="mm"
        min={0}
        max={30}
        step={0.5}
        value={draft.gapMm}
        error={errors.gapMm}
        onChange={(gapMm) => set({ gapMm })}
      />
    </fieldset>
  );
};

export const OffsetFields = ({ draft, errors, onChange }: FieldsProps) => {
  const set = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  return (
    <fieldset>
      <legend className="vh">校准</legend>
      <div className="hd" aria-hidden="true">
        校准<small>正数向右、向下</small>
      </div>
      <NumberField
        className="w2"
        label="横向偏移"
        name="offsetXMm"
        unit="mm"
        min={-30}
        max={30}
        step={0.1}
        value={draft.offsetXMm}
        error={errors.offsetXMm}
        onChange={(offsetXMm) => set({ offsetXMm })}
      />
      <NumberField
        className="w2"
        label="纵向偏移"
        name="offsetYMm"
        unit="mm"
        min={-30}
        max={30}
        step={0.1}
        value={draft.offsetYMm}
        error={errors.offsetYMm}
        onChange={(offsetYMm) => set({ offsetYMm })}
      />
      <NumberField
        className="w2 wm"
        label="走纸比例"
        name="pitchScale"
        unit="%"
        min={90}
        max={110}
        step={0.1}
        value={draft.pitchScale}
        error={errors.pitchScale}
        onChange={(pitchScale) => set({ pitchScale })}
      />
      <Segmented
        className="w6"
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
  <label className="ck">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
);

/** `fixedDefault`: why this one is the default whatever is chosen here; '' when it can be chosen. */
export const OutputFields = ({
  draft,
  errors,
  onChange,
  fixedDefault,
}: FieldsProps & { fixedDefault: string }) => {
  const set = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  return (
    <fieldset>
      <legend className="vh">出纸</legend>
      <div className="hd" aria-hidden="true">
        出纸
      </div>
      <Dial
        className="w3 wm"
        label="浓度"
        name="darkness"
        min={0}
        max={30}
        major={5}
        value={draft.darkness}
        error={errors.darkness}
        onChange={(darkness) => set({ darkness })}
      />
      <Dial
        className="w3 wm"
        label="速度"
        name="speed"
        unit="in/s"
        min={1}
        max={14}
        major={2}
        value={draft.speed}
        error={errors.speed}
        onChange={(speed) => set({ speed })}
      />
      <NumberField
        className="w2"
        label="每张份数"
        name="copies"
        unit="份"
        min={1}
        max={100}
        step={1}
        value={draft.copies}
        error={errors.copies}
        onChange={(copies) => set({ copies })}
      />
      <div className="f w4 cks">
        {fixedDefault ? (
          <p className="s q">{fixedDefault}</p>
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
