import { createInterface } from 'node:readline/promises';
import { UserError } from '../errors.ts';
import {
  formatHostPort,
  confirmOrRejectAddress,
  listWaitingAddresses,
} from '../discovery/typed-addresses.ts';
import type { TypedAddress } from '../discovery/typed-addresses.ts';
import { parseOptions } from './options.ts';

type Say = (line: string) => void;

const confirmOrRejectTypedAddress = (
  home: string,
  one: TypedAddress,
  isOurs: boolean,
  say: Say,
): void => {
  if (!confirmOrRejectAddress(home, one.id, isOurs))
    return say(`${formatHostPort(one)} 已经没有在等了`);
  say(
    isOurs
      ? `已确认 ${formatHostPort(one)}。回到网页的“授权客户端”，它在发现的打印机里，按“使用”`
      : `已忽略 ${formatHostPort(one)}，不会去连它`,
  );
};

/** Prompts in this terminal for each address. */
const promptForEachAddress = async (
  home: string,
  waiting: readonly TypedAddress[],
  say: Say,
): Promise<void> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (const address of waiting) {
      const reply = await terminal.question(
        `网站上写了一个打印机地址：${formatHostPort(address)}\n它是你的打印机，让这台电脑往那里打印吗？[y/N] `,
      );
      confirmOrRejectTypedAddress(home, address, /^(?:y|yes|是)$/i.test(reply.trim()), say);
    }
  } finally {
    terminal.close();
  }
};

/**
 * Confirms printer addresses that were entered on the web page: the named one, or each after a
 * prompt. The site alone can never make this machine connect to an address.
 */
export const confirmAddresses = async (home: string, args: string[], say: Say): Promise<void> => {
  const { values, positionals } = parseOptions(args, { reject: { type: 'boolean' } });
  const waiting = listWaitingAddresses(home);
  if (waiting.length === 0) return say('没有等待确认的打印机地址');
  const [named] = positionals;
  if (named !== undefined) {
    const address = waiting.find((other) => formatHostPort(other) === named);
    if (!address)
      throw new UserError(
        `没有等待确认的地址 ${named}`,
        `等待的有：${waiting.map(formatHostPort).join('、')}`,
      );
    return confirmOrRejectTypedAddress(home, address, values.reject !== true, say);
  }
  if (process.stdin.isTTY) return promptForEachAddress(home, waiting, say);
  for (const address of waiting) say(`等待确认：${formatHostPort(address)}`);
  say('确认一个：npm run agent -- printer confirm 地址；不是你的：加 --reject');
};
