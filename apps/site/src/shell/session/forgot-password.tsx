import type { ResetWays } from './reset-form.tsx';
import { useEffect, useState } from 'react';
import { useSite } from '../../kit/site/site.tsx';
import { type Contact, ContactList } from '../../kit/software/contacts.tsx';
import { ResetForm } from './reset-form.tsx';

/** Contacts of the software of this page; null until loaded. */
const useContacts = (): readonly Contact[] | null => {
  const site = useSite();
  const [contacts, setContacts] = useState<readonly Contact[] | null>(null);
  useEffect(() => {
    let alive = true;
    const { domain } = site.stores.shared.get();
    void site
      .createApi(domain)
      .call('common', { alias: domain })
      .then((reply) => {
        if (alive) setContacts(reply.state === 'ok' ? reply.data.contacts : []);
      });
    return () => void (alive = false);
  }, [site]);
  return contacts;
};

const Contacts = () => {
  const contacts = useContacts();
  if (contacts === null) return <p aria-live="polite">正在查联系方式…</p>;
  if (contacts.length === 0) return <p>这里还没有留联系方式，请问给你开通账号的人。</p>;
  return <ContactList contacts={contacts} />;
};

/** Says that staff can set a new password for members they know. */
const AskStaff = ({ isOnlyWay }: { isOnlyWay: boolean }) => (
  <div className="forgot">
    <p>
      {isOnlyWay ? '' : '没有绑定过，或者收不到：'}
      请联系我们的工作人员，告诉用户名。核对以后会给你一个新密码，用它登录，再到“个人资料”里改成自己的；换了新密码，各处的登录都会退出。
    </p>
    <Contacts />
    <p>
      在别的设备上还登录着的，可以先在那里照常用；记得现在的密码，也可以在那里的“个人资料”里改。
    </p>
  </div>
);

/**
 * Password recovery: a code to a bound contact, if the site sends codes, and the contacts of the
 * staff.
 */
export const ForgotPassword = ({
  ways,
  onBack,
}: {
  ways: ResetWays | null;
  onBack: () => void;
}) => {
  if (ways === null) return null;
  const isOpen = ways.email !== 'off' || ways.phone !== 'off';
  return (
    <>
      {isOpen && <ResetForm ways={ways} />}
      <AskStaff isOnlyWay={!isOpen} />
      <div>
        <button type="button" className="bare" onClick={onBack}>
          想起来了，用密码登录
        </button>
      </div>
    </>
  );
};
