import { expect, it } from 'vitest';
import { createHelpArticles } from '../../../packages/sample/src/articles-help.ts';
import { AGENT_README } from './background/client-package.ts';

it('the print client is paired before it gets a printer, wherever the steps are written', () => {
  const help = createHelpArticles('yunbiao', '标签').map(({ content }) => content);
  const texts = [AGENT_README, ...help].filter((text) => text.includes('agent -- pair --server'));
  expect(texts).toHaveLength(2);
  for (const text of texts)
    expect(text.indexOf('agent -- pair')).toBeLessThan(text.indexOf('agent -- printer add'));
});
