import { Link, useBlocker } from '@tanstack/react-router';
import type { CallInput } from '@yunbiao/contract';
import { confirm, toast } from '@yunbiao/ui';
import { Status } from '@yunbiao/ui/status.tsx';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { News } from '../../shell/live/print-feed.ts';
import { useNews } from '../../shell/live-print.ts';
import { printerStatus, type Shown } from '../../shell/printer-words.ts';
import { useApi, useSite } from '../../shell/site.tsx';
import { prepareValidation, validate } from '../../shell/validate.ts';
import { sayFailure } from '../../shell/say-failure.ts';
import { OffsetFields, OutputFields, PaperFields, PrinterFields } from './config-fields.tsx';
import { ConfigPreview } from './config-preview.tsx';
import s from './config.module.css';
import {
  changedFields,
  draftOf,
  goneErrors,
  newDraft,
  printersOf,
  toInput,
  type Client,
  type Config,
  type Draft,
  type Printer,
} from './draft.ts';
import { paperOf } from './geometry.ts';
import { useKeptDraft } from './kept-draft.ts';

type ConfigEditorProps = {
  alias: string;
  /** The configuration being edited; null for a new one. */
  config: Config | null;
  clients: readonly Client[];
  /** New: for this printer. */
  printerId: string | undefined;
  /** New: there is none yet. */
  isFirst: boolean;
  onSaved: (config: Config) => void;
  onDeleted: () => void;
};

const asDpi = (dpi: number): Config['dpi'] => (dpi === 300 || dpi === 600 ? dpi : 203);

/** The draft, what it started as, and the way to the server and back. */
const useEditor = ({ config, clients, printerId, isFirst, onSaved }: ConfigEditorProps) => {
  const api = useApi();
  const [base, setBase] = useState<Draft>(() =>
    config ? draftOf(config) : newDraft({ clients, printerId, isFirst }),
  );
  const [draft, setDraft] = useState(base);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  useEffect(prepareValidation, []);
  const ready = useKeptDraft(config?.id, { base, draft }, setDraft);

  const printer = printersOf(clients).find(({ id }) => id === draft.printerId);
  const changed = changedFields(base, draft);

  const change = (next: Draft): void => {
    setErrors((now) => {
      const touched = changedFields(draft, next);
      return Object.fromEntries(
        Object.entries(now).filter(([field]) => !(touched as string[]).includes(field)),
      );
    });
    setDraft(next);
  };
  /** True when it was stored. */
  const save = async (): Promise<boolean> => {
    const checked = await validate(
      'savePrintConfig',
      toInput(draft, printer ?? config ?? undefined, config?.id),
    );
    const wrong = { ...(checked.ok ? {} : checked.fields), ...goneErrors(draft, clients) };
    if (!checked.ok || Object.keys(wrong).length > 0) {
      setErrors(wrong);
      return false;
    }
    setSaving(true);
    const reply = await api.call(
      'savePrintConfig',
      checked.input satisfies CallInput<'savePrintConfig'>,
    );
    setSaving(false);
    if (reply.state === 'fail') {
      setErrors(reply.data?.fields ?? {});
      if (!reply.data?.fields) sayFailure(reply);
      return false;
    }
    const stored = draftOf(reply.data);
    setBase(stored);
    setDraft(stored);
    setErrors({});
    toast.success('配置已保存');
    onSaved(reply.data);
    return true;
  };
  return {
    draft,
    ready,
    changed,
    errors,
    saving,
    printer,
    change,
    save,
    discard: () => change(base),
  };
};

/** Asks before typed work is left behind, by a link or by closing the page; not when the session is over. */
const useGuard = (isDirty: boolean): { pass: () => void } => {
  const passing = useRef(false);
  const { session } = useSite().stores;
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (
        passing.current ||
        !session.get().isLogin ||
        (current.pathname === next.pathname &&
          JSON.stringify(current.search) === JSON.stringify(next.search))
      )
        return false;
      const leave = await confirm({
        message: '有没保存的修改，离开后会丢失。',
        confirmText: '离开',
        cancelText: '留在这里',
        danger: true,
      });
      return !leave;
    },
    enableBeforeUnload: () => isDirty && !passing.current,
    disabled: !isDirty,
  });
  return { pass: () => (passing.current = true) };
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
  <div className="ph">
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
      <div className="sp">
        <span className="s q" aria-live="polite">
          <Status kind={state.kind}>{state.text}</Status>
        </span>
      </div>
    )}
  </div>
);

/** The chosen printer's state; of one that is gone, what the server says about it. */
const stateOf = (
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
const fixedDefault = ({ config, isFirst }: ConfigEditorProps): string => {
  if (config?.isDefault) return '这是默认配置。在别的配置里勾选默认，可以换掉它。';
  return !config && isFirst ? '第一个配置就是默认配置。' : '';
};

/** One configuration: the form, its preview, and the bar that keeps it. */
export const ConfigEditor = (props: ConfigEditorProps) => {
  const { alias, config, clients, onDeleted } = props;
  const api = useApi();
  const form = useRef<HTMLFormElement>(null);
  const editor = useEditor(props);
  const { draft, changed, errors, printer } = editor;
  const isDirty = changed.length > 0;
  const news = useNews();
  const guard = useGuard(isDirty);
  const client = clients.find(({ id }) => id === draft.clientId);
  const paper = useMemo(() => paperOf(draft), [draft]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!editor.saving && !(await editor.save()))
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
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
    guard.pass();
    toast.success(`已删除“${config.name}”`);
    onDeleted();
  };

  const fields = { draft, errors, clients, onChange: editor.change };
  return (
    <>
      <Head
        alias={alias}
        config={config}
        name={draft.name}
        state={stateOf(config, client, printer, news)}
      />
      <div className={`two ${s.two}`}>
        {/* Before the form as on narrow pages, where a form that was there first would be pushed down. */}
        <aside className="stick">
          <ConfigPreview paper={paper} dpi={asDpi(printer?.dpi ?? config?.dpi ?? 203)} />
        </aside>
        <form ref={form} noValidate inert={!editor.ready} onSubmit={(event) => void submit(event)}>
          <PrinterFields {...fields} />
          <PaperFields {...fields} />
          <OffsetFields {...fields} />
          <OutputFields {...fields} fixedDefault={fixedDefault(props)} />
          <div className="savebar">
            <button type="submit" className="btn go" disabled={editor.saving}>
              保存配置
            </button>
            {isDirty && (
              <button type="button" className="btn" onClick={editor.discard}>
                放弃修改
              </button>
            )}
            <span className="s qq hide" aria-live="polite">
              {isDirty && `有 ${changed.length} 处未保存`}
            </span>
            {config && (
              <button type="button" className="btn no sp" onClick={() => void remove()}>
                删除
              </button>
            )}
          </div>
        </form>
      </div>
    </>
  );
};
