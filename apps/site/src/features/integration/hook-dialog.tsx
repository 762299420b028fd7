import type { CallOutput } from '@yunbiao/contract';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@yunbiao/contract/site/webhook-events';
import { Dialog } from '@yunbiao/ui';
import { SelectField, TextField } from '@yunbiao/ui/field.tsx';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { useApi } from '../../kit/site/site.tsx';
import { Choices } from './choices.tsx';
import css from './integration.module.css';
import type { Hook, HookKey } from './load.ts';
import { EVENT_HINTS } from './integration-messages.ts';
import { DialogButtons } from '../../kit/form/dialog-buttons.tsx';

type Values = { url: string; keyId: string; events: readonly WebhookEvent[] };

/**
 * Edits the address, key and events of a webhook. `hook`: the edited webhook; null creates a new
 * one.
 */
export const HookDialog = ({
  hook,
  keys,
  onClose,
  onSaved,
}: {
  hook: Hook | null;
  keys: readonly HookKey[];
  onClose: () => void;
  onSaved: (result: CallOutput<'webhookSave'>) => void;
}) => {
  const api = useApi();
  const live = keys.filter((key) => !key.isRevoked && (key.canSubmit || key.id === hook?.keyId));
  const form = useForm<Values>({
    url: hook?.url ?? '',
    keyId: hook?.keyId ?? live[0]?.id ?? '',
    events: hook?.events ?? WEBHOOK_EVENTS,
  });
  const { values, errors, set } = form;
  const saveWebhook = async (): Promise<Errors | null> => {
    const { url, keyId, events } = form.getState().values;
    const errors: Errors = {
      ...(url.trim() ? {} : { url: '请填写接收地址' }),
      ...(events.length > 0 ? {} : { events: '至少选一项' }),
    };
    const input = { url, keyId, events: [...events], enabled: hook?.enabled ?? true };
    const reply = await sendForm(api, 'webhookSave', hook ? { ...input, id: hook.id } : input, {
      wrong: errors,
    });
    if (!reply.data) return reply.errors;
    onSaved(reply.data);
    return null;
  };
  const title = hook ? '修改接收地址' : '添加接收地址';
  return (
    <Dialog title={title} shape="wide" maxWidth={480} onClose={onClose}>
      <form className={css.form} {...form.getFormProps(saveWebhook)}>
        <TextField
          label="接收地址"
          name="url"
          value={values.url}
          error={errors.url}
          placeholder="https://erp.example.com/yunbiao"
          hint="云标往这里 POST 一条 JSON；10 秒内答 2xx 就算送到。"
          onChange={(url) => set({ url })}
        />
        <SelectField
          label="哪个密钥提交的批次"
          name="keyId"
          value={values.keyId}
          error={errors.keyId}
          options={live.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(keyId) => set({ keyId })}
        />
        <Choices
          legend="通知什么"
          name="events"
          all={WEBHOOK_EVENTS}
          chosen={values.events}
          words={EVENT_HINTS}
          error={errors.events}
          onChange={(events) => set({ events })}
        />
        <div className={css.acts}>
          <DialogButtons
            act={hook ? '保存' : '添加接收地址'}
            isBusy={form.isBusy}
            onCancel={onClose}
          />
        </div>
      </form>
    </Dialog>
  );
};
