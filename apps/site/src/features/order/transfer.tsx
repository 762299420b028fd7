import type { CallOutput } from '@yunbiao/contract';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { formatYuan } from '@yunbiao/ui/format.ts';
import type { ReactNode } from 'react';
import type { PayAccount } from './load.ts';
import { type Contact, ContactValue } from '../../kit/software/contacts.tsx';
import css from './order.module.css';

type Detail = CallOutput<'orderDetail'>;

const CopyableRow = ({
  label,
  text,
  children,
}: {
  label: string;
  text: string;
  children?: ReactNode;
}) => (
  <div>
    <dt>{label}</dt>
    <dd className={css.copied}>
      <span>{children ?? text}</span>
      <CopyButton text={text} targetName={label} />
    </dd>
  </div>
);

/** Bank transfer details, each with a copy button. */
const BankAccount = ({ account, order }: { account: PayAccount; order: Detail }) => (
  <dl aria-label="收款账户">
    <CopyableRow label="户名" text={account.name} />
    <CopyableRow label="开户行" text={account.bank} />
    <CopyableRow label="账号" text={account.number.replaceAll(/[ -]/g, '')}>
      {account.number}
    </CopyableRow>
    <CopyableRow label="金额" text={(order.payFen / 100).toFixed(2)}>
      {formatYuan(order.payFen)}
    </CopyableRow>
    <CopyableRow label="附言" text={order.orderNo} />
  </dl>
);

const TransferContacts = ({ contacts }: { contacts: readonly Contact[] }) =>
  contacts.length === 0 ? (
    <p className="quiet">这款软件还没有留联系方式。</p>
  ) : (
    <dl>
      {contacts.map((contact) => (
        <div key={contact.label + contact.value}>
          <dt>{contact.label}</dt>
          <dd>
            <ContactValue contact={contact} />
          </dd>
        </div>
      ))}
    </dl>
  );

/** Account for the transfer: known, on request, or not yet known without an order. */
const TransferDestination = ({ order }: { order: Detail | undefined }) => {
  if (!order)
    return <>提交以后，订单页写明收款账户和订单号；没有写账户的，用下面的方式联系客服要。</>;
  if (order.payAccount) return <>照下面的户名、开户行和账号转账，金额要一样。</>;
  return (
    <>
      网站还没有设收款账户：用下面的方式联系客服，要到账户，告诉他们订单号{' '}
      <span className="mono">{order.orderNo}</span>{' '}
      <CopyButton text={order.orderNo} targetName="订单号" />。
    </>
  );
};

/** Explains payment by bank transfer, with account and contacts. */
export const Transfer = ({ contacts, order }: { contacts: readonly Contact[]; order?: Detail }) => (
  <section className={css.transfer}>
    <h2 className="section-title">对公转账怎么付</h2>
    <ol>
      <li>
        <TransferDestination order={order} />
      </li>
      <li>转账时在附言里写上订单号，7 天内付款有效，价格不再变。</li>
      <li>工作人员看到到账以后确认，天数马上加上，这里会变成“已付款”。</li>
    </ol>
    {order?.payAccount && (
      <>
        <BankAccount account={order.payAccount} order={order} />
        <p className="quiet">转了账很久没有变，或者转错了，联系：</p>
      </>
    )}
    <TransferContacts contacts={contacts} />
  </section>
);
