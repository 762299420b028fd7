import { GuideLink } from '../../kit/guide/guide-link.tsx';
import { ORDER_GUIDES } from '../../kit/guide/trouble-guides.ts';
import { Link, useRouter } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import { Dialog } from '@yunbiao/ui';
import { TextField } from '@yunbiao/ui/field.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useState } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { useApi } from '../../kit/site/site.tsx';
import css from './cashier.module.css';

type Detail = CallOutput<'orderDetail'>;
type Asked = { order: Detail; onClose: () => void };

const PaidOrderButtons = ({
  isBusy,
  words,
  onClose,
}: {
  isBusy: boolean;
  words: string;
  onClose: () => void;
}) => (
  <div className="row">
    <button type="button" className="button" onClick={onClose}>
      不了
    </button>
    <button type="submit" className="button primary" aria-disabled={isBusy}>
      {words}
    </button>
  </div>
);

const RefundForm = ({ order, onClose }: Asked) => {
  const api = useApi();
  const router = useRouter();
  const form = useForm({ reason: '' });
  const requestRefund = async (): Promise<Errors | null> => {
    const reply = await sendForm(api, 'orderRefundAsk', {
      id: order.id,
      ...form.getState().values,
    });
    if (reply.errors) return reply.errors;
    toast.success('申请已提交，工作人员会看');
    onClose();
    await router.invalidate();
    return null;
  };
  return (
    <Dialog title="申请退款" shape="wide" onClose={onClose}>
      <form className={css.ask} aria-label="申请退款" {...form.getFormProps(requestRefund)}>
        <p>
          同意以后，这一单加的 {order.days} 天会从 VIP
          里收回（用掉的不追），钱原路退回；用过的折扣码不还。
        </p>
        <TextField
          label="为什么退"
          name="reason"
          value={form.values.reason}
          error={form.errors.reason}
          onChange={(reason) => form.set({ reason })}
        />
        <PaidOrderButtons isBusy={form.isBusy} words="提交申请" onClose={onClose} />
      </form>
    </Dialog>
  );
};

const InvoiceForm = ({ order, onClose }: Asked) => {
  const api = useApi();
  const router = useRouter();
  const { title = '', taxNo = '', email = '' } = order.invoice ?? {};
  const form = useForm({ title, taxNo, email });
  const { values, errors, set } = form;
  const requestInvoice = async (): Promise<Errors | null> => {
    const reply = await sendForm(api, 'orderInvoiceAsk', {
      id: order.id,
      ...form.getState().values,
    });
    if (reply.errors) return reply.errors;
    toast.success('开票信息已提交');
    onClose();
    await router.invalidate();
    return null;
  };
  return (
    <Dialog title="申请发票" shape="wide" onClose={onClose}>
      <form className={css.ask} aria-label="申请发票" {...form.getFormProps(requestInvoice)}>
        <TextField
          label="发票抬头"
          name="title"
          value={values.title}
          error={errors.title}
          onChange={(title) => set({ title })}
        />
        <TextField
          label="税号"
          name="taxNo"
          value={values.taxNo}
          error={errors.taxNo}
          hint="统一社会信用代码，18 位；开给个人的不用写"
          onChange={(taxNo) => set({ taxNo })}
        />
        <TextField
          label="邮箱（可不写）"
          name="email"
          value={values.email}
          error={errors.email}
          onChange={(email) => set({ email })}
        />
        <PaidOrderButtons isBusy={form.isBusy} words="提交" onClose={onClose} />
      </form>
    </Dialog>
  );
};

const RefundWords = ({ request }: { request: NonNullable<Detail['refundRequest']> }) => {
  if (request.state === 'asked') return <p>退款申请已经提交：{request.reason}。工作人员在看。</p>;
  if (request.state === 'refused') return <p>退款申请没有通过：{request.answer}</p>;
  return null;
};

const InvoiceWords = ({ invoice }: { invoice: NonNullable<Detail['invoice']> }) =>
  invoice.state === 'issued' ? (
    <p>
      发票已开，号码 <span className="mono">{invoice.number}</span>
      {invoice.link && (
        <>
          ，
          <a className="link" href={invoice.link} rel="noopener noreferrer" target="_blank">
            下载
          </a>
        </>
      )}
    </p>
  ) : (
    <p>发票申请已经提交，抬头是 {invoice.title}。</p>
  );

/** Refund and invoice requests of a paid order, and their state. */
export const PaidOrderActions = ({ alias, order }: { alias: string; order: Detail }) => {
  const [asking, setAsking] = useState<'refund' | 'invoice' | null>(null);
  const closeRequestDialog = (): void => setAsking(null);
  const hasMoney = order.payFen > 0;
  return (
    <div className={css.asks}>
      <p>{order.days} 天已经加到你的 VIP 上。</p>
      <p>
        <Link className="link" to="/$soft/user" params={{ soft: alias }}>
          查看 VIP 到期日
        </Link>
      </p>
      {order.refundRequest && <RefundWords request={order.refundRequest} />}
      {order.invoice && <InvoiceWords invoice={order.invoice} />}
      {hasMoney && (
        <div className="row">
          {order.invoice?.state !== 'issued' && (
            <button type="button" className="button" onClick={() => setAsking('invoice')}>
              {order.invoice ? '修改开票信息' : '申请发票'}
            </button>
          )}
          {order.refundRequest?.state !== 'asked' && (
            <button type="button" className="button" onClick={() => setAsking('refund')}>
              申请退款
            </button>
          )}
          <GuideLink guide={ORDER_GUIDES.paid}>怎么开票、怎么退</GuideLink>
        </div>
      )}
      {asking === 'refund' && <RefundForm order={order} onClose={closeRequestDialog} />}
      {asking === 'invoice' && <InvoiceForm order={order} onClose={closeRequestDialog} />}
    </div>
  );
};
