import { Link } from '@tanstack/react-router';
import { Status } from '@yunbiao/ui/status.tsx';
import { type Contact, ContactValue } from '../../kit/software/contacts.tsx';
import css from './denied-page.module.css';

type DeniedProps = {
  alias: string;
  name: string;
  cause: 'suspended' | 'offline' | null;
  reason: string;
  contacts: readonly Contact[];
};

export const getDeniedTitle = ({ name, cause }: Pick<DeniedProps, 'name' | 'cause'>): string => {
  if (cause === null) return `${name}可以使用`;
  return cause === 'suspended' ? `你的账号在${name}暂停了` : `${name}暂时不能使用`;
};

const DenialContacts = ({ contacts }: { contacts: readonly Contact[] }) =>
  contacts.length === 0 ? null : (
    <>
      <p className={css.ask}>要问为什么、什么时候恢复，找：</p>
      <dl className={css.asks}>
        {contacts.map((contact) => (
          <div key={contact.label + contact.value}>
            <dt>{contact.label}</dt>
            <dd>
              <ContactValue contact={contact} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );

const NotDeniedNote = ({ alias, name }: { alias: string; name: string }) => (
  <>
    <p className="quiet">它没有停用，你的账号也没有被暂停。</p>
    <p className={`row ${css.ways}`}>
      <Link className="button primary" to="/$soft" params={{ soft: alias }}>
        进入{name}
      </Link>
      <Link className="button" to="/$soft/user" params={{ soft: alias }}>
        用户中心
      </Link>
    </p>
  </>
);

/** Explains why the software is not accessible, with contacts; or that it is accessible. */
export const DeniedPage = (props: DeniedProps) => {
  const { cause, reason } = props;
  return (
    <main className={`wrap ${css.page}`}>
      {cause === null ? (
        <Status kind="ok">已开放</Status>
      ) : (
        <Status kind="off">{cause === 'suspended' ? '账号已暂停' : '软件已停用'}</Status>
      )}
      <h1>{getDeniedTitle(props)}</h1>
      {cause === null ? (
        <NotDeniedNote {...props} />
      ) : (
        <>
          <p className="quiet">{reason || '没有写明原因，请问客服。'}</p>
          <DenialContacts contacts={props.contacts} />
          <Link className="button big" to="/">
            回到首页
          </Link>
        </>
      )}
    </main>
  );
};
