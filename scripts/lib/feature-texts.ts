// Texts generated from the list of features by `npm run generate`.
import { FEATURE_AREAS, type Feature } from '../../packages/contract/src/features/feature-list.ts';

const BEGIN = '<!-- features: npm run generate -->';
const END = '<!-- /features -->';

const formatRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

const formatCode = (text: string): string => `\`${text}\``;

const formatFeatureRow = ({ name, description, page, since, calls, test }: Feature): string =>
  formatRow([
    name,
    description,
    formatCode(page),
    since,
    calls.map(formatCode).join('、') || '–',
    `${formatCode(test.file)}：${test.title}`,
  ]);

/** Text of docs/features.md. */
export const buildFeaturesDoc = (): string => `# 能做什么

这张表由 \`npm run generate\` 从 \`packages/contract/src/features/feature-list.ts\` 写出来，不要手改。README 的“能做什么”和 \`/llms.txt\` 也从那里来；网站、样例内容和文档里别的话，由 \`scripts/features.test.ts\` 和它比对：没有的不能说有，有的不能说没有。不能做的在 [limits.md](limits.md)。

页面里的 \`{soft}\` 是软件的别名，演示站是 \`yunbiao\` 和 \`miandan\`；带 \`/user\` 和 \`own=1\` 的要登录。接口是 \`packages/contract/src/calls/\` 里的名字；– 是没有自己的接口。
${FEATURE_AREAS.map(
  ({ title, features }) => `
## ${title}

| 功能 | 说明 | 页面 | 起于 | 接口 | 测试 |
|---|---|---|---|---|---|
${features.map(formatFeatureRow).join('\n')}
`,
).join('')}`;

/** Minimum length of the part before ： that can stand alone, in characters. */
const MIN_HEAD_LENGTH = 10;

/** Shortens a description for the README, which has one line per feature; docs/features.md has the full text. */
const shortenDescription = (description: string): string => {
  const [clause = ''] = description.split('；', 1);
  const [head = ''] = clause.split('：', 1);
  return head.length < MIN_HEAD_LENGTH ? clause : head;
};

/** Returns the README with the generated feature table between its marks. Throws when a mark is missing. */
export const replaceReadmeTable = (readme: string): string => {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`README.md lacks ${BEGIN} … ${END}`);
  const rows = FEATURE_AREAS.flatMap(({ features }) =>
    features.map(({ name, description }) => formatRow([name, shortenDescription(description)])),
  );
  const table = ['| | |', '|---|---|', ...rows].join('\n');
  return `${readme.slice(0, begin)}${BEGIN}\n\n${table}\n\n${readme.slice(end)}`;
};
