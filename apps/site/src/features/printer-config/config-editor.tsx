import { Link } from '@tanstack/react-router';
import { confirm, toast } from '@yunbiao/ui';
import { Status } from '@yunbiao/ui/status.tsx';
import { useEffect, useMemo, useState } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { useGuard } from '../../kit/form/use-guard.ts';
import { useStoredDraft } from '../../kit/form/use-stored-draft.ts';
import { prepareValidation } from '../../kit/form/validate.ts';
import type { News } from '../../kit/live/print-feed.ts';
import { useNews } from '../../kit/live/live-print.ts';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { printerStatus, type Shown } from '../../kit/printing/printer-words.ts';
import { onDemand } from '../../kit/site/on-demand.ts';
import { useApi } from '../../kit/site/site.tsx';
import { AllowanceNote } from './allowance-note.tsx';
import type { Allowance } from './allowance-words.ts';
import { CalibrateOnDemand, CalibrateRow } from './calibrate-row.tsx';
import { correctionWords } from './calibrate-words.ts';
import { OffsetFields, PrinterFields } from './config-fields.tsx';
import { ConfigPreview } from './config-preview.tsx';
import s from './config.module.css';
import {
  getDraft,
  goneErrors,
  newDraft,
  listPrinters,
  sameField,
  configDraft,
  toInput,
  withSuggestedName,
  type Client,
  type Config,
  type Draft,
  type Printer,
} from './draft.ts';
import { getPaper } from './geometry.ts';
import { OutputFields } from './output-fields.tsx';
import { PaperFields } from './paper-fields.tsx';

type ConfigEditorProps = {
  alias: string;
  /** The configuration being edited; null for a new one. */
  config: Config | null;
  clients: readonly Client[];
  /** New: for this printer. */
  printerId: string | undefined;
  /** Names the member's configurations have. */
  taken: readonly string[];
  allowance: Allowance;
  /** It was opened to be calibrated. */
  calibrates: boolean;
  onSaved: (config: Config) => void;
  onCopied: (config: Config) => void;
  onDeleted: () => void;
};

const CopyOnDemand = onDemand(async () => (await import('./copy-dialog.tsx')).CopyDialog);

const asDpi = (dpi: number): Config['dpi'] => (dpi === 300 || dpi === 600 ? dpi : 203);

/** The form, and the way to the server and back. */
const useEditor = (props: ConfigEditorProps) => {
  const { config, clients, printerId, taken } = props;
  const isFirst = taken.length === 0;
  const api = useApi();
  const form = useForm<Draft>(
    () => (config ? getDraft(config) : newDraft({ clients, printerId, isFirst, taken })),
    sameField,
  );
  useEffect(prepareValidation, []);
  const { ready, drop } = useStoredDraft(form, {
    name: configDraft(config?.id ?? 'new'),
    area: 'tab',
  });
  useGuard(form, { onLeave: drop });
  const printer = listPrinters(clients).find(({ id }) => id === form.values.printerId);

  const save = async (): Promise<Errors | null> => {
    const sent = form.now().values;
    const input = toInput(sent, printer ?? config ?? undefined, config?.id);
    const { data, errors } = await sendForm(api, 'savePrintConfig', input, {
      wrong: goneErrors(sent, clients),
    });
    if (!data) return errors;
    drop();
    form.store(sent, getDraft(data));
    toast.success('配置已保存');
    props.onSaved(data);
    return null;
  };
  const remove = async (): Promise<void> => {
    if (!config) return;
    const sure = await confirm({
      title: `删除“${config.name}”？`,
      message: '删除后不能再用它打印，纸张和校准的数值也没有了。',
      detail: '打印记录保留。',
      confirmText: '删除配置',
      danger: true,
    });
    if (!sure) return;
    const reply = await api.call('deletePrintConfig', { id: config.id });
    if (reply.state === 'fail') return sayFailure(reply);
    drop();
    form.finish();
    toast.success(`已删除“${config.name}”`);
    props.onDeleted();
  };
  const change = (draft: Draft): void =>
    form.set(config ? draft : withSuggestedName(form.now().values, draft, { clients, taken }));
  const discard = (): void => {
    drop();
    form.discard();
  };
  /** Another's offset is in it, and nothing else of it changed. */
  const corrected = (to: Config): void => {
    form.store(form.now().values, getDraft(to));
    props.onSaved(to);
  };
  const undo = async (): Promise<void> => {
    if (!config) return;
    const reply = await api.call('calibrateUndo', { id: config.id });
    if (reply.state === 'fail') return sayFailure(reply);
    corrected(reply.data);
    toast.success(`撤回了：${correctionWords(reply.data)}`);
  };
  return { form, ready, printer, change, save, remove, discard, corrected, undo };
};

