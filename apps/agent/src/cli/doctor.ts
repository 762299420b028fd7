import { toUserError, getErrorMessage } from '../errors.ts';
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
const runCheck = async (check: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await check();
  } catch (error) {
    const explained = toUserError(error);
    return [
      createBadFinding(
        explained?.message ?? getErrorMessage(error),
        explained?.hint ?? '请把这句话告诉我们',
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
  say: (line: string) => void,
): Promise<number> => {
  parseOptions(args, {});
  say(`云标打印客户端 ${AGENT_VERSION}，设置和账本在 ${home}`);
  const findings: Finding[] = [];
  for (const look of listChecks(home)) findings.push(...(await runCheck(look)));
  for (const { state, text: words, hint } of findings) {
    say(`${MARKS[state]} ${words}`);
    if (hint) say(`  → ${hint}`);
  }
  const wrong = findings.filter(({ state }) => state === 'bad').length;
  say(wrong === 0 ? '没有发现问题' : `有 ${wrong} 处不对`);
  return wrong === 0 ? 0 : 1;
};
