import type { Contact } from './load.ts';
import css from './order.module.css';

/** How paying by transfer goes, and whom to ask for the account. */
export const Transfer = ({
  contacts,
  orderNo,
}: {
  contacts: readonly Contact[];
  orderNo?: string;
}) => (
  <section className={css.transfer}>
    <h2 className="h2">对公转账怎么付</h2>
    <ol>
      <li>
        用下面的方式联系我们，拿到对公账户
        {orderNo ? (
          <>
            ，告诉我们订单号 <span className="mono">{orderNo}</span>
          </>
        ) : (
          '；提交以后会有一个订单号，请一起告诉我们'
        )}
        。
      </li>
      <li>转账时在附言里写上订单号，7 天内付款有效，价格不再变。</li>
      <li>工作人员看到到账以后确认，VIP 马上生效，这里会变成“已付款”。</li>
    </ol>
    {contacts.length === 0 ? (
      <p className="q">这款软件还没有留联系方式。</p>
    ) : (
      <dl>
        {contacts.map(({ label, value, href }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {href ? (
                <a className="link" href={href}>
                  {value}
                </a>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    )}
    <p className="lab">微信支付和支付宝还没有开通。</p>
  </section>
);
