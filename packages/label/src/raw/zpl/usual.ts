import { CHANGES, type Command } from '../../zpl/lexer.ts';
import { refuseAt } from '../label.ts';
import { readText } from './params.ts';

/** What printers have when they are switched on; the stream means it, or is of no use without the change. */
const USUAL: ReadonlyMap<string, readonly string[]> = new Map([
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

/** A command that is left out must not be one that the rest of the stream needs. @throws RawRefusal */
export function checkUsual(command: Command): void {
  const { name, at } = command;
  const usual = USUAL.get(name);
  if (!usual || usual.includes(readText(command).trim().toUpperCase())) return;
  throw refuseAt(
    at,
    CHANGES.has(name)
      ? `${name} 会改掉命令的前缀或分隔符，后面的标签就读不懂了`
      : `${name} 会一直留在打印机里，影响后面的标签`,
  );
}
