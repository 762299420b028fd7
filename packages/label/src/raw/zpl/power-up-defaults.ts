import { PREFIX_COMMANDS, type Command } from '../../zpl/lexer.ts';
import { createRefusalAtByte } from '../label.ts';
import { readParameterText } from './params.ts';

/** Power-up defaults. A command that sets one can be dropped. */
const POWER_UP_DEFAULTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['^MU', ['', 'D']],
  ['^MC', ['', 'Y']],
  ['^JM', ['', 'A']],
  ['^SZ', ['', '2']],
  ['^JU', ['S']],
  ['^FL', []],
  ['^CC', ['^']],
  ['~CC', ['^']],
  ['^CT', ['~']],
  ['~CT', ['~']],
  ['^CD', [',']],
  ['~CD', [',']],
]);

/**
 * Rejects a command that cannot be dropped because the rest of the stream depends on it. @throws
 * RawRefusal
 */
export function rejectNonDefaultSetting(command: Command): void {
  const { name, at } = command;
  const usual = POWER_UP_DEFAULTS.get(name);
  if (!usual || usual.includes(readParameterText(command).trim().toUpperCase())) return;
  throw createRefusalAtByte(
    at,
    PREFIX_COMMANDS.has(name)
      ? `${name} 会改掉命令的前缀或分隔符，后面的标签就读不懂了`
      : `${name} 会一直留在打印机里，影响后面的标签`,
  );
}
