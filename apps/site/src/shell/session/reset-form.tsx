import type { CallOutput } from '@yunbiao/contract';
import { PASSWORD_LENGTH } from '@yunbiao/contract/limits/account';
import { CODE_MINUTES } from '@yunbiao/contract/limits/contact';
import { Field } from '@yunbiao/ui/field.tsx';
import { PasswordBox } from '@yunbiao/ui/password-box.tsx';
import { useEffect, useState } from 'react';
import { AgainButton } from '../../kit/contact/resend-button.tsx';
import { CodeField } from '../../kit/contact/code-field.tsx';
import { useCountdown } from '../../kit/contact/use-countdown.ts';
import { describeDemoCodes } from '../../kit/contact/contact-messages.ts';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { preloadValidationSchemas } from '../../kit/form/validate.ts';
import { useSite } from '../../kit/site/site.tsx';
import type { ContactWay } from '@yunbiao/contract/site/contact';

const EMPTY = { account: '', code: '', password: '' };

/** Longest wait that is counted down, seconds. Longer ones are not, such as a daily limit. */
const MAX_COUNTDOWN_S = 120;

const usePasswordReset = () => {
  const site = useSite();
  const form = useForm(EMPTY);
  const [codeRequest, setAsked] = useState<CallOutput<'resetCode'> | null>(null);
  const { left, start } = useCountdown();
  useEffect(preloadValidationSchemas, []);
  const toFormErrors = ({ msg }: { msg: string }): Errors => ({ _: msg });

  const requestResetCode = async (): Promise<Errors | null> => {
    const { account } = form.getState().values;
    const reply = await sendForm(
      site.createApi(''),
      'resetCode',
      { account },
      { onRefusal: toFormErrors },
    );
    if (!reply.data) {
      const wait = reply.failure?.data?.retryAfter ?? 0;
      if (wait > 0 && wait <= MAX_COUNTDOWN_S) start(wait);
      return reply.errors;
    }
    setAsked(reply.data);
    start(reply.data.againAfterS);
    form.set({ code: '' });
    return null;
  };
  const resetPassword = async (): Promise<Errors | null> => {
    if (!codeRequest) return {};
    const { code, password } = form.getState().values;
    const { ticket } = codeRequest;
    const reply = await sendForm(
      site.createApi(''),
      'resetPassword',
      { ticket, code, password },
      { onRefusal: toFormErrors },
    );
    if (!reply.data) return reply.errors;
    await site.session.signIn(reply.data, false);
    return null;
  };
  return {
    form,
    asked: codeRequest,
    left,
    ask: requestResetCode,
    reset: resetPassword,
    back: () => setAsked(null),
  };
};

const listResetContactKinds = ({ email, phone }: ResetWays): string =>
  phone === 'off' ? '邮箱' : email === 'off' ? '手机号' : '手机号或邮箱';

/** Field of the account. It takes the focus, because the button that opened it has been removed. */
const AccountField = ({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (account: string) => void;
}) => (
  <Field label={label} error={error}>
    {({ id, described }) => (
      <div className={error ? 'field-box bad' : 'field-box'}>
        <input
          id={id}
          name="account"
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={described}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    )}
  </Field>
);

const NewPassword = ({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (password: string) => void;
}) => (
  <Field
    label="新密码"
    error={error}
    hint={`${PASSWORD_LENGTH.min}–${PASSWORD_LENGTH.max} 位。重设以后，各处的登录都会退出。`}
  >
    {({ id, described }) => (
      <PasswordBox
        id={id}
        name="password"
        autoComplete="new-password"
        value={value}
        isWrong={error !== undefined}
        aria-describedby={described}
        onChange={onChange}
      />
    )}
  </Field>
);

/**
 * Sends a code to a bound contact and sets a new password. Never reveals whether the contact is
 * bound.
 */
export const ResetForm = ({ ways }: { ways: ResetWays }) => {
  const { form, asked, left, ask, reset, back } = usePasswordReset();
  const { values, errors, set, isBusy } = form;
  const names = listResetContactKinds(ways);
  const demo = describeDemoCodes(ways);
  return (
    <form aria-label="重设密码" {...form.getFormProps(asked ? reset : ask)}>
      {asked ? (
        <>
          <p className="medium" role="status">
            如果 {values.account.trim()} 绑定过账号，验证码已经发出，{CODE_MINUTES} 分钟内有效。
          </p>
          <CodeField value={values.code} error={errors.code} onChange={(code) => set({ code })} />
          <NewPassword
            value={values.password}
            error={errors.password}
            onChange={(password) => set({ password })}
          />
        </>
      ) : (
        <AccountField
          label={`绑定过的${names}`}
          value={values.account}
          error={errors.account}
          onChange={(account) => set({ account })}
        />
      )}
      {demo && <p className="small quiet">{demo}</p>}
      {errors._ && (
        <p className="field-err" role="alert">
          {errors._}
        </p>
      )}
      <div className="forgot-acts">
        <button type="submit" className="button primary" aria-disabled={isBusy}>
          {asked ? '重设密码并登录' : '获取验证码'}
        </button>
        {asked && (
          <>
            <AgainButton left={left} isBusy={isBusy} onAgain={() => void form.submit(ask)} />
            <button type="button" className="button" onClick={back}>
              更换
            </button>
          </>
        )}
      </div>
    </form>
  );
};

export type ResetWays = { email: ContactWay; phone: ContactWay };
