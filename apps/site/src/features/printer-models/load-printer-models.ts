import type { CallOutput } from '@yunbiao/contract';
import type { PageMeta } from '../../kit/page/head.ts';
import { buildBreadcrumb } from '../../kit/page/json-ld.ts';
import { getSoftwareName, type SoftwarePagePlace } from '../../kit/page/software-place.ts';
import { requireReplyData } from '../../kit/page/page-errors.ts';

type PrinterList = CallOutput<'printerModels'>;
export type ListedBrand = PrinterList['brands'][number];
export type Brand = CallOutput<'printerBrand'>;
export type Model = Brand['models'][number];

export type PrinterListData = PrinterList & { meta: PageMeta };
type BrandData = { brand: Brand; meta: PageMeta };

const PRINTERS_NAME = '打印机型号';

/** Breadcrumb from the home page of the software to the list of brands. */
const buildPrinterListCrumbs = (alias: string, name: string) => [
  { name, path: `/${alias}` },
  { name: '工具', path: `/${alias}/tools` },
  { name: PRINTERS_NAME, path: `/${alias}/tools/printers` },
];

/** Loads every brand with the names of its models. */
export const loadPrinterList = async (c: SoftwarePagePlace): Promise<PrinterListData> => {
  const { soft: alias } = c.params;
  const reply = await c.context.createApi(alias).call('printerModels', { alias });
  const data = requireReplyData(reply, c);
  const name = await getSoftwareName(c);
  const count = data.brands.reduce((sum, { models }) => sum + models.length, 0);
  const examples = data.brands.slice(0, 6).map(({ title }) => title);
  return {
    ...data,
    meta: {
      title: `${PRINTERS_NAME}：哪些能用 · ${name} · 云标`,
      description: `${examples.join('、')}等 ${data.brands.length} 个牌子、${count} 个型号的标签打印机：会什么语言、怎么接、语言选哪一种、打印完能拿到什么凭据。`,
      path: `/${alias}/tools/printers`,
      jsonLd: [buildBreadcrumb(buildPrinterListCrumbs(alias, name))],
    },
  };
};

/** Loads one brand with its models. */
export const loadBrand = async (c: SoftwarePagePlace<{ brand: string }>): Promise<BrandData> => {
  const { soft: alias, brand: name } = c.params;
  const reply = await c.context.createApi(alias).call('printerBrand', { alias, name });
  const brand = requireReplyData(reply, c);
  const software = await getSoftwareName(c);
  const path = `/${alias}/tools/printers/${brand.name}.html`;
  const titles = brand.models.map(({ title }) => title);
  return {
    brand,
    meta: {
      title: `${brand.title}打印机能不能用、怎么设 · ${software} · 云标`,
      description:
        `${brand.title}（${brand.latin}）${titles.slice(0, 8).join('、')} 等 ${titles.length} 个型号：会什么语言、怎么接、配置里怎么选、打印完能拿到什么凭据。`.slice(
          0,
          160,
        ),
      path,
      jsonLd: [
        buildBreadcrumb([...buildPrinterListCrumbs(alias, software), { name: brand.title, path }]),
      ],
    },
  };
};
