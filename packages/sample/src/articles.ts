import { sharedHelp } from './articles-help.ts';
import { labelHelp, labelNews } from './articles-label.ts';
import { labelLogs, waybillLogs } from './articles-log.ts';
import { waybillHelp, waybillNews } from './articles-waybill.ts';

export type SampleArticle = {
  artType: 'updateLog' | 'help' | 'news';
  title: string;
  /** Markdown. */
  content: string;
  summary?: string;
  /** Of the log's version. */
  version?: string;
  /** Days before the first start. */
  age: number;
};

/** What a sample software tells: logs of the versions it offers, help for what this product does today, news. */
export const sampleArticles = (alias: string, version: string): SampleArticle[] =>
  alias === 'miandan'
    ? [
        ...waybillLogs(version),
        ...sharedHelp(alias, '面单'),
        ...waybillHelp,
        ...waybillNews(version),
      ]
    : [...labelLogs(version), ...sharedHelp(alias, '标签'), ...labelHelp, ...labelNews(version)];
