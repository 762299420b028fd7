import { listBrandTexts } from '../printer-models/index.ts';
import { type SitePage, splitSearchPhrases } from './site-page.ts';
import { BRAND_WORDS, PRINTERS_WORDS } from './words/printer-words.ts';

/** The page of all printers, and one of each brand. */
export const listPrinterPages = (): SitePage[] => [
  {
    kind: 'printer',
    title: '打印机型号',
    summary: '哪些打印机能用，会什么语言，怎么接',
    also: splitSearchPhrases(PRINTERS_WORDS),
    href: '/{soft}/tools/printers',
  },
  ...listBrandTexts().map(({ name, title, also, models }): SitePage => {
    const [brand = title] = also;
    return {
      kind: 'printer',
      title,
      summary: models.slice(0, 8).join('、'),
      also: [
        ...also,
        ...models,
        ...splitSearchPhrases(BRAND_WORDS).map((word) => `${brand}${word}`),
      ],
      href: `/{soft}/tools/printers/${name}.html`,
    };
  }),
];
