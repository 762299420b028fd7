import type { SampleArticle } from './sample-article.ts';
import { createHelpArticles } from './articles-help.ts';
import { labelHelp, createLabelNews } from './articles-label.ts';
import { createLabelUpdateLogs, createWaybillUpdateLogs } from './articles-log.ts';
import { waybillHelp, createWaybillNews } from './articles-waybill.ts';

/** Articles of a sample software: update logs, help and news. */
export const createSampleArticles = (alias: string, version: string): SampleArticle[] =>
  alias === 'miandan'
    ? [
        ...createWaybillUpdateLogs(version),
        ...createHelpArticles(alias, '面单'),
        ...waybillHelp,
        ...createWaybillNews(version),
      ]
    : [
        ...createLabelUpdateLogs(version),
        ...createHelpArticles(alias, '标签'),
        ...labelHelp,
        ...createLabelNews(version),
      ];
