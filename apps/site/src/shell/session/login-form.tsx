import { PASSWORD_LENGTH, USERNAME_LENGTH } from '@yunbiao/contract/limits/account';
import { Field } from '@yunbiao/ui/field.tsx';
import { PasswordBox } from '@yunbiao/ui/password-box.tsx';
import { useEffect } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { LegalLink } from './legal-link.tsx';
import { ShareNote } from './share-note.tsx';
import type { AccountFormName } from '../../kit/site/session-actions.ts';
import { useSite } from '../../kit/site/site.tsx';
import type { Common } from '../../kit/site/stores.ts';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { preloadValidationSchemas } from '../../kit/form/validate.ts';

const PasskeyEnter = createOnDemandComponent(
  async () => (await import('./passkey-sign-in.tsx')).PasskeySignIn,
);

export type LoginMode = AccountFormName;
type Values = { username: string; password: string; agree: boolean; remember: boolean };

const EMPTY: Values = { username: '', password: '', agree: false, remember: true };

/**
 * Error of a missing consent. The form checks the consent, because the call only contains the
 * account.
 */
const CONSENT_MISSING = '请先阅读并同意用户协议和隐私政策';

/** Form state and submit action. */
const useAccountForm = (mode: LoginMode) => {
  const site = useSite();
  const form = useForm(EMPTY);
  const { showErrors } = form;
  useEffect(() => showErrors({}), [mode, showErrors]);
  useEffect(preloadValidationSchemas, []);
  const signIn = async (): Promise<Errors | null> => {
    const { username, password, agree, remember } = form.getState().values;
    const api = site.createApi(site.stores.shared.get().domain);
    const { data, errors } = await sendForm(
      api,
      mode,
      { username, password },
      {
        wrong: mode === 'register' && !agree ? { agree: CONSENT_MISSING } : {},
        onRefusal: ({ msg }) => ({ password: msg }),
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
  value: string;
  error: string | undefined;
  hint?: string;
  onChange: (value: string) => void;
};

/** Takes the focus when the dialog opens. */
const NameField = ({
  autoComplete,
  value,
  onChange,
  ...field
}: InputProps & { autoComplete: string }) => (
  <Field {...field}>
    {({ id, described }) => (
      <div className={field.error ? 'field-box bad' : 'field-box'}>
        <input
          id={id}
          name="username"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          aria-invalid={field.error !== undefined}
          aria-describedby={described}
          data-autofocus=""
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    )}
  </Field>
);

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

/** Scene 1: sign in or register. */
export const AccountForm = ({
  mode,
  legal,
  names,
  onForgotten,
}: {
  mode: LoginMode;
  legal: Common['legal'];
  /** Kinds of names a member can sign in with. */
  names: string;
  onForgotten: () => void;
}) => {
  const { form, signIn } = useAccountForm(mode);
  const { values, errors, isBusy, set } = form;
  const register = mode === 'register';
  return (
    <form {...form.getFormProps(signIn)}>
      <NameField
        label={register ? '用户名' : names}
        autoComplete={register ? 'username' : 'username webauthn'}
        value={values.username}
        error={errors.username}
        {...(register
          ? {
              hint: `${USERNAME_LENGTH.min}–${USERNAME_LENGTH.max} 个字母、数字、_ 或 -；含中文的 ${USERNAME_LENGTH.minChinese}–${USERNAME_LENGTH.max} 个`,
            }
          : {})}
        onChange={(username) => set({ username })}
      />
      <Field
        label="密码"
        error={errors.password ?? errors._}
        hint={register && `${PASSWORD_LENGTH.min}–${PASSWORD_LENGTH.max} 位`}
      >
        {({ id, described }) => (
          <PasswordBox
            id={id}
            name="password"
            autoComplete={register ? 'new-password' : 'current-password'}
            value={values.password}
            isWrong={Boolean(errors.password ?? errors._)}
            aria-describedby={described}
            onChange={(password) => set({ password })}
          />
        )}
      </Field>
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
      {!register && <PasskeyEnter remember={() => form.getState().values.remember} />}
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
