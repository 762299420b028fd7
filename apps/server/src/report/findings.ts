import { formatColumns } from './columns.ts';

/** What a check found, and what the operator does about it; `advice` is '' when there is nothing to do. */
export type Finding = {
  name: string;
  result: '正常' | '注意' | '不行';
  detail: string;
  advice: string;
};

export const createGood = (name: string, detail: string): Finding => ({
  name,
  result: '正常',
  detail,
  advice: '',
});

export const createWarning = (name: string, detail: string, advice: string): Finding => ({
  name,
  result: '注意',
  detail,
  advice,
});

export const createFailure = (name: string, detail: string, advice: string): Finding => ({
  name,
  result: '不行',
  detail,
  advice,
});

export const hasFailure = (findings: readonly Finding[]): boolean =>
  findings.some(({ result }) => result === '不行');

const countResults = (findings: readonly Finding[]): string =>
  (['正常', '注意', '不行'] as const)
    .map((result) => `${result} ${findings.filter((finding) => finding.result === result).length}`)
    .join('，');

/** A line for each finding, what to do below it, and how many there are of each. */
export const formatFindings = (findings: readonly Finding[]): string => {
  const lines = formatColumns(
    findings.map(({ name, result, detail }) => [result, name, detail.replaceAll('\n', ' ')]),
  )
    .trimEnd()
    .split('\n');
  const withAdvice = lines.flatMap((line, i) => {
    const advice = findings[i]?.advice ?? '';
    return advice === '' ? [line] : [line, `      → ${advice}`];
  });
  return `${withAdvice.join('\n')}\n${countResults(findings)}\n`;
};
