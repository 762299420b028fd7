import { randomBytes } from 'node:crypto';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { PRINTER_NAME_LENGTH } from '@yunbiao/contract/limits/client';
import { readDaemonStatus } from '../daemon/status-file.ts';
import { UserError } from '../errors.ts';
import { parsePrinterAddress } from '../place-address.ts';
import { formatPrinterAddress, formatPrinterPlace } from '../places.ts';
import { readSettings, writeSettings } from '../settings.ts';
import type { PrinterSettings, Settings } from '../settings.ts';
import { parseOptions } from './options.ts';
import { confirmAddresses } from './printer-confirm.ts';
import { pinPresentedCertificate } from './printer-certificate.ts';
import { queryAndShowPrinterAnswer } from './probe-printer.ts';
import { testPrinter } from './printer-test.ts';
import { TRAIT_OPTIONS, mergePrinterTraits, describeNonDefaultTraits } from './printer-traits.ts';
import { describePrinterState } from '../daemon/describe-printer-state.ts';
import { isDaemonRunning } from './status.ts';

type Say = (line: string) => void;

const requirePrinter = (settings: Settings, name: string | undefined): PrinterSettings => {
  const printer = settings.printers.find((printer) => printer.name === name);
  if (printer) return printer;
  const names = settings.printers.map((printer) => printer.name).join('、');
  throw new UserError(
    name ? `没有叫 “${name}” 的打印机` : '要写打印机的名称',
    names ? `现有：${names}` : '先添加：npm run agent -- printer add',
  );
};

/**
 * Returns the name if no other printer has it. `localId`: printer that may already have it. Throws
 * UserError otherwise.
 */
const requireFreeName = ({ printers }: Settings, name: string, localId = ''): string => {
  if (!name.trim()) throw new UserError('名称不能是空的');
  if (name.length > PRINTER_NAME_LENGTH)
    throw new UserError(`名称最多 ${PRINTER_NAME_LENGTH} 个字`);
  if (printers.some((printer) => printer.name === name && printer.localId !== localId))
    throw new UserError(`已经有叫 “${name}” 的打印机`, '换一个名称，或先删除它');
  return name;
};

const summarizePrinter = ({ language, dpi, at }: PrinterSettings): string =>
  `${LANGUAGE_FACTS[language].name}，${dpi} dpi，${formatPrinterPlace(at)}`;

const setPrinterCountsLabels = (
  printer: PrinterSettings,
  counts: boolean | undefined,
): PrinterSettings => (counts === undefined ? printer : { ...printer, counts });

const runAddPrinter = async (home: string, args: string[], print: Say): Promise<void> => {
  const { values, positionals } = parseOptions(args, TRAIT_OPTIONS);
  const [name = '', target = ''] = positionals;
  if (!name.trim() || !target)
    throw new UserError(
      '要写名称和地址',
      '例如：npm run agent -- printer add 仓库一号 tcp://192.168.1.50:9100 --language zpl --dpi 203',
    );
  const newPrinter: PrinterSettings = {
    localId: randomBytes(8).toString('hex'),
    name: requireFreeName(readSettings(home), name),
    ...mergePrinterTraits(parsePrinterAddress(target), values),
  };
  const printer = await pinPresentedCertificate(newPrinter, print);
  const counts = await queryAndShowPrinterAnswer(printer, print);
  // Reads the settings again: a pairing may have changed them while the printer was queried.
  const currentSettings = readSettings(home);
  writeSettings(home, {
    ...currentSettings,
    printers: [...currentSettings.printers, setPrinterCountsLabels(printer, counts)],
  });
  print(`已添加 “${name}”（${summarizePrinter(printer)}）。运行中的客户端会自动用上它`);
};

