import { Link } from '@tanstack/react-router';

type DeniedProps = { name: string; reason: string; contacts: { label: string; value: string; href: string | null }[] };

export const DeniedPage = ({ name, reason, contacts }: DeniedProps) => (
  <main className="wrap">
    <h1>{name}暂时不能使用</h1>
    <p className="q">{reason}</p>
    <ul className="m">
      {contacts.map((contact) => (
        <li key={contact.label + contact.value}>
          {contact.label} {contact.href ? <a className="link" href={contact.href}>{contact.value}</a> : contact.value}
        </li>
      ))}
    </ul>
    <p>
      <Link className="btn" to="/">
        回到首页
      </Link>
    </p>
  </main>
);
