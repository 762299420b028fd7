import type { ContactKind } from '@yunbiao/contract/site/contact';
import { CODE_MINUTES } from '@yunbiao/contract/limits/contact';
import { Dialog } from '@yunbiao/ui';
import { Field } from '@yunbiao/ui/field.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { AgainButton } from '../../kit/contact/resend-button.tsx';
import { CodeField } from '../../kit/contact/code-field.tsx';
import { CONTACT_WORDS, describeDemoCodes } from '../../kit/contact/contact-messages.ts';
import type { UserInfo } from './draft.ts';
import { PasswordField } from './secret-form.tsx';
import css from './profile.module.css';
import { type Sending, useBindContact } from './use-bind-contact.ts';

const ContactField = ({
  kind,
  value,
  error,
  onChange,
}: {
  kind: ContactKind;
  value: string;
  error: string | undefined;
  onChange: (target: string) => void;
}) => (
  <Field
    label={kind === 'phone' ? '手机号' : '邮箱'}
    error={error}
    hint={kind === 'phone' ? '中国大陆的手机号，11 位。' : undefined}
  >
    {({ id, described }) => (
      <div className={error ? 'field-box bad' : 'field-box'}>
        <input
          id={id}
          name="target"
          type={kind === 'phone' ? 'tel' : 'email'}
          autoComplete={kind === 'phone' ? 'tel-national' : 'email'}
          value={value}
          data-autofocus=""
          aria-invalid={error !== undefined}
          aria-describedby={described}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    )}
  </Field>
);

const SendingWords = ({ sending, target }: { sending: Sending; target: string }) => (
  <p className="medium" role="status">
    {sending.state === 'failed' ? (
      <Status kind="failed">
        没有发到 {target}：{sending.why}
      </Status>
    ) : sending.state === 'sent' ? (
      `验证码已发到 ${target}，${CODE_MINUTES} 分钟内有效。`
    ) : (
      `正在发到 ${target}…`
    )}
  </p>
);

/** Binds a phone number or e-mail address, or replaces it. */
export const BindContact = ({
  kind,
  info,
  isDemo,
  onBound,
  onClose,
}: {
  kind: ContactKind;
  info: UserInfo;
  /** True when codes are only written to the terminal. */
  isDemo: boolean;
  onBound: (info: UserInfo) => void;
  onClose: () => void;
}) => {
  const { form, asked, left, sending, ask, bind, back } = useBindContact(kind, onBound);
  const { values, errors, set, isBusy } = form;
  const word = CONTACT_WORDS[kind];
  const title = info[kind] === null ? `绑定${word}` : `换${word}`;
  return (
    <Dialog title={title} shape="wide" maxWidth={440} onClose={onClose}>
      <form className={css.asking} {...form.getFormProps(asked ? bind : ask)}>
        {asked ? (
          <>
            <SendingWords sending={sending} target={asked.target} />
            <CodeField
              value={values.code}
              error={errors.code}
              hint={kind === 'email' ? '没有收到？看看垃圾邮件里有没有。' : undefined}
              onChange={(code) => set({ code })}
            />
          </>
        ) : (
          <>
            <ContactField
              kind={kind}
              value={values.target}
              error={errors.target}
              onChange={(target) => set({ target })}
            />
            {info.hasPassword && (
              <PasswordField
                className=""
                label="现在的密码"
                name="password"
                autoComplete="current-password"
                value={values.password}
                error={errors.password}
                hint="先核对是你本人。"
                onChange={(password) => set({ password })}
              />
            )}
          </>
        )}
        {isDemo && <p className="small quiet">{describeDemoCodes({ [kind]: 'demo' })}</p>}
        {errors._ && (
          <p className="field-err" role="alert">
            {errors._}
          </p>
        )}
        <div className={css.askingActs}>
          {asked && (
            <>
              <button type="button" className="button" onClick={back}>
                更换
              </button>
              <AgainButton left={left} isBusy={isBusy} onAgain={() => void form.submit(ask)} />
            </>
          )}
          <button type="submit" className="button primary" aria-disabled={isBusy}>
            {asked ? '绑定' : '获取验证码'}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
