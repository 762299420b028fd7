import { Link } from '@tanstack/react-router';
import { Status } from '@yunbiao/ui/status.tsx';
import { useMemo, useState } from 'react';
import type { ConnectionState } from '../../kit/live/print-feed.ts';
import { useConnectionState } from '../../kit/live/live-print.ts';
import { getPrinterStatus, type ShownStatus } from '../../kit/printing/printer-status.ts';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { AllowanceNote } from './allowance-note.tsx';
import { CalibrateOnDemand, CalibrateRow } from './calibrate-row.tsx';
import { OffsetFields, PrinterFields } from './config-fields.tsx';
import { ConfigPreview } from './config-preview.tsx';
import s from './config.module.css';
import type { Client, Config, Printer } from './draft.ts';
import { EditorSavebar } from './editor-savebar.tsx';
import { readDraftPaper } from './geometry.ts';
import { OutputFields } from './output-fields.tsx';
import { PaperFields } from './paper-fields.tsx';
import { ReportOnDemand, ReportRow } from './report/report-row.tsx';
import { type ConfigEditorProps, useConfigEditor } from './use-config-editor.ts';

const CopyOnDemand = createOnDemandComponent(
  async () => (await import('./copy-dialog.tsx')).CopyDialog,
);

const toSupportedDpi = (dpi: number): Config['dpi'] => (dpi === 300 || dpi === 600 ? dpi : 203);

const ConfigEditorHeader = ({
  alias,
  config,
  name,
  state,
}: {
  alias: string;
  config: Config | null;
  name: string;
  state: ShownStatus | null;
}) => (
  <div className="page-head">
    <div>
      <nav className="crumb" aria-label="所在位置">
        <Link to="/$soft/user/printerCfg" params={{ soft: alias }}>
          打印机配置
        </Link>
        <span aria-hidden="true">/</span>
        <span>{config ? '编辑' : '新建'}</span>
      </nav>
      <h1>{name.trim() || (config ? config.name : '新建打印机配置')}</h1>
    </div>
    {state && (
      <div className="push-end">
        <span className="small quiet" aria-live="polite">
          <Status kind={state.kind}>{state.text}</Status>
        </span>
      </div>
    )}
  </div>
);

/**
 * State of the selected printer; for a removed printer, the state stored with the configuration.
 */
const getSelectedPrinterState = (
  config: Config | null,
  client: Client | undefined,
  printer: Printer | undefined,
  news: ConnectionState,
): ShownStatus | null => {
  if (printer && client) {
    const { kind, text } = getPrinterStatus(printer, { online: client.online, news });
    return { kind, text: kind === 'uncertain' || kind === 'failed' ? text : `打印机${text}` };
  }
  if (!config) return null;
  const { printerState, printerStateText } = config;
  return getPrinterStatus(
    { state: printerState, stateText: printerStateText },
    { online: true, news },
  );
};

/**
 * Explains why the default cannot be unset. There is always one default; it changes by selecting
 * another.
 */
const explainWhyDefaultCannotBeUnset = ({ config, taken }: ConfigEditorProps): string => {
  if (config?.isDefault) return '这是默认配置。在别的配置里勾选默认，可以替换它。';
  return !config && taken.length === 0 ? '第一个配置就是默认配置。' : '';
};

type EditorDialogsProps = {
  config: Config;
  editor: ConfigEditorProps;
  isCopying: boolean;
  isCalibrating: boolean;
  isReporting: boolean;
  onCorrected: (config: Config) => void;
  onCopyClose: () => void;
  onReportClose: () => void;
  onCalibrateClose: () => void;
};

/** Dialogs above the editor. */
const EditorDialogs = ({
  config,
  editor,
  isCopying,
  isCalibrating,
  isReporting,
  ...on
}: EditorDialogsProps) => (
  <>
    {isCopying && (
      <CopyOnDemand
        config={config}
        clients={editor.clients}
        taken={editor.taken}
        onCopied={(copiedConfig) => {
          on.onCopyClose();
          editor.onCopied(copiedConfig);
        }}
        onClose={on.onCopyClose}
        onGiveUp={on.onCopyClose}
      />
    )}
    {isCalibrating && (
      <CalibrateOnDemand
        config={config}
        onChanged={on.onCorrected}
        onClose={on.onCalibrateClose}
        onGiveUp={on.onCalibrateClose}
      />
    )}
    {isReporting && (
      <ReportOnDemand
        alias={editor.alias}
        config={config}
        onClose={on.onReportClose}
        onGiveUp={on.onReportClose}
      />
    )}
  </>
);

/** Edits a configuration: form, preview and save bar. */
export const ConfigEditor = (props: ConfigEditorProps) => {
  const { alias, config, clients } = props;
  const { form, ready, printer, change, save, remove, discard, corrected, undo } =
    useConfigEditor(props);
  const [isCalibrating, setIsCalibrating] = useState(props.calibrates);
  const [isCopying, setIsCopying] = useState(false);
  const [isReporting, setIsReporting] = useState(false);
  // Use the initial value: after saving, the plan limit may be reached.
  const [allowance] = useState(props.allowance);
  const { values, errors, changed } = form;
  const news = useConnectionState();
  const client = clients.find(({ id }) => id === values.clientId);
  const paper = useMemo(() => readDraftPaper(values), [values]);
  const fields = { draft: values, errors, clients, onChange: change };
  return (
    <>
      <ConfigEditorHeader
        alias={alias}
        config={config}
        name={values.name}
        state={getSelectedPrinterState(config, client, printer, news)}
      />
      {!config && <AllowanceNote allowance={allowance} alias={alias} />}
      <div className={`two-columns ${s.two}`}>
        {/*
         * The preview precedes the form, as on narrow pages. Otherwise it would push the form down.
         */}
        <aside className="stick">
          <ConfigPreview paper={paper} dpi={toSupportedDpi(printer?.dpi ?? config?.dpi ?? 203)} />
        </aside>
        <form inert={!ready} {...form.getFormProps(save)}>
          <PrinterFields {...fields}>
            {config && !client?.virtual && (
              <ReportRow isDirty={changed.length > 0} onOpen={() => setIsReporting(true)} />
            )}
          </PrinterFields>
          <PaperFields {...fields} />
          <OffsetFields {...fields}>
            <CalibrateRow
              config={config}
              isDirty={changed.length > 0}
              onOpen={() => setIsCalibrating(true)}
              onUndo={() => void undo()}
            />
          </OffsetFields>
          <OutputFields {...fields} fixedDefault={explainWhyDefaultCannotBeUnset(props)} />
          <EditorSavebar
            isNew={!config}
            isBusy={form.isBusy}
            unsavedCount={changed.length}
            onDiscard={discard}
            onCopy={() => setIsCopying(true)}
            onRemove={() => void remove()}
          />
        </form>
      </div>
      {config && (
        <EditorDialogs
          {...{ config, isCopying, isCalibrating, isReporting }}
          editor={props}
          onCorrected={corrected}
          onCopyClose={() => setIsCopying(false)}
          onReportClose={() => setIsReporting(false)}
          onCalibrateClose={() => setIsCalibrating(false)}
        />
      )}
    </>
  );
};
