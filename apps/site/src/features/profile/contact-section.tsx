import type { ContactKind, ContactWay } from '@yunbiao/contract/site/contact';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useId, useState } from 'react';
import { CONTACT_WORDS, describeDemoCodes } from '../../kit/contact/contact-messages.ts';
import { useSite } from '../../kit/site/site.tsx';
import { useFeatureSwitches } from '../../kit/site/use-switches.ts';
import { BindContact } from './bind-contact.tsx';
import type { UserInfo } from './draft.ts';
import css from './profile.module.css';
import { UnbindContact } from './unbind-contact.tsx';

const ABSENT: Record<ContactKind, string> = {
  phone: '本站没有开通短信，不能绑定手机号。',
  email: '本站没有开通邮件，不能绑定邮箱。',
};

type Open = { act: 'bind' | 'unbind'; kind: ContactKind };

const ContactRow = ({
  kind,
  value,
  way,
  onOpen,
}: {
  kind: ContactKind;
  value: string | null;
  way: ContactWay;
  onOpen: (open: Open) => void;
}) => {
  const word = CONTACT_WORDS[kind];
  return (
    <li>
      <div>
        <b>{word}</b>
        <span>{value ?? (way === 'off' ? ABSENT[kind] : '没有绑定')}</span>
      </div>
      <div className={css.contactActs}>
        {way !== 'off' && (
          <button
            type="button"
            className="button compact"
            onClick={() => onOpen({ act: 'bind', kind })}
          >
            {value === null ? `绑定${word}` : `换${word}`}
          </button>
        )}
        {value !== null && (
          <button
            type="button"
            className="button compact"
            aria-label={`解绑${word}`}
            onClick={() => onOpen({ act: 'unbind', kind })}
          >
            解绑
          </button>
        )}
      </div>
    </li>
  );
};

/** 手机号和邮箱: bind with a code, and unbind. */
export const ContactSection = ({ info, onChanged }: { info: UserInfo; onChanged: () => void }) => {
  const { session } = useSite().stores;
  const switches = useFeatureSwitches();
  const titleId = useId();
  const [open, setOpen] = useState<Open | null>(null);
  const storeUserInfo = (userInfo: UserInfo, message: string): void => {
    session.set((now) => ({ ...now, userInfo }));
    setOpen(null);
    toast.success(message);
    onChanged();
  };
  const isDemoContact = (kind: ContactKind): boolean => switches[kind] === 'demo';
  const word = open ? CONTACT_WORDS[open.kind] : '';
  return (
    <section id="contact" className={css.sessions} aria-labelledby={titleId}>
      <h2 id={titleId}>手机号和邮箱</h2>
      <p className={`small quiet ${css.say}`}>
        绑定以后可以用它登录，忘了密码时用它重设。
        {switches.phoneToPost && '提问和回答前要先绑定手机号。'}
        {describeDemoCodes(switches)}
      </p>
      <ul className={css.devices}>
        {(['phone', 'email'] as const).map((kind) => (
          <ContactRow
            key={kind}
            kind={kind}
            value={info[kind]}
            way={switches[kind]}
            onOpen={setOpen}
          />
        ))}
      </ul>
      {open?.act === 'bind' && (
        <BindContact
          kind={open.kind}
          info={info}
          isDemo={isDemoContact(open.kind)}
          onBound={(userInfo) => storeUserInfo(userInfo, `${word}已绑定`)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.act === 'unbind' && (
        <UnbindContact
          kind={open.kind}
          info={info}
          onUnbound={(userInfo) => storeUserInfo(userInfo, `${word}已解绑`)}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
};
