import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession, useSite } from '../../kit/site/site.tsx';
import { CodeField } from './code-field.tsx';
import { isFreePlan } from './plan.ts';
import { Faqs } from './faqs.tsx';
import type { VipData } from './load.ts';
import { OrderPlate } from './order-plate.tsx';
import { PlanList } from './plan-list.tsx';
import { ORDER_ID, PlanTable } from './plan-table.tsx';
import { useDiscountCode } from './use-code.ts';
import { useOwnVip } from './use-own-vip.ts';
import { VipTimeLine } from './vip-time-line.tsx';
import css from './vip.module.css';

/** Continues to the order. Visitors sign in first. */
const useBuyPlan = (alias: string) => {
  const navigate = useNavigate();
  const { session } = useSite();
  const isLogin = useSession((now) => now.isLogin);
  return (productId: string, num: number, code: string): void => {
    const search = new URLSearchParams({ productId, num: String(num) });
    if (code) search.set('discountCode', code);
    const href = `/${alias}/user/order?${search.toString()}`;
    if (isLogin) void navigate({ href });
    else session.openLogin(href);
  };
};

/** Plans of a software with prices and discount code, and the link to an order. */
export const VipPage = ({ alias, data }: { alias: string; data: VipData }) => {
  const { plans, name, faqs } = data;
  const paid = plans.filter((plan) => !isFreePlan(plan));
  const [id, setId] = useState(paid.at(-1)?.id ?? '');
  const [num, setNum] = useState(1);
  const chosenPlan = paid.find((plan) => plan.id === id) ?? paid.at(-1);
  const vip = useOwnVip();
  const buy = useBuyPlan(alias);
  const codeUse = useDiscountCode(chosenPlan, num, (goodCode) => {
    if (chosenPlan) buy(chosenPlan.id, num, goodCode);
  });
  const planProps = { plans, chosen: chosenPlan, vip, onChoose: setId };
  return (
    <main>
      <div className="wrap">
        <div className="page-head">
          <div>
            <h1>VIP 方案</h1>
            <p>没送往打印机的标签不计数。这里看到的价格，就是下单时要付的数。</p>
          </div>
        </div>
        <PlanTable {...planProps} />
        <PlanList {...planProps} />
        {chosenPlan ? (
          <section id={ORDER_ID} className={css.pay} aria-label="下单">
            <div>
              <CodeField {...codeUse} />
              <VipTimeLine
                plan={chosenPlan}
                num={num}
                vip={vip}
                price={codeUse.priced.price}
                isUnknown={codeUse.priced.isUnknown}
              />
            </div>
            <OrderPlate
              {...{ plan: chosenPlan, num, name, vip, priced: codeUse.priced, onNum: setNum }}
              onBuy={codeUse.goOn}
            />
          </section>
        ) : (
          <p className={css.none}>这款软件现在没有在售的 VIP 方案，注册就能用免费额度。</p>
        )}
      </div>
      <Faqs alias={alias} faqs={faqs} />
    </main>
  );
};
