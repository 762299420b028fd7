import { Dialog } from '@yunbiao/ui';
import { useEffect } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { preloadValidationSchemas } from '../../kit/form/validate.ts';
import { NETWORK_FAILED } from '@yunbiao/contract/core/envelope';
import { useApi } from '../../kit/site/site.tsx';
import type { UserInfo } from './draft.ts';
import type { Passkey } from './load.ts';
import { IdentityConfirmation } from './identity-confirmation.tsx';
import css from './profile.module.css';
import { DialogButtons } from '../../kit/form/dialog-buttons.tsx';

type Values = { password: string };

const refusalAsError = { onRefusal: ({ msg }: { msg: string }): Errors => ({ _: msg }) };
/**
 * Converts errors for the form. Those of the browser response concern no field and are shown below
 * it.
 */
const toFormErrors = ({ password, ...rest }: Errors): Errors => ({
  ...(password ? { password } : {}),
  ...(Object.values(rest)[0] ? { _: Object.values(rest)[0] } : {}),
});

/** Asks for the password, then creates a passkey in the browser. */
export const AddPasskey = ({
  info,
  onAdded,
  onClose,
}: {
  info: UserInfo;
  onAdded: (name: string) => void;
  onClose: () => void;
}) => {
  const api = useApi();
  const form = useForm<Values>({ password: '' });
  useEffect(preloadValidationSchemas, []);
  const addPasskey = async (): Promise<Errors | null> => {
    const browser = await import('../../kit/passkey/browser.ts').catch(() => null);
    if (!browser) return { _: NETWORK_FAILED };
    const started = await sendForm(api, 'passkeyAddStart', form.getState().values, refusalAsError);
    if (!started.data) return started.errors;
    const creation = await browser.makePasskey(started.data.options);
    if (!creation.answer) return { _: creation.why };
    const result = await sendForm(api, 'passkeyAdd', creation.answer, refusalAsError);
    if (!result.data) return toFormErrors(result.errors);
    onAdded(result.data.name);
    return null;
  };
  return (
    <Dialog title="添加通行密钥" shape="wide" maxWidth={440} onClose={onClose}>
      <form className={css.asking} {...form.getFormProps(addPasskey)}>
        <p className="medium">
          浏览器会问通行密钥存在哪里：这台设备、手机，或者安全密钥。换了设备可以再添加。
        </p>
        <IdentityConfirmation form={form} info={info} />
        <div className={css.askingActs}>
          <DialogButtons
            act={form.isBusy ? '等浏览器…' : '添加'}
            isBusy={form.isBusy}
            onCancel={onClose}
          />
        </div>
      </form>
    </Dialog>
  );
};

export const RemovePasskey = ({
  info,
  passkey,
  onRemoved,
  onClose,
}: {
  info: UserInfo;
  passkey: Passkey;
  onRemoved: () => void;
  onClose: () => void;
}) => {
  const api = useApi();
  const form = useForm<Values>({ password: '' });
  useEffect(preloadValidationSchemas, []);
  const removePasskey = async (): Promise<Errors | null> => {
    const { password } = form.getState().values;
    const result = await sendForm(
      api,
      'passkeyRemove',
      { id: passkey.id, password },
      refusalAsError,
    );
    if (!result.data) return toFormErrors(result.errors);
    onRemoved();
    return null;
  };
  return (
    <Dialog title="删除通行密钥" shape="wide" maxWidth={440} onClose={onClose}>
      <form className={css.asking} {...form.getFormProps(removePasskey)}>
        <p className={`medium ${css.named}`}>
          删除“{passkey.name}”以后，不能再用它登录。设备上存的那一个，要在设备的设置里自己删。
        </p>
        <IdentityConfirmation form={form} info={info} />
        <div className={css.askingActs}>
          <DialogButtons
            act="删除通行密钥"
            kind="destructive"
            isBusy={form.isBusy}
            onCancel={onClose}
          />
        </div>
      </form>
    </Dialog>
  );
};
