import type { Common } from '../site/stores.ts';

export type Contact = Common['contacts'][number];

/** Contact value, as a link if possible. */
export const ContactValue = ({ contact: { value, href } }: { contact: Contact }) =>
  href ? (
    <a className="link" href={href}>
      {value}
    </a>
  ) : (
    value
  );

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
