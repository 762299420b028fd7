import type { CallOutput } from '@yunbiao/contract';
import { loadSoftwareFields, type SoftwarePlace } from '../../kit/page/read-software.ts';
import type { PageMeta } from '../../kit/page/head.ts';
import { buildBreadcrumb } from '../../kit/page/json-ld.ts';
import { requireReplyData } from '../../kit/page/page-errors.ts';
import { ENTITLEMENT_ROWS } from '../../kit/software/entitlement-rows.ts';

export type Plan = CallOutput<'productList'>[number];
export type Faq = { question: string; answer: string };
export type VipData = { plans: Plan[]; name: string; faqs: Faq[]; meta: PageMeta };

type Place = SoftwarePlace & { location: { href: string } };

/** JSON-LD of the product, with each plan as an offer. */
const buildProductJsonLd = (name: string, path: string, plans: readonly Plan[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: `${name} VIP`,
  brand: { '@type': 'Brand', name: '云标' },
  offers: plans.map((plan) => ({
    '@type': 'Offer',
    name: plan.name,
    price: (plan.priceFen / 100).toFixed(2),
    priceCurrency: 'CNY',
    availability: 'https://schema.org/InStock',
    url: path,
  })),
});

export const loadVip = async (c: Place): Promise<VipData> => {
  const { soft } = c.params;
  const api = c.context.createApi(soft);
  const [plans, software] = await Promise.all([
    api.call('productList', { alias: soft }),
    loadSoftwareFields(c, ['name', 'faqs']),
  ]);
  const { name, faqs } = software ?? { name: '', faqs: [] };
  const list = requireReplyData(plans, c);
  const path = `/${soft}/vip`;
  return {
    plans: list,
    name,
    faqs,
    meta: {
      title: `VIP 方案与价格 · ${name} · 云标`,
      description: `${name}的免费和 VIP 方案：${ENTITLEMENT_ROWS.map((row) => row.name).join('、')}，价格和折扣码。`,
      path,
      jsonLd: [
        ...(list.length > 0 ? [buildProductJsonLd(name, path, list)] : []),
        buildBreadcrumb([
          { name, path: `/${soft}` },
          { name: 'VIP', path },
        ]),
      ],
    },
  };
};