/** Changes a printer but keeps its id: waiting labels print at its new address. */
const runUpdatePrinter = async (home: string, args: string[], print: Say): Promise<void> => {
  const { values, positionals } = parseOptions(args, {
    ...TRAIT_OPTIONS,
    address: { type: 'string' },
    name: { type: 'string' },
    'new-certificate': { type: 'boolean' },
  });
  const settings = readSettings(home);
  const { counts: _, ...old } = requirePrinter(settings, positionals[0]);
  if (Object.keys(values).length === 0)
    throw new UserError(
      '要写改什么',
      '例如：npm run agent -- printer set 仓库一号 --address tcp://192.168.1.51:9100',
    );
  const at = values.address === undefined ? old.at : parsePrinterAddress(values.address);
  const updatedPrinter: PrinterSettings = {
    ...old,
    ...(values.name === undefined
      ? {}
      : { name: requireFreeName(settings, values.name, old.localId) }),
    ...mergePrinterTraits(at, values, old),
  };
  const isSameAddress =
    formatPrinterAddress(at) === formatPrinterAddress(old.at) && !values['new-certificate'];
  const printer = isSameAddress
    ? updatedPrinter
    : await pinPresentedCertificate(updatedPrinter, print, values['new-certificate']);
  const counts = await queryAndShowPrinterAnswer(printer, print);
  const currentSettings = readSettings(home);
  writeSettings(home, {
    ...currentSettings,
    printers: currentSettings.printers.map((otherPrinter) =>
      otherPrinter.localId === old.localId ? setPrinterCountsLabels(printer, counts) : otherPrinter,
    ),
  });
  print(
    `已改好 “${printer.name}”（${summarizePrinter(printer)}）。它还是同一台打印机，等待的标签会继续打印`,
  );
};

const showPrinters = (home: string, print: Say): void => {
  const { printers } = readSettings(home);
  if (printers.length === 0)
    print('还没有打印机。添加：npm run agent -- printer add 名称 tcp://地址:9100');
  for (const entry of printers) {
    const traits = describeNonDefaultTraits(entry);
    print(
      `${entry.name}  ${formatPrinterAddress(entry.at)}  ${LANGUAGE_FACTS[entry.language].name}  ${entry.dpi} dpi${traits ? `  ${traits}` : ''}`,
    );
  }
};

const runRemovePrinter = (home: string, args: string[], print: Say): void => {
  const settings = readSettings(home);
  const printer = requirePrinter(settings, parseOptions(args, {}).positionals[0]);
  const waiting =
    readDaemonStatus(home)?.printers.find(
      (otherPrinter) => otherPrinter.localId === printer.localId,
    )?.waiting ?? 0;
  writeSettings(home, {
    ...settings,
    printers: settings.printers.filter((otherPrinter) => otherPrinter !== printer),
  });
  print(
    `已删除 “${printer.name}”。${waiting > 0 ? `客户端里等待的 ${waiting} 张，和` : ''}网站上等它打印的标签，会在客户端连上网站时取消，不占额度；已经开始的一张记为待确认`,
  );
  print('只是换了地址的话不用删：npm run agent -- printer set 名称 --address tcp://新地址:9100');
};

const testNamedPrinter = (home: string, args: string[], print: Say): Promise<void> => {
  const printer = requirePrinter(readSettings(home), parseOptions(args, {}).positionals[0]);
  // A printer that accepts one connection would look out of paper to a second one.
  if (isDaemonRunning(home)) {
    const words = describePrinterState(readDaemonStatus(home), printer.localId);
    throw new UserError(
      `打印客户端正在运行，打印机由它连着${words ? `：${words}` : ''}`,
      '要打印测试标签，先停下打印客户端（Ctrl-C），或者在网站上打印一张',
    );
  }
  return testPrinter(printer, print);
};

export const runPrinterCommand = async (
  home: string,
  args: string[],
  print: Say,
): Promise<void> => {
  const [verb, ...rest] = args;
  if (verb === 'add') return runAddPrinter(home, rest, print);
  if (verb === 'set') return runUpdatePrinter(home, rest, print);
  if (verb === 'list' || verb === undefined) return showPrinters(home, print);
  if (verb === 'remove') return runRemovePrinter(home, rest, print);
  if (verb === 'test') return testNamedPrinter(home, rest, print);
  if (verb === 'confirm') return confirmAddresses(home, rest, print);
  throw new UserError(
    `没有 printer ${verb} 这个命令`,
    '可以用 add、set、list、test、remove、confirm',
  );
};
