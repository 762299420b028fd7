import { showConfirmDialog, toast } from '@yunbiao/ui';
import { useEffect } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { type Form, useForm } from '../../kit/form/use-form.ts';
import { useUnsavedChangesGuard } from '../../kit/form/use-unsaved-guard.ts';
import { useStoredDraft } from '../../kit/form/use-stored-draft.ts';
import { preloadValidationSchemas } from '../../kit/form/validate.ts';
import { showFailure } from '../../kit/page/show-failure.ts';
import { useApi } from '../../kit/site/site.tsx';
import type { Allowance } from './allowance-messages.ts';
import { describeCorrection } from './calibration-messages.ts';
import {
  createDraftFromConfig,
  checkPrinterExists,
  createDraft,
  listPrinters,
  isSameField,
  getConfigDraftName,
  toConfigInput,
  updateSuggestedName,
  type Client,
  type Config,
  type Draft,
} from './draft.ts';

export type ConfigEditorProps = {
  alias: string;
  /** The edited configuration; null for a new one. */
  config: Config | null;
  clients: readonly Client[];
  /** Printer of a new configuration. */
  printerId: string | undefined;
  /** Names of the member's configurations. */
  taken: readonly string[];
  allowance: Allowance;
  /** True when the page was opened for calibration. */
  calibrates: boolean;
  onSaved: (config: Config) => void;
  onCopied: (config: Config) => void;
  onDeleted: () => void;
};

const confirmConfigDeletion = ({ name }: Config): Promise<boolean> =>
  showConfirmDialog({
    title: `删除“${name}”？`,
    message: '删除后不能再用它打印，纸张和校准的数值也没有了。',
    detail: '打印记录保留。',
    confirmText: '删除配置',
    danger: true,
  });

const useCorrection = (
  form: Form<Draft>,
  { config, onSaved }: Pick<ConfigEditorProps, 'config' | 'onSaved'>,
) => {
  const api = useApi();
  /** Applies a new correction. Other fields are unchanged. */
  const applyCorrection = (to: Config): void => {
    form.applySave(form.getState().values, createDraftFromConfig(to));
    onSaved(to);
  };
  const undo = async (): Promise<void> => {
    if (!config) return;
    const reply = await api.call('calibrateUndo', { id: config.id });
    if (reply.state === 'fail') return showFailure(reply);
    applyCorrection(reply.data);
    toast.success(`撤回了：${describeCorrection(reply.data)}`);
  };
  return { applyCorrection, undo };
};

/** Form state and server calls. */
export const useConfigEditor = (props: ConfigEditorProps) => {
  const { config, clients, printerId, taken } = props;
  const isFirst = taken.length === 0;
  const api = useApi();
  const form = useForm<Draft>(
    () =>
      config ? createDraftFromConfig(config) : createDraft({ clients, printerId, isFirst, taken }),
    isSameField,
  );
  useEffect(preloadValidationSchemas, []);
  const { ready, drop } = useStoredDraft(form, {
    name: getConfigDraftName(config?.id ?? 'new'),
    area: 'tab',
  });
  useUnsavedChangesGuard(form, { onLeave: drop });
  const printer = listPrinters(clients).find(({ id }) => id === form.values.printerId);

  const save = async (): Promise<Errors | null> => {
    const sentValues = form.getState().values;
    const input = toConfigInput(sentValues, printer ?? config ?? undefined, config?.id);
    const { data, errors } = await sendForm(api, 'savePrintConfig', input, {
      wrong: checkPrinterExists(sentValues, clients),
    });
    if (!data) return errors;
    drop();
    form.applySave(sentValues, createDraftFromConfig(data));
    toast.success('配置已保存');
    props.onSaved(data);
    return null;
  };
  const remove = async (): Promise<void> => {
    if (!config) return;
    if (!(await confirmConfigDeletion(config))) return;
    const reply = await api.call('deletePrintConfig', { id: config.id });
    if (reply.state === 'fail') return showFailure(reply);
    drop();
    form.finish();
    toast.success(`已删除“${config.name}”`);
    props.onDeleted();
  };
  const change = (draft: Draft): void =>
    form.set(
      config ? draft : updateSuggestedName(form.getState().values, draft, { clients, taken }),
    );
  const discard = (): void => {
    drop();
    form.discard();
  };
  const { applyCorrection, undo } = useCorrection(form, props);
  return { form, ready, printer, change, save, remove, discard, corrected: applyCorrection, undo };
};
