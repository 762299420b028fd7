import type { Common } from '../site/stores.ts';

export type Contact = Common['contacts'][number];

/** A contact's address or number, to be pressed where it can be. */
export const ContactValue = ({ contact: { value, href } }: { contact: Contact }) =>
  href ? (
    <a className="link" href={href}>
      {value}
    </a>
  ) : (
    value
  );

/** Whom to ask, a line each. */
export const ContactList = ({ contacts }: { contacts: readonly Contact[] }) => (
  <ul>
    {contacts.map((contact) => (
      <li key={contact.label + contact.value}>
        {contact.label}：
        <ContactValue contact={contact} />
      </li>
    ))}
  </ul>
);
