import { explain, getMessage } from '../errors.ts';
import { bad } from '../program/doctor/finding.ts';
import type { Finding } from '../program/doctor/finding.ts';
import { lookAtDisk, lookAtLedger } from '../program/doctor/look-at-home.ts';
import {
  lookAtFonts,
  lookAtPrinters,
  lookAtRunning,
  lookAtStartup,
  lookAtWindows,
} from '../program/doctor/look-at-program.ts';
import { lookAtSite } from '../program/doctor/look-at-site.ts';
import { AGENT_VERSION, STAMPED_SERVER } from '../self.ts';
import { readKey, readSettings } from '../settings.ts';
import { parseOptions } from './options.ts';
import { isRunning } from './status.ts';

const MARKS: Readonly<Record<Finding['state'], string>> = { good: '✓', note: '·', bad: '✗' };

/** What the check itself cannot stand is what is wrong. */
const caught = async (look: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await look();
  } catch (error) {
    const known = explain(error);
    return [bad(known?.message ?? getMessage(error), known?.hint ?? '请把这句话告诉我们')];
  }
};

const LOOKS = (home: string): (() => Finding[] | Promise<Finding[]>)[] => [
  () => [lookAtDisk(home)],
  () => lookAtSite(readSettings(home).server || STAMPED_SERVER),
  () =>
    readKey(home) ? [] : [bad('还没有和网站配对', '双击打开程序，或者运行：npm run agent -- pair')],
  () => lookAtRunning(home, isRunning(home)),
  () => [lookAtLedger(home)],
  () => lookAtPrinters(home),
  () => [lookAtFonts()],
  () => lookAtWindows(),
  async () => [await lookAtStartup(home)],
];

/** Looks at everything printing needs, and says in sentences what is wrong. Resolves to the exit code: 1 when something is. */
export const doctor = async (
  home: string,
  args: string[],
  say: (line: string) => void,
): Promise<number> => {
  parseOptions(args, {});
  say(`云标打印客户端 ${AGENT_VERSION}，设置和账本在 ${home}`);
  const found: Finding[] = [];
  for (const look of LOOKS(home)) found.push(...(await caught(look)));
  for (const { state, words, hint } of found) {
    say(`${MARKS[state]} ${words}`);
    if (hint) say(`  → ${hint}`);
  }
  const wrong = found.filter(({ state }) => state === 'bad').length;
  say(wrong === 0 ? '没有发现问题' : `有 ${wrong} 处不对`);
  return wrong === 0 ? 0 : 1;
};
