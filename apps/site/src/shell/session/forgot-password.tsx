import { useEffect, useId, useState } from 'react';
import { useSite } from '../../kit/site/site.tsx';
import { type Contact, ContactList } from '../../kit/software/contacts.tsx';

/** Whom to ask: of the software whose page this is. Null while that is not known. */
const useContacts = (): readonly Contact[] | null => {
  const site = useSite();
  const [contacts, setContacts] = useState<readonly Contact[] | null>(null);
  useEffect(() => {
    let alive = true;
    const { domain } = site.stores.shared.get();
    void site
      .api(domain)
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

/** What to do without the password. There is no mail and no text message that would bring a new one: staff give it. */
export const ForgotPassword = () => {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="forgot">
      <button
        type="button"
        className="bare"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        忘记密码？
      </button>
      <div id={id} hidden={!open}>
        {open && (
          <>
            <p>
              请联系我们的工作人员，告诉用户名。核对以后会给你一个新密码，用它登录，再到“个人资料”里改成自己的；换了新密码，各处的登录都会退出。
            </p>
            <Contacts />
            <p>
              在别的设备上还登录着的，可以先在那里照常用；记得现在的密码，也可以在那里的“个人资料”里改。
            </p>
          </>
        )}
      </div>
    </div>
  );
};
