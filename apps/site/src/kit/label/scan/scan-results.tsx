import type { LabelWarning, SceneSymbol } from '@yunbiao/label';
import type { CodeGrade, ScanGrade } from '@yunbiao/label/scan';
import { Status } from '@yunbiao/ui';
import type { DrawnLabel } from '../engine/engine.ts';
import { SCAN_KINDS, SCAN_WORDS } from './scan-status.ts';
import type { Scan } from './use-scan.ts';

/** Grades of codes, the worst first. */
const GRADES: readonly ScanGrade[] = ['none', 'unread', 'just', 'ample'];
/** Short text for a single code. */
const SHORT: Readonly<Record<ScanGrade, string>> = {
  none: '扫不出',
  unread: '没读',
  just: '刚好可扫',
  ample: '余量大',
};

const describeScannedSymbol = (symbol: SceneSymbol, dotsPerMm: number): string =>
  symbol.kind === 'matrix'
    ? `二维码每格 ${symbol.moduleDots} 点`
    : `条码窄条 ${(symbol.moduleDots / dotsPerMm).toFixed(2)}\u00A0mm`;

const isAboutCode = ({ code }: LabelWarning): boolean => code.startsWith('code-');

/** Warnings of the layout rules about the readability of drawn codes. */
const SCAN_RULE_CODES: ReadonlySet<LabelWarning['code']> = new Set([
  'code-module-small',
  'code-quiet-zone',
]);

const READING = <Status kind="running">读码中</Status>;

/** Status from the layout rules, when the decoder is not available. */
const RuleBasedStatus = ({ drawn }: { drawn: DrawnLabel }) =>
  drawn.warnings.some(({ code }) => SCAN_RULE_CODES.has(code)) ? (
    <Status kind="uncertain">可能扫不出（没有读过）</Status>
  ) : (
    <Status kind="sent">按规则可扫（没有读过）</Status>
  );

/** Status of the codes on a drawn label, according to a decoder that read its dots. */
export const ScanStatus = ({ drawn, scan }: { drawn: DrawnLabel; scan: Scan }) => {
  const { symbols, warnings, dotsPerMm } = drawn;
  const lostCodes = warnings.filter((warning) => isAboutCode(warning) && warning.level === 'error');
  // The encoder of a rare symbology is still loading.
  if (lostCodes.some(({ code }) => code === 'code-waiting')) return READING;
  if (lostCodes.length > 0) return <Status kind="failed">有码没画出</Status>;
  if (symbols.length === 0) return null;
  if (scan.phase === 'reading') return READING;
  if (scan.phase === 'unread') return <RuleBasedStatus drawn={drawn} />;
  const { grades } = scan;
  const foundGrades = new Set<ScanGrade>(grades.map(({ grade }) => grade));
  if (grades.length < symbols.length) foundGrades.add('unread');
  const worst = GRADES.find((grade) => foundGrades.has(grade)) ?? 'unread';
  return (
    <Status kind={SCAN_KINDS[worst]}>
      <span
        title={[
          ...grades.map(({ name, grade }) => `${name}：${SHORT[grade]}`),
          ...symbols.map((symbol) => describeScannedSymbol(symbol, dotsPerMm)),
        ].join('\n')}
      >
        {SCAN_WORDS[worst]}
      </span>
    </Status>
  );
};

/**
 * Selects warnings that decoding did not resolve. Rule warnings about a code are dropped after the
 * code was decoded.
 */
export const selectUnresolvedWarnings = (
  warnings: readonly LabelWarning[],
  scan: Scan,
): readonly LabelWarning[] => {
  if (scan.phase !== 'read') return warnings;
  const { grades } = scan;
  // Rules report a table as one element; decoding reports the codes in its cells.
  const isElementDecoded = (id: string): boolean => {
    const elementGrades = grades.filter(
      ({ elementId }) => elementId === id || elementId.startsWith(`${id}/`),
    );
    return elementGrades.length > 0 && elementGrades.every(({ grade }) => grade !== 'unread');
  };
  return warnings.filter(
    ({ code, elementId }) => !SCAN_RULE_CODES.has(code) || !isElementDecoded(elementId),
  );
};

/** One line per code that does not scan easily, with the reason. */
export const ScanLines = ({ grades }: { grades: readonly CodeGrade[] }) =>
  grades
    .filter(({ grade }) => grade !== 'ample')
    .map(({ elementId, name, grade, reason }) => (
      <li key={elementId}>
        <Status kind={SCAN_KINDS[grade]}>{`${name}${SHORT[grade]}：${reason}`}</Status>
      </li>
    ));
