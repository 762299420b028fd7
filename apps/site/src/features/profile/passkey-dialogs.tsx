import { Dialog } from '@yunbiao/ui';
import { useEffect } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { prepareValidation } from '../../kit/form/validate.ts';
import { NETWORK_FAILED } from '@yunbiao/contract/client';
import { useApi } from '../../kit/site/site.tsx';
import type { UserInfo } from './draft.ts';
import type { Passkey } from './load.ts';
import { Proof } from './proof.tsx';
import css from './profile.module.css';

type Values = { password: string };

const say = { say: ({ msg }: { msg: string }): Errors => ({ _: msg }) };
/** What is wrong with what the browser made is no field of the form. */
const without = ({ password, ...rest }: Errors): Errors => ({
  ...(password ? { password } : {}),
  ...(Object.values(rest)[0] ? { _: Object.values(rest)[0] } : {}),
});

/** Asks for the password, then the browser for a passkey. */
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
  useEffect(prepareValidation, []);
  const add = async (): Promise<Errors | null> => {
    const browser = await import('../../kit/passkey/browser.ts').catch(() => null);
    if (!browser) return { _: NETWORK_FAILED };
    const started = await sendForm(api, 'passkeyAddStart', form.now().values, say);
    if (!started.data) return started.errors;
    const made = await browser.makePasskey(started.data.options);
    if (!made.answer) return { _: made.why };
    const added = await sendForm(api, 'passkeyAdd', made.answer, say);
    if (!added.data) return without(added.errors);
    onAdded(added.data.name);
    return null;
  };
  return (
    <Dialog title="添加通行密钥" shape="wide" maxWidth={440} onClose={onClose}>
      <form className={css.asking} {...form.props(add)}>
        <p className="medium">
          浏览器会问通行密钥存在哪里：这台设备、手机，或者安全密钥。换了设备可以再添加。
        </p>
        <Proof form={form} info={info} />
        <div className={css.askingActs}>
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button type="submit" className="button primary" aria-disabled={form.isBusy}>
            {form.isBusy ? '等浏览器…' : '添加'}
          </button>
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
  useEffect(prepareValidation, []);
  const remove = async (): Promise<Errors | null> => {
    const { password } = form.now().values;
    const sent = await sendForm(api, 'passkeyRemove', { id: passkey.id, password }, say);
    if (!sent.data) return without(sent.errors);
    onRemoved();
    return null;
  };
  return (
    <Dialog title="删除通行密钥" shape="wide" maxWidth={440} onClose={onClose}>
      <form className={css.asking} {...form.props(remove)}>
        <p className={`medium ${css.named}`}>
          删除“{passkey.name}”以后，不能再用它登录。设备上存的那一个，要在设备的设置里自己删。
        </p>
        <Proof form={form} info={info} />
        <div className={css.askingActs}>
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button type="submit" className="button destructive" aria-disabled={form.isBusy}>
            删除通行密钥
          </button>
        </div>
      </form>
    </Dialog>
  );
};
