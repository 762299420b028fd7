import { randomBytes } from 'node:crypto';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { PRINTER_NAME_LENGTH } from '@yunbiao/contract/limits/client';
import { readStatus } from '../daemon/status-file.ts';
import { UserError } from '../errors.ts';
import { parsePlace } from '../place-address.ts';
import { placeAddress, placeText } from '../places.ts';
import { readSettings, writeSettings } from '../settings.ts';
import type { PrinterSettings, Settings } from '../settings.ts';
import { parseOptions } from './options.ts';
import { confirm } from './printer-confirm.ts';
import { acquaint } from './printer-certificate.ts';
import { look } from './printer-look.ts';
import { testPrinter } from './printer-test.ts';
import { TRAITS, traitsAt, describeUnusual } from './printer-traits.ts';
import { seenByDaemon } from '../daemon/seen.ts';
import { isRunning } from './status.ts';

type Say = (line: string) => void;

const find = (settings: Settings, name: string | undefined): PrinterSettings => {
  const printer = settings.printers.find((one) => one.name === name);
  if (printer) return printer;
  const names = settings.printers.map((one) => one.name).join('、');
  throw new UserError(
    name ? `没有叫 “${name}” 的打印机` : '要写打印机的名称',
    names ? `现有：${names}` : '先添加：npm run agent -- printer add',
  );
};

/** A name nobody else has. `localId`: whose it may be already. */
const readName = ({ printers }: Settings, name: string, localId = ''): string => {
  if (!name.trim()) throw new UserError('名称不能是空的');
  if (name.length > PRINTER_NAME_LENGTH)
    throw new UserError(`名称最多 ${PRINTER_NAME_LENGTH} 个字`);
  if (printers.some((one) => one.name === name && one.localId !== localId))
    throw new UserError(`已经有叫 “${name}” 的打印机`, '换一个名称，或先删掉它');
  return name;
};

const summary = ({ language, dpi, at }: PrinterSettings): string =>
  `${LANGUAGE_FACTS[language].name}，${dpi} dpi，${placeText(at)}`;

const withCounts = (printer: PrinterSettings, counts: boolean | undefined): PrinterSettings =>
  counts === undefined ? printer : { ...printer, counts };

const add = async (home: string, args: string[], say: Say): Promise<void> => {
  const { values, positionals } = parseOptions(args, TRAITS);
  const [name = '', target = ''] = positionals;
  if (!name.trim() || !target)
    throw new UserError(
      '要写名称和地址',
      '例如：npm run agent -- printer add 仓库一号 tcp://192.168.1.50:9100 --language zpl --dpi 203',
    );
  const added: PrinterSettings = {
    localId: randomBytes(8).toString('hex'),
    name: readName(readSettings(home), name),
    ...traitsAt(parsePlace(target), values),
  };
  const printer = await acquaint(added, say);
  const counts = await look(printer, say);
  // Read again: a pairing may have ended while the printer was asked.
  const now = readSettings(home);
  writeSettings(home, { ...now, printers: [...now.printers, withCounts(printer, counts)] });
  say(`已添加 “${name}”（${summary(printer)}）。运行中的客户端会自动用上它`);
};

/** Changes a printer and leaves it the same printer: what waits for it is printed at its new address. */
const set = async (home: string, args: string[], say: Say): Promise<void> => {
  const { values, positionals } = parseOptions(args, {
    ...TRAITS,
    address: { type: 'string' },
    name: { type: 'string' },
    'new-certificate': { type: 'boolean' },
  });
  const settings = readSettings(home);
  const { counts: _, ...old } = find(settings, positionals[0]);
  if (Object.keys(values).length === 0)
    throw new UserError(
      '要写改什么',
      '例如：npm run agent -- printer set 仓库一号 --address tcp://192.168.1.51:9100',
    );
  const at = values.address === undefined ? old.at : parsePlace(values.address);
  const changed: PrinterSettings = {
    ...old,
    ...(values.name === undefined ? {} : { name: readName(settings, values.name, old.localId) }),
    ...traitsAt(at, values, old),
  };
  const isMet = placeAddress(at) === placeAddress(old.at) && !values['new-certificate'];
  const printer = isMet ? changed : await acquaint(changed, say, values['new-certificate']);
  const counts = await look(printer, say);
  const now = readSettings(home);
  writeSettings(home, {
    ...now,
    printers: now.printers.map((one) =>
      one.localId === old.localId ? withCounts(printer, counts) : one,
    ),
  });
  say(`已改好 “${printer.name}”（${summary(printer)}）。它还是同一台打印机，等着的标签会接着打`);
};

const list = (home: string, say: Say): void => {
  const { printers } = readSettings(home);
  if (printers.length === 0)
    say('还没有打印机。添加：npm run agent -- printer add 名称 tcp://地址:9100');
  for (const one of printers) {
    const traits = describeUnusual(one);
    say(
      `${one.name}  ${placeAddress(one.at)}  ${LANGUAGE_FACTS[one.language].name}  ${one.dpi} dpi${traits ? `  ${traits}` : ''}`,
    );
  }
};

const remove = (home: string, args: string[], say: Say): void => {
  const settings = readSettings(home);
  const printer = find(settings, parseOptions(args, {}).positionals[0]);
  const waiting =
    readStatus(home)?.printers.find((one) => one.localId === printer.localId)?.waiting ?? 0;
  writeSettings(home, {
    ...settings,
    printers: settings.printers.filter((one) => one !== printer),
  });
  say(
    `已删除 “${printer.name}”。${waiting > 0 ? `客户端里等着的 ${waiting} 张，和` : ''}网站上等它打的标签，会在客户端连上网站时取消，不占额度；已经开始的一张记为待确认`,
  );
  say('只是换了地址的话不用删：npm run agent -- printer set 名称 --address tcp://新地址:9100');
};

const test = (home: string, args: string[], say: Say): Promise<void> => {
  const printer = find(readSettings(home), parseOptions(args, {}).positionals[0]);
  // A printer that serves one connection would seem out of paper to a second one.
  if (isRunning(home)) {
    const words = seenByDaemon(readStatus(home), printer.localId);
    throw new UserError(
      `打印客户端正在运行，打印机由它连着${words ? `：${words}` : ''}`,
      '要印测试标签，先停下打印客户端（Ctrl-C），或者在网站上打印一张',
    );
  }
  return testPrinter(printer, say);
};

export const printer = async (home: string, args: string[], say: Say): Promise<void> => {
  const [verb, ...rest] = args;
  if (verb === 'add') return add(home, rest, say);
  if (verb === 'set') return set(home, rest, say);
  if (verb === 'list' || verb === undefined) return list(home, say);
  if (verb === 'remove') return remove(home, rest, say);
  if (verb === 'test') return test(home, rest, say);
  if (verb === 'confirm') return confirm(home, rest, say);
  throw new UserError(
    `没有 printer ${verb} 这个命令`,
    '可以用 add、set、list、test、remove、confirm',
  );
};
