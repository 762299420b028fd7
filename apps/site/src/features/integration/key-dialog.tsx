import type { CallOutput } from '@yunbiao/contract';
import { KEY_KINDS, type KeyKind, type Scope, SCOPES } from '@yunbiao/contract/core/actor';
import { Dialog } from '@yunbiao/ui';
import { TextField } from '@yunbiao/ui/field.tsx';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { useApi } from '../../kit/site/site.tsx';
import { Choices } from './choices.tsx';
import css from './integration.module.css';
import { KIND_WORDS, SCOPE_HINTS } from './integration-messages.ts';
import { DialogButtons } from '../../kit/form/dialog-buttons.tsx';

type Values = { name: string; kind: KeyKind; scopes: readonly Scope[] };

/** Default values; suitable for most systems. */
const START: Values = { name: '', kind: 'live', scopes: ['print', 'read'] };

/** 新建密钥: name, kind and scopes. */
export const KeyDialog = ({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (result: CallOutput<'apiKeyAdd'>) => void;
}) => {
  const api = useApi();
  const form = useForm(START);
  const { values, errors, set } = form;
  const createApiKey = async (): Promise<Errors | null> => {
    const { name, kind, scopes } = form.getState().values;
    const errors: Errors = scopes.length === 0 ? { scopes: '至少选一项' } : {};
    const sentForm = await sendForm(api, 'apiKeyAdd', { name, kind, scopes }, { wrong: errors });
    if (!sentForm.data) return sentForm.errors;
    onMade(sentForm.data);
    return null;
  };
  return (
    <Dialog title="新建密钥" shape="wide" maxWidth={480} onClose={onClose}>
      <form className={css.form} {...form.getFormProps(createApiKey)}>
        <TextField
          label="名称"
          name="name"
          value={values.name}
          error={errors.name}
          placeholder="例如：ERP、网店后台"
          hint="给谁用的，日后好认。"
          onChange={(name) => set({ name })}
        />
        <Segmented
          legend="种类"
          name="kind"
          value={values.kind}
          options={KEY_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
          onChange={(kind) => set({ kind: kind as KeyKind })}
        />
        <p className="small quiet">
          {values.kind === 'test'
            ? '测试密钥只打印到虚拟打印机：联调时不会动到真的打印机。'
            : '正式密钥打印到你配置好的每一台打印机。'}
        </p>
        <Choices
          legend="能做什么"
          name="scopes"
          all={SCOPES}
          chosen={values.scopes}
          words={SCOPE_HINTS}
          error={errors.scopes}
          onChange={(scopes) => set({ scopes })}
        />
        <div className={css.acts}>
          <DialogButtons act="新建密钥" isBusy={form.isBusy} onCancel={onClose} />
        </div>
      </form>
    </Dialog>
  );
};
