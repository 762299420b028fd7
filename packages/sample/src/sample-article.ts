export type SampleArticle = {
  artType: 'updateLog' | 'help' | 'news';
  title: string;
  /** Markdown. */
  content: string;
  summary?: string;
  /** Version of an update log. */
  version?: string;
  /** Days before the first start. */
  age: number;
};
