import { useEffect, useId } from 'react';
import { PASSWORD_LENGTH, USERNAME_LENGTH } from '@yunbiao/contract/limits/account';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { LegalLink } from './legal-link.tsx';
import { ShareNote } from './share-note.tsx';
import type { AccountFormName } from '../../kit/site/session-actions.ts';
import { useSite } from '../../kit/site/site.tsx';
import type { Common } from '../../kit/site/stores.ts';
import { onDemand } from '../../kit/site/on-demand.ts';
import { prepareValidation } from '../../kit/form/validate.ts';

const PasskeyEnter = onDemand(async () => (await import('./passkey-enter.tsx')).PasskeyEnter);

export type LoginMode = AccountFormName;
type Values = { username: string; password: string; agree: boolean; remember: boolean };

const EMPTY: Values = { username: '', password: '', agree: false, remember: true };

/** The consent is between the visitor and this form; the call only carries the account. */
const CONSENT_MISSING = '请先阅读并同意用户协议和隐私政策';

/** The form, and what pressing its button does. */
const useAccountForm = (mode: LoginMode) => {
  const site = useSite();
  const form = useForm(EMPTY);
  const { say } = form;
  useEffect(() => say({}), [mode, say]);
  useEffect(prepareValidation, []);
  const signIn = async (): Promise<Errors | null> => {
    const { username, password, agree, remember } = form.now().values;
    const api = site.api(site.stores.shared.get().domain);
    const { data, errors } = await sendForm(
      api,
      mode,
      { username, password },
      {
        wrong: mode === 'register' && !agree ? { agree: CONSENT_MISSING } : {},
        say: ({ msg }) => ({ password: msg }),
      },
    );
    if (!data) return errors;
    await site.session.signIn(data, remember);
    return null;
  };
  return { form, signIn };
};

type InputProps = {
  label: string;
  type?: 'password';
  name: string;
  autoComplete: string;
  value: string;
  error: string | undefined;
  hint?: string;
  onChange: (value: string) => void;
  focus?: boolean;
};

const Input = ({
  label,
  type,
  name,
  autoComplete,
  value,
  error,
  hint,
  onChange,
  focus,
}: InputProps) => {
  const noteId = useId();
  const note = error ?? hint;
  return (
    <label className="field">
      <span>{label}</span>
      <div className={error ? 'field-box bad' : 'field-box'}>
        <input
          name={name}
          type={type ?? 'text'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={note ? noteId : undefined}
          data-autofocus={focus ? '' : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {note && (
        <small id={noteId} className={error ? 'field-err' : ''} role={error ? 'alert' : undefined}>
          {note}
        </small>
      )}
    </label>
  );
};

const Consent = ({
  checked,
  error,
  legal,
  onChange,
}: {
  checked: boolean;
  legal: Common['legal'];
  error: string | undefined;
  onChange: (agree: boolean) => void;
}) => (
  <div>
    <label className="check small quiet">
      <input
        type="checkbox"
        name="agree"
        checked={checked}
        aria-invalid={error !== undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        我已阅读并同意<LegalLink id={legal.termsId}>用户协议</LegalLink>和
        <LegalLink id={legal.privacyId}>隐私政策</LegalLink>
      </span>
    </label>
    {error && (
      <p className="field-err" role="alert">
        {error}
      </p>
    )}
  </div>
);

/** Scene 1: sign in or sign up. */
export const AccountForm = ({
  mode,
  legal,
  names,
  onForgotten,
}: {
  mode: LoginMode;
  legal: Common['legal'];
  /** What one may sign in by. */
  names: string;
  onForgotten: () => void;
}) => {
  const { form, signIn } = useAccountForm(mode);
  const { values, errors, isBusy, set } = form;
  const register = mode === 'register';
  return (
    <form {...form.props(signIn)}>
      <Input
        label={register ? '用户名' : names}
        name="username"
        autoComplete={register ? 'username' : 'username webauthn'}
        focus
        value={values.username}
        error={errors.username}
        {...(register
          ? {
              hint: `${USERNAME_LENGTH.min}–${USERNAME_LENGTH.max} 个字母、数字、_ 或 -；含中文的 ${USERNAME_LENGTH.minChinese}–${USERNAME_LENGTH.max} 个`,
            }
          : {})}
        onChange={(username) => set({ username })}
      />
      <Input
        label="密码"
        type="password"
        name="password"
        autoComplete={register ? 'new-password' : 'current-password'}
        value={values.password}
        error={errors.password ?? errors._}
        {...(register ? { hint: `${PASSWORD_LENGTH.min}–${PASSWORD_LENGTH.max} 位` } : {})}
        onChange={(password) => set({ password })}
      />
      <label className="check">
        <input
          type="checkbox"
          name="remember"
          checked={values.remember}
          onChange={(event) => set({ remember: event.target.checked })}
        />
        14 天内免登录
      </label>
      {register && <ShareNote />}
      {register && (
        <Consent
          checked={values.agree}
          error={errors.agree}
          legal={legal}
          onChange={(agree) => set({ agree })}
        />
      )}
      <button type="submit" className="button primary" aria-disabled={isBusy}>
        {isBusy ? '请稍候…' : register ? '注册并登录' : '登录'}
      </button>
      {!register && <PasskeyEnter remember={() => form.now().values.remember} />}
      {!register && (
        <div>
          <button type="button" className="bare" onClick={onForgotten}>
            忘记密码？
          </button>
        </div>
      )}
    </form>
  );
};
