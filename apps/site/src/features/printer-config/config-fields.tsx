import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { CONFIG_RANGES, isRangeSettable } from '@yunbiao/contract/limits/print-config';
import { NumberField, SelectField, TextField } from '@yunbiao/ui/field.tsx';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import type { ReactNode } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import type { ConnectionState } from '../../kit/live/print-feed.ts';
import { useConnectionState } from '../../kit/live/live-print.ts';
import { describeEvidenceOfPrinter, getPrinterStatus } from '../../kit/printing/printer-status.ts';
import {
  getDraftShiftRange,
  changeDraftClient,
  changeDraftPrinter,
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

const getClientName = (client: Client): string => client.remark || client.name;
const formatClientState = (client: Client): string =>
  client.enabled ? (client.online ? '' : '（离线）') : '（已停用）';

/** Explains settings that the printer determines. */
const getPrinterHint = (
  printer: Printer | undefined,
  client: Client | undefined,
  news: ConnectionState,
): string => {
  if (!client) return '';
  if (!printer)
    return client.printers.length === 0 ? '这个打印客户端还没有报上打印机' : '选一台打印机';
  const { text } = getPrinterStatus(printer, { online: client.online, news });
  return `${LANGUAGE_FACTS[printer.language].name} · ${printer.dpi} dpi · ${text} · 凭据：${describeEvidenceOfPrinter(printer.evidence)}`;
};

export const PrinterFields = ({
  draft,
  errors,
  clients,
  onChange,
  children,
}: FieldsProps & { children: ReactNode }) => {
  const client = clients.find(({ id }) => id === draft.clientId);
  const printer = client?.printers.find(({ id }) => id === draft.printerId);
  const news = useConnectionState();
  const patchDraft = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
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
        error={errors.name}
        onChange={(name) => patchDraft({ name })}
      />
      <SelectField
        className="span-3"
        label="客户端"
        name="clientId"
        value={client ? draft.clientId : ''}
        error={errors.clientId}
        {...(client ? {} : { placeholder: '选一个打印客户端' })}
        options={clients.map((client) => ({
          value: client.id,
          label: getClientName(client) + formatClientState(client),
        }))}
        onChange={(clientId) => onChange(changeDraftClient(draft, clients, clientId))}
      />
      <SelectField
        className="span-3"
        label="打印机"
        name="printerId"
        value={printer ? draft.printerId : ''}
        error={errors.printerId ?? errors.language ?? errors.dpi}
        {...(printer ? {} : { placeholder: '选一台打印机' })}
        hint={getPrinterHint(printer, client, news)}
        options={(client?.printers ?? []).map((printer) => ({
          value: printer.id,
          label: printer.name,
        }))}
        onChange={(printerId) => onChange(changeDraftPrinter(draft, clients, printerId))}
      />
      {children}
    </fieldset>
  );
};

export const OffsetFields = ({
  draft,
  errors,
  clients,
  onChange,
  children,
}: FieldsProps & { children: ReactNode }) => {
  const shift = getDraftShiftRange(draft, clients);
  const changeDraft = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
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
        onChange={(offsetXMm) => changeDraft({ offsetXMm })}
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
        onChange={(offsetYMm) => changeDraft({ offsetYMm })}
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
        onChange={(pitchScale) => changeDraft({ pitchScale })}
      />
      {children}
      {isRangeSettable(shift) && (
        <NumberField
          className="span-6"
          label="打印起点"
          name="shiftMm"
          unit="mm"
          hint="从纸的哪里开始打印，正数往下。不填就用打印机自己的；纵向偏移把内容移出标签上边时，用它往上移"
          {...shift}
          step={0.1}
          value={draft.shiftMm}
          error={errors.shiftMm}
          onChange={(shiftMm) => changeDraft({ shiftMm })}
        />
      )}
      <Segmented
        className="span-6"
        legend="旋转"
        name="rotation"
        value={draft.rotation}
        options={['0', '90', '180', '270'].map((value) => ({ value, label: `${value}°` }))}
        onChange={(rotation) => changeDraft({ rotation })}
      />
    </fieldset>
  );
};
