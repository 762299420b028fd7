import { createInterface } from 'node:readline/promises';
import { UserError } from '../errors.ts';
import { addressText, answerAddress, waitingAddresses } from '../found/addresses.ts';
import type { TypedAddress } from '../found/addresses.ts';
import { parseOptions } from './options.ts';

type Say = (line: string) => void;

const answer = (home: string, one: TypedAddress, isOurs: boolean, say: Say): void => {
  if (!answerAddress(home, one.id, isOurs)) return say(`${addressText(one)} 已经没有在等了`);
  say(
    isOurs
      ? `已确认 ${addressText(one)}。回到网页的“授权客户端”，它在发现的打印机里，按“使用”`
      : `已划掉 ${addressText(one)}，不会去连它`,
  );
};

/** Asks whoever sits at this machine about each. */
const askEach = async (home: string, waiting: readonly TypedAddress[], say: Say): Promise<void> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (const one of waiting) {
      const said = await terminal.question(
        `网站上写了一个打印机地址：${addressText(one)}\n它是你的打印机，让这台电脑往那里打印吗？[y/N] `,
      );
      answer(home, one, /^(?:y|yes|是)$/i.test(said.trim()), say);
    }
  } finally {
    terminal.close();
  }
};

/**
 * Confirms addresses that were typed on the page: one that is named, or each after a question. The site alone can never have
 * this machine connect to an address.
 */
export const confirm = async (home: string, args: string[], say: Say): Promise<void> => {
  const { values, positionals } = parseOptions(args, { reject: { type: 'boolean' } });
  const waiting = waitingAddresses(home);
  if (waiting.length === 0) return say('没有等着确认的打印机地址');
  const [named] = positionals;
  if (named !== undefined) {
    const one = waiting.find((other) => addressText(other) === named);
    if (!one)
      throw new UserError(
        `没有等着确认的地址 ${named}`,
        `等着的有：${waiting.map(addressText).join('、')}`,
      );
    return answer(home, one, values.reject !== true, say);
  }
  if (process.stdin.isTTY) return askEach(home, waiting, say);
  for (const one of waiting) say(`等着确认：${addressText(one)}`);
  say('确认一个：npm run agent -- printer confirm 地址；不是你的：加 --reject');
};
