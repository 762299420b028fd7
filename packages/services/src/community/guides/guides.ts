import {
  GUIDE_NAMES,
  GUIDE_TITLES,
  type GuideName,
  toPlainGuideText,
} from '@yunbiao/contract/site/guides';
import type { GuideBlock, GuideHelp, GuidePicture } from './guide.ts';
import { CHOOSE_PAPER } from './texts/choose-paper.ts';
import { CONNECT_PRINTER } from './texts/connect-printer.ts';
import { EXCEL_BATCH } from './texts/excel-batch.ts';
import { FIRST_LABEL } from './texts/first-label.ts';
import { INVOICE_REFUND } from './texts/invoice-refund.ts';
import { MISPRINT_DENSITY } from './texts/misprint-density.ts';
import { PAPER_OUT_OFFLINE } from './texts/paper-out-offline.ts';
import { PHONE } from './texts/phone.ts';
import { PRINT_FROM_ERP } from './texts/print-from-erp.ts';
import { UNREADABLE_CODE } from './texts/unreadable-code.ts';

type Guide = GuideHelp<GuideName>;

/** The compiler requires a text for each name. */
const GUIDES: Readonly<Record<GuideName, Guide>> = {
  'first-label': FIRST_LABEL,
  'excel-batch': EXCEL_BATCH,
  'connect-printer': CONNECT_PRINTER,
  'choose-paper': CHOOSE_PAPER,
  'misprint-density': MISPRINT_DENSITY,
  'unreadable-code': UNREADABLE_CODE,
  'paper-out-offline': PAPER_OUT_OFFLINE,
  'invoice-refund': INVOICE_REFUND,
  phone: PHONE,
  'print-from-erp': PRINT_FROM_ERP,
};

export const getGuideDefinition = (name: GuideName): Guide => GUIDES[name];

export const listGuideBlocks = (guide: Guide): GuideBlock[] =>
  guide.sections.flatMap(({ blocks }) => [...blocks]);

/** Pictures of a guide in their order; the place is part of the name. */
export const listGuidePictures = (guide: Guide): GuidePicture[] =>
  listGuideBlocks(guide).flatMap((block) => (block.kind === 'figure' ? [...block.pictures] : []));

/** Lines of a block, with their marks. */
export const listBlockLines = (block: GuideBlock): string[] => {
  switch (block.kind) {
    case 'text':
      return [block.text];
    case 'steps':
      return [...block.items];
    case 'cases':
      return block.items.flatMap(({ seen, mend }) => [seen, mend]);
    case 'table':
      return [...block.head, ...block.rows.flat()];
    case 'figure':
      return [block.caption, ...block.pictures.flatMap(({ note }) => note ?? [])];
  }
};

/** A guide as plain text, for search. */
export type GuideText = {
  name: GuideName;
  title: string;
  summary: string;
  also: readonly string[];
  sections: readonly { heading: string; text: string }[];
};

export const listGuideTexts = (): GuideText[] =>
  GUIDE_NAMES.map((name) => {
    const { summary, also, sections } = getGuideDefinition(name);
    return {
      name,
      title: GUIDE_TITLES[name],
      summary,
      also,
      sections: sections.map(({ heading, blocks }) => ({
        heading,
        text: blocks.flatMap(listBlockLines).map(toPlainGuideText).join('\n'),
      })),
    };
  });