const Head = ({
  alias,
  config,
  name,
  state,
}: {
  alias: string;
  config: Config | null;
  name: string;
  state: Shown | null;
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

/** The chosen printer's state; of one that is gone, what the server says about it. */
const getState = (
  config: Config | null,
  client: Client | undefined,
  printer: Printer | undefined,
  news: News,
): Shown | null => {
  if (printer && client) {
    const { kind, text } = printerStatus(printer, { online: client.online, news });
    return { kind, text: kind === 'uncertain' || kind === 'failed' ? text : `打印机${text}` };
  }
  if (!config) return null;
  const { printerState: state, printerStateText: stateText } = config;
  return printerStatus({ state, stateText }, { online: true, news });
};

/** There is always one default: it is given away by choosing another, not by giving it up. */
const fixedDefault = ({ config, taken }: ConfigEditorProps): string => {
  if (config?.isDefault) return '这是默认配置。在别的配置里勾选默认，可以换掉它。';
  return !config && taken.length === 0 ? '第一个配置就是默认配置。' : '';
};

/** One configuration: the form, its preview, and the bar that keeps it. */
export const ConfigEditor = (props: ConfigEditorProps) => {
  const { alias, config, clients } = props;
  const { form, ready, printer, change, save, remove, discard, corrected, undo } = useEditor(props);
  const [isCalibrating, setIsCalibrating] = useState(props.calibrates);
  const [isCopying, setIsCopying] = useState(false);
  // As it was opened: the one just saved may be the last, and is not refused.
  const [allowance] = useState(props.allowance);
  const { values: draft, errors, changed } = form;
  const isDirty = changed.length > 0;
  const news = useNews();
  const client = clients.find(({ id }) => id === draft.clientId);
  const paper = useMemo(() => getPaper(draft), [draft]);
  const fields = { draft, errors, clients, onChange: change };
  return (
    <>
      <Head
        alias={alias}
        config={config}
        name={draft.name}
        state={getState(config, client, printer, news)}
      />
      {!config && <AllowanceNote allowance={allowance} alias={alias} />}
      <div className={`two-columns ${s.two}`}>
        {/* Before the form as on narrow pages, where a form that was there first would be pushed down. */}
        <aside className="stick">
          <ConfigPreview paper={paper} dpi={asDpi(printer?.dpi ?? config?.dpi ?? 203)} />
        </aside>
        <form inert={!ready} {...form.props(save)}>
          <PrinterFields {...fields} />
          <PaperFields {...fields} />
          <OffsetFields {...fields}>
            <CalibrateRow
              config={config}
              isDirty={isDirty}
              onOpen={() => setIsCalibrating(true)}
              onUndo={() => void undo()}
            />
          </OffsetFields>
          <OutputFields {...fields} fixedDefault={fixedDefault(props)} />
          <div className="savebar">
            <button type="submit" className="button primary" aria-disabled={form.isBusy}>
              保存配置
            </button>
            {isDirty && (
              <button type="button" className="button" onClick={discard}>
                放弃修改
              </button>
            )}
            <span className="small faint hide" aria-live="polite">
              {isDirty && `有 ${changed.length} 处未保存`}
            </span>
            {config && !isDirty && (
              <button type="button" className="button" onClick={() => setIsCopying(true)}>
                复制到另一台
              </button>
            )}
            {config && (
              <button
                type="button"
                className="button destructive push-end"
                onClick={() => void remove()}
              >
                删除
              </button>
            )}
          </div>
        </form>
      </div>
      {isCopying && config && (
        <CopyOnDemand
          config={config}
          clients={clients}
          taken={props.taken}
          onCopied={(copied) => {
            setIsCopying(false);
            props.onCopied(copied);
          }}
          onClose={() => setIsCopying(false)}
          onGiveUp={() => setIsCopying(false)}
        />
      )}
      {isCalibrating && config && (
        <CalibrateOnDemand
          config={config}
          onChanged={corrected}
          onClose={() => setIsCalibrating(false)}
          onGiveUp={() => setIsCalibrating(false)}
        />
      )}
    </>
  );
};
