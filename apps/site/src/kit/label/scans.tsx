import type { LabelWarning, SceneSymbol } from '@yunbiao/label';
import type { CodeGrade, ScanGrade } from '@yunbiao/label/scan';
import { Status } from '@yunbiao/ui';
import type { DrawnLabel } from './engine.ts';
import { SCAN_KINDS, SCAN_WORDS } from './scan-words.ts';
import type { Scan } from './use-scan.ts';

/** The worst first. */
const GRADES: readonly ScanGrade[] = ['none', 'unread', 'just', 'ample'];
/** Of one code. */
const SHORT: Readonly<Record<ScanGrade, string>> = {
  none: '扫不出',
  unread: '没读',
  just: '刚好可扫',
  ample: '余量大',
};

const symbolText = (symbol: SceneSymbol, dotsPerMm: number): string =>
  symbol.kind === 'matrix'
    ? `二维码每格 ${symbol.moduleDots} 点`
    : `条码窄条 ${(symbol.moduleDots / dotsPerMm).toFixed(2)}\u00A0mm`;

const isAboutCode = ({ code }: LabelWarning): boolean => code.startsWith('code-');

/** What the rules fear of a code that is drawn. */
const RULES: ReadonlySet<LabelWarning['code']> = new Set(['code-module-small', 'code-quiet-zone']);

const READING = <Status kind="running">读码中</Status>;

/** What the rules say, where no decoder could. */
const ByRule = ({ drawn }: { drawn: DrawnLabel }) =>
  drawn.warnings.some(({ code }) => RULES.has(code)) ? (
    <Status kind="uncertain">可能扫不出（没有读过）</Status>
  ) : (
    <Status kind="sent">按规则可扫（没有读过）</Status>
  );

/** Whether the codes of what is drawn can be read, as a decoder has read them from its dots. */
export const Scans = ({ drawn, scan }: { drawn: DrawnLabel; scan: Scan }) => {
  const { symbols, warnings, dotsPerMm } = drawn;
  const lost = warnings.filter((warning) => isAboutCode(warning) && warning.level === 'error');
  // A rare code whose encoder is on its way.
  if (lost.some(({ code }) => code === 'code-waiting')) return READING;
  if (lost.length > 0) return <Status kind="failed">有码没画出</Status>;
  if (symbols.length === 0) return null;
  if (scan.phase === 'reading') return READING;
  if (scan.phase === 'unread') return <ByRule drawn={drawn} />;
  const { grades } = scan;
  const found = new Set<ScanGrade>(grades.map(({ grade }) => grade));
  if (grades.length < symbols.length) found.add('unread');
  const worst = GRADES.find((grade) => found.has(grade)) ?? 'unread';
  return (
    <Status kind={SCAN_KINDS[worst]}>
      <span
        title={[
          ...grades.map(({ name, grade }) => `${name}：${SHORT[grade]}`),
          ...symbols.map((symbol) => symbolText(symbol, dotsPerMm)),
        ].join('\n')}
      >
        {SCAN_WORDS[worst]}
      </span>
    </Status>
  );
};

/** The warnings that reading has not answered: what the rules fear of a code is moot once it was read. */
export const warningsBeside = (
  warnings: readonly LabelWarning[],
  scan: Scan,
): readonly LabelWarning[] => {
  if (scan.phase !== 'read') return warnings;
  const { grades } = scan;
  // The rules speak of a table, reading of the codes in its cells.
  const isRead = (id: string): boolean => {
    const own = grades.filter(
      ({ elementId }) => elementId === id || elementId.startsWith(`${id}/`),
    );
    return own.length > 0 && own.every(({ grade }) => grade !== 'unread');
  };
  return warnings.filter(({ code, elementId }) => !RULES.has(code) || !isRead(elementId));
};

/** A line for each code that is not read with ease, and why. */
export const ScanLines = ({ grades }: { grades: readonly CodeGrade[] }) =>
  grades
    .filter(({ grade }) => grade !== 'ample')
    .map(({ elementId, name, grade, reason }) => (
      <li key={elementId}>
        <Status kind={SCAN_KINDS[grade]}>{`${name}${SHORT[grade]}：${reason}`}</Status>
      </li>
    ));
