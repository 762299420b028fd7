import type { CallOutput } from '@yunbiao/contract';
import { useEffect, useId, useState } from 'react';
import { ForgotPassword } from './forgot-password.tsx';
import type { AccountFormName } from './session.ts';
import { useSite } from './site.tsx';
import type { Common } from './stores.ts';
import { prepareValidation, validate } from './validate.ts';

export type LoginMode = AccountFormName;
type Fields = Record<string, string>;
type Values = { username: string; password: string; agree: boolean; remember: boolean };

const EMPTY: Values = { username: '', password: '', agree: false, remember: true };

const useLegal = (): Common['legal'] => {
  const site = useSite();
  const [legal, setLegal] = useState<Common['legal']>({ termsId: null, privacyId: null });
  useEffect(() => {
    let alive = true;
    void site
      .api('')
      .call('common', {})
      .then((reply) => {
        if (alive && reply.state === 'ok') setLegal(reply.data.legal);
      });
    return () => void (alive = false);
  }, [site]);
  return legal;
};

/** The consent is between the visitor and this form; the call only carries the account. */
const CONSENT_MISSING = '请先阅读并同意用户协议和隐私政策';

type Api = ReturnType<ReturnType<typeof useSite>['api']>;

const send = async (
  api: Api,
  mode: LoginMode,
  values: Values,
): Promise<Fields | CallOutput<'login'>> => {
  const account = { username: values.username, password: values.password };
  const checked = await validate(mode, account);
  const consent = mode === 'register' && !values.agree ? { agree: CONSENT_MISSING } : {};
  if (!checked.ok || 'agree' in consent)
    return { ...(checked.ok ? {} : checked.fields), ...consent };
  const reply = await api.call(mode, account);
  if (reply.state === 'ok') return reply.data;
  return reply.data?.fields ?? { password: reply.msg };
};

const isSignedIn = (result: Fields | CallOutput<'login'>): result is CallOutput<'login'> =>
  typeof result.userInfo === 'object';

/** The form's state and what pressing its button does. */
const useAccountForm = (mode: LoginMode) => {
  const site = useSite();
  const [values, setValues] = useState(EMPTY);
  const [fields, setFields] = useState<Fields>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => setFields({}), [mode]);
  useEffect(prepareValidation, []);
  const set = (part: Partial<Values>): void => {
    setValues((now) => ({ ...now, ...part }));
    setFields((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in part))));
  };
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      const result = await send(site.api(site.stores.shared.get().domain), mode, values);
      if (isSignedIn(result)) await site.session.signIn(result, values.remember);
      else setFields(result);
    } finally {
      setBusy(false);
    }
  };
  return { values, fields, busy, set, submit };
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
    <label className="f">
      <span>{label}</span>
      <div className={error ? 'in bad' : 'in'}>
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

const LegalLink = ({ id, children }: { id: string | null; children: string }) =>
  id ? (
    <a className="link" href={`/article/${id}.html`} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <>{children}</>
  );

const Consent = ({
  checked,
  error,
  onChange,
}: {
  checked: boolean;
  error: string | undefined;
  onChange: (agree: boolean) => void;
}) => {
  const legal = useLegal();
  return (
    <div>
      <label className="ck s q">
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
};

/** Scene 1: sign in or sign up. */
export const AccountForm = ({ mode }: { mode: LoginMode }) => {
  const { values, fields, busy, set, submit } = useAccountForm(mode);
  const register = mode === 'register';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <Input
        label="用户名"
        name="username"
        autoComplete="username"
        focus
        value={values.username}
        error={fields.username}
        {...(register ? { hint: '4–32 个字母、数字、_ 或 -；含中文的 2–32 个' } : {})}
        onChange={(username) => set({ username })}
      />
      <Input
        label="密码"
        type="password"
        name="password"
        autoComplete={register ? 'new-password' : 'current-password'}
        value={values.password}
        error={fields.password ?? fields._}
        {...(register ? { hint: '8–72 位' } : {})}
        onChange={(password) => set({ password })}
      />
      <label className="ck">
        <input
          type="checkbox"
          name="remember"
          checked={values.remember}
          onChange={(event) => set({ remember: event.target.checked })}
        />
        14 天内免登录
      </label>
      {register && (
        <Consent checked={values.agree} error={fields.agree} onChange={(agree) => set({ agree })} />
      )}
      <button type="submit" className="btn go" disabled={busy}>
        {busy ? '请稍候…' : register ? '注册并登录' : '登录'}
      </button>
      {!register && <ForgotPassword />}
    </form>
  );
};
