import { Link } from '@tanstack/react-router';
import { Status } from '@yunbiao/ui/status.tsx';
import css from './denied-page.module.css';

type DeniedProps = {
  name: string;
  reason: string;
  contacts: { label: string; value: string; href: string | null }[];
};

/** Why this software may not be used now, and whom to ask. */
export const DeniedPage = ({ name, reason, contacts }: DeniedProps) => (
  <main className={`wrap ${css.page}`}>
    <Status kind="off">暂停</Status>
    <h1>{name}暂时不能使用</h1>
    <p className="q">{reason || '没有写明原因，请问客服。'}</p>
    {contacts.length > 0 && <p className={css.ask}>要问为什么、什么时候恢复，找：</p>}
    {contacts.length > 0 && (
      <dl className={css.asks}>
        {contacts.map((contact) => (
          <div key={contact.label + contact.value}>
            <dt>{contact.label}</dt>
            <dd>
              {contact.href ? (
                <a className="link" href={contact.href}>
                  {contact.value}
                </a>
              ) : (
                contact.value
              )}
            </dd>
          </div>
        ))}
      </dl>
    )}
    <Link className="btn big" to="/">
      回到首页
    </Link>
  </main>
);
