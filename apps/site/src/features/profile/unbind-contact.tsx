import type { ContactKind } from '@yunbiao/contract/contact';
import { Dialog } from '@yunbiao/ui';
import { useEffect } from 'react';
import { CONTACT_WORDS } from '../../kit/contact/words.ts';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { prepareValidation } from '../../kit/form/validate.ts';
import { useApi } from '../../kit/site/site.tsx';
import type { UserInfo } from './draft.ts';
import { Proof } from './proof.tsx';
import css from './profile.module.css';

/** Asks once, and for the password where there is one. */
export const UnbindContact = ({
  kind,
  info,
  onUnbound,
  onClose,
}: {
  kind: ContactKind;
  info: UserInfo;
  onUnbound: (info: UserInfo) => void;
  onClose: () => void;
}) => {
  const api = useApi();
  const form = useForm({ password: '' });
  const word = CONTACT_WORDS[kind];
  useEffect(prepareValidation, []);
  const unbind = async (): Promise<Errors | null> => {
    const { password } = form.now().values;
    const sent = await sendForm(
      api,
      'contactUnbind',
      { kind, password },
      { say: ({ msg }) => ({ _: msg }) },
    );
    if (!sent.data) return sent.errors;
    onUnbound(sent.data);
    return null;
  };
  return (
    <Dialog title={`解绑${word}`} shape="wide" maxWidth={440} onClose={onClose}>
      <form className={css.asking} {...form.props(unbind)}>
        <p className="medium">解绑 {info[kind]} 以后，不能再用它登录和找回密码。</p>
        <Proof form={form} info={info} />
        <div className={css.askingActs}>
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button type="submit" className="button destructive" aria-disabled={form.isBusy}>
            解绑{word}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
