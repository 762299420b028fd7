import { toUserErrorOrNull, getErrorMessage } from '../errors.ts';
import { createBadFinding } from '../program/doctor/finding.ts';
import type { Finding } from '../program/doctor/finding.ts';
import { checkDisk, checkLedger } from '../program/doctor/check-home.ts';
import {
  checkFonts,
  checkPrinters,
  checkClientRunning,
  checkStartup,
  checkWindowsPrinting,
} from '../program/doctor/check-program.ts';
import { checkSite } from '../program/doctor/check-site.ts';
import { AGENT_VERSION, STAMPED_SERVER } from '../self.ts';
import { readClientKey, readSettings } from '../settings.ts';
import { parseOptions } from './options.ts';
import { isDaemonRunning } from './status.ts';

const MARKS: Readonly<Record<Finding['state'], string>> = { good: '✓', note: '·', bad: '✗' };

/** Reports an exception of the check as a finding. */
const runCheckCatchingErrors = async (
  check: () => Finding[] | Promise<Finding[]>,
): Promise<Finding[]> => {
  try {
    return await check();
  } catch (error) {
    const userError = toUserErrorOrNull(error);
    return [
      createBadFinding(
        userError?.message ?? getErrorMessage(error),
        userError?.hint ?? '请把这句话告诉我们',
      ),
    ];
  }
};

const listChecks = (home: string): (() => Finding[] | Promise<Finding[]>)[] => [
  () => [checkDisk(home)],
  () => checkSite(readSettings(home).server || STAMPED_SERVER),
  () =>
    readClientKey(home)
      ? []
      : [createBadFinding('还没有和网站配对', '双击打开程序，或者运行：npm run agent -- pair')],
  () => checkClientRunning(home, isDaemonRunning(home)),
  () => [checkLedger(home)],
  () => checkPrinters(home),
  () => [checkFonts()],
  () => checkWindowsPrinting(),
  async () => [await checkStartup(home)],
];

/**
 * Checks everything that printing needs and prints the findings. Resolves to the exit code: 1 when
 * a check failed.
 */
export const runDoctor = async (
  home: string,
  args: string[],
  print: (line: string) => void,
): Promise<number> => {
  parseOptions(args, {});
  print(`云标打印客户端 ${AGENT_VERSION}，设置和账本在 ${home}`);
  const findings: Finding[] = [];
  for (const check of listChecks(home)) findings.push(...(await runCheckCatchingErrors(check)));
  for (const { state, text: words, hint } of findings) {
    print(`${MARKS[state]} ${words}`);
    if (hint) print(`  → ${hint}`);
  }
  const failureCount = findings.filter(({ state }) => state === 'bad').length;
  print(failureCount === 0 ? '没有发现问题' : `有 ${failureCount} 处不对`);
  return failureCount === 0 ? 0 : 1;
};
