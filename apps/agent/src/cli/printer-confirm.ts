import { createInterface } from 'node:readline/promises';
import { UserError } from '../errors.ts';
import {
  formatHostPort,
  confirmOrRejectAddress,
  listAddressesAwaitingConfirmation,
} from '../discovery/typed-addresses.ts';
import type { TypedAddress } from '../discovery/typed-addresses.ts';
import { parseOptions } from './options.ts';

type Say = (line: string) => void;

const confirmOrRejectTypedAddress = (
  home: string,
  typedAddress: TypedAddress,
  isOurs: boolean,
  print: Say,
): void => {
  if (!confirmOrRejectAddress(home, typedAddress.id, isOurs))
    return print(`${formatHostPort(typedAddress)} 已经没有在等了`);
  print(
    isOurs
      ? `已确认 ${formatHostPort(typedAddress)}。回到网页的“授权客户端”，它在发现的打印机里，按“使用”`
      : `已忽略 ${formatHostPort(typedAddress)}，不会去连它`,
  );
};

/** Prompts in this terminal for each address. */
const promptForEachAddress = async (
  home: string,
  waiting: readonly TypedAddress[],
  print: Say,
): Promise<void> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (const address of waiting) {
      const reply = await terminal.question(
        `网站上写了一个打印机地址：${formatHostPort(address)}\n它是你的打印机，让这台电脑往那里打印吗？[y/N] `,
      );
      confirmOrRejectTypedAddress(home, address, /^(?:y|yes|是)$/i.test(reply.trim()), print);
    }
  } finally {
    terminal.close();
  }
};

/**
 * Confirms printer addresses that were entered on the web page: the named one, or each after a
 * prompt. The site alone can never make this machine connect to an address.
 * @throws {UserError} if the named address does not wait for confirmation
 */
export const confirmAddresses = async (home: string, args: string[], print: Say): Promise<void> => {
  const { values, positionals } = parseOptions(args, { reject: { type: 'boolean' } });
  const waiting = listAddressesAwaitingConfirmation(home);
  if (waiting.length === 0) return print('没有等待确认的打印机地址');
  const [namedAddress] = positionals;
  if (namedAddress !== undefined) {
    const address = waiting.find(
      (waitingAddress) => formatHostPort(waitingAddress) === namedAddress,
    );
    if (!address)
      throw new UserError(
        `没有等待确认的地址 ${namedAddress}`,
        `等待的有：${waiting.map(formatHostPort).join('、')}`,
      );
    return confirmOrRejectTypedAddress(home, address, values.reject !== true, print);
  }
  if (process.stdin.isTTY) return promptForEachAddress(home, waiting, print);
  for (const address of waiting) print(`等待确认：${formatHostPort(address)}`);
  print('确认一个：npm run agent -- printer confirm 地址；不是你的：加 --reject');
};
