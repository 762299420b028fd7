import type { ContactKind } from '@yunbiao/contract/site/contact';
import { Dialog } from '@yunbiao/ui';
import { useEffect } from 'react';
import { CONTACT_WORDS } from '../../kit/contact/contact-messages.ts';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { preloadValidationSchemas } from '../../kit/form/validate.ts';
import { useApi } from '../../kit/site/site.tsx';
import type { UserInfo } from './draft.ts';
import { IdentityConfirmation } from './identity-confirmation.tsx';
import css from './profile.module.css';
import { DialogButtons } from '../../kit/form/dialog-buttons.tsx';

/** Asks for confirmation, and for the password if there is one. */
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
  useEffect(preloadValidationSchemas, []);
  const unbindContact = async (): Promise<Errors | null> => {
    const { password } = form.getState().values;
    const reply = await sendForm(
      api,
      'contactUnbind',
      { kind, password },
      { onRefusal: ({ msg }) => ({ _: msg }) },
    );
    if (!reply.data) return reply.errors;
    onUnbound(reply.data);
    return null;
  };
  return (
    <Dialog title={`解绑${word}`} shape="wide" maxWidth={440} onClose={onClose}>
      <form className={css.asking} {...form.getFormProps(unbindContact)}>
        <p className="medium">解绑 {info[kind]} 以后，不能再用它登录和找回密码。</p>
        <IdentityConfirmation form={form} info={info} />
        <div className={css.askingActs}>
          <DialogButtons
            act={`解绑${word}`}
            kind="destructive"
            isBusy={form.isBusy}
            onCancel={onClose}
          />
        </div>
      </form>
    </Dialog>
  );
};
