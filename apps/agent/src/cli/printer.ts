import { randomBytes } from 'node:crypto';
import { LANGUAGES } from '@yunbiao/contract/evidence';
import { parseTemplate } from '@yunbiao/contract/template';
import { UnreachableError, UserError } from '../errors.ts';
import { isStopped } from '../printer/hs.ts';
import { openSocket } from '../printer/link.ts';
import { askOnce, sendOnce } from '../printer/probe.ts';
import type { Poll } from '../printer/probe.ts';
import { UNANSWERED, viewOfStatus } from '../printer/state.ts';
import { loadFonts, prepareLabel } from '../render/prepare.ts';
import { readSettings, writeSettings } from '../settings.ts';
import type { PrinterSettings, Settings } from '../settings.ts';
import { readStatus } from '../daemon/status-file.ts';
import { parseOptions } from './options.ts';
import { isRunning, seenByDaemon } from './status.ts';

type Say = (line: string) => void;

const NAMES = { zpl: 'ZPL' } as const;

const readAddress = (text: string): { host: string; port: number } => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'tcp:' || !url.hostname)
    throw new UserError(`打印机地址不对：${text}`, '例如 tcp://192.168.1.50:9100');
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 9100) };
};

const find = (settings: Settings, name: string | undefined): PrinterSettings => {
  const printer = settings.printers.find((one) => one.name === name);
  if (printer) return printer;
  const names = settings.printers.map((one) => one.name).join('、');
  throw new UserError(
    name ? `没有叫 “${name}” 的打印机` : '要写打印机的名称',
    names ? `现有：${names}` : '先添加：npm run agent -- printer add',
  );
};

const describe = (poll: Poll): string => {
  const { stateText } = viewOfStatus(poll.status, poll.counter, false);
  const counter = poll.counter === null ? '没有计数器' : `计数器 ${poll.counter}`;
  return `${isStopped(poll.status) ? stateText : '就绪'}，${counter}`;
};

const look = async (printer: PrinterSettings, say: Say): Promise<boolean | undefined> => {
  if (printer.closeAfter) {
    say('这台打印机不回答状态：标签只能确认收下，不能确认印出来');
    return false;
  }
  try {
    const poll = await askOnce(printer);
    if (poll) {
      say(`打印机回答了：${describe(poll)}`);
      return poll.counter !== null;
    }
    say(`${UNANSWERED}。如果它从来不回答状态，删掉后加 --close-after 重新添加`);
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    say(`现在${error.message}。开机或接好网线后会自动连上`);
  }
  return undefined;
};

const add = async (home: string, args: string[], say: Say): Promise<void> => {
  const { values, positionals } = parseOptions(args, {
    language: { type: 'string', default: 'zpl' },
    dpi: { type: 'string', default: '203' },
    exclusive: { type: 'boolean', default: false },
    'close-after': { type: 'boolean', default: false },
    'whole-counter': { type: 'boolean', default: false },
  });
  const [name = '', target = ''] = positionals;
  if (!name.trim() || !target)
    throw new UserError(
      '要写名称和地址',
      '例如：npm run agent -- printer add 仓库一号 tcp://192.168.1.50:9100 --language zpl --dpi 203',
    );
  if (name.length > 100) throw new UserError('名称最多 100 个字');
  const language = LANGUAGES.find((one) => one === values.language);
  if (!language)
    throw new UserError(`还不支持打印语言 ${values.language}`, `现在支持：${LANGUAGES.join('、')}`);
  const dpi = ([203, 300, 600] as const).find((one) => String(one) === values.dpi);
  if (!dpi) throw new UserError(`分辨率 ${values.dpi} 不对`, '可以是 203、300 或 600');
  if (readSettings(home).printers.some((one) => one.name === name))
    throw new UserError(`已经有叫 “${name}” 的打印机`, '换一个名称，或先删掉它');
  const printer: PrinterSettings = {
    localId: randomBytes(8).toString('hex'),
    name,
    ...readAddress(target),
    language,
    dpi,
    exclusive: values.exclusive,
    closeAfter: values['close-after'],
    wholeCounter: values['whole-counter'],
  };
  const counts = await look(printer, say);
  // Read again: a pairing may have ended while the printer was asked.
  const now = readSettings(home);
  writeSettings(home, {
    ...now,
    printers: [...now.printers, counts === undefined ? printer : { ...printer, counts }],
  });
  say(
    `已添加 “${name}”（${NAMES[language]}，${dpi} dpi，${printer.host}:${printer.port}）。运行中的客户端会自动用上它`,
  );
};

const list = (home: string, say: Say): void => {
  const { printers } = readSettings(home);
  if (printers.length === 0)
    say('还没有打印机。添加：npm run agent -- printer add 名称 tcp://地址:9100');
  for (const one of printers) {
    const traits = [
      one.exclusive ? '独用' : '',
      one.wholeCounter ? '计数器只数整张' : '',
      one.closeAfter ? '不回答状态' : '',
    ]
      .filter(Boolean)
      .join('，');
    say(
      `${one.name}  tcp://${one.host}:${one.port}  ${NAMES[one.language]}  ${one.dpi} dpi${traits ? `  ${traits}` : ''}`,
    );
  }
};

const remove = (home: string, args: string[], say: Say): void => {
  const settings = readSettings(home);
  const printer = find(settings, parseOptions(args, {}).positionals[0]);
  writeSettings(home, {
    ...settings,
    printers: settings.printers.filter((one) => one !== printer),
  });
  say(`已删除 “${printer.name}”`);
};

const testLabel = (printer: PrinterSettings): Uint8Array => {
  const text = (id: string, yMm: number, content: string, sizeMm: number) =>
    ({
      type: 'text',
      id,
      xMm: 3,
      yMm,
      widthMm: 44,
      heightMm: 7,
      rotation: 0,
      content,
      sizeMm,
      weight: 400,
      align: 'left',
      fit: 'shrink',
    }) as const;
  const elements = [
    text('name', 3, '云标测试 Test', 5),
    text('printer', 10, printer.name, 4),
    {
      type: 'qr',
      id: 'qr',
      xMm: 3,
      yMm: 17,
      widthMm: 10,
      heightMm: 10,
      rotation: 0,
      content: 'YUNBIAO',
      level: 'M',
    },
  ];
  const template = parseTemplate({ version: 1, widthMm: 50, heightMm: 30, fields: [], elements });
  const place = {
    widthMm: 50,
    heightMm: 30,
    gapMm: 2,
    offsetXMm: 0,
    offsetYMm: 0,
    pitchScale: 100,
    rotation: 0,
    darkness: 15,
    speed: 4,
  } as const;
  const prepared = prepareLabel(
    { template, setup: { ...place, language: printer.language, dpi: printer.dpi } },
    {},
    loadFonts(),
  );
  if (!prepared.ok) throw new UserError(`测试标签画不出来：${prepared.reason}`);
  return prepared.bytes;
};

const test = async (home: string, args: string[], say: Say): Promise<void> => {
  const printer = find(readSettings(home), parseOptions(args, {}).positionals[0]);
  // A printer that serves one connection would seem out of paper to a second one.
  if (isRunning(home)) {
    const words = seenByDaemon(readStatus(home), printer.localId);
    throw new UserError(
      `打印客户端正在运行，打印机由它连着${words ? `：${words}` : ''}`,
      '要印测试标签，先停下打印客户端（Ctrl-C），或者在网站上打印一张',
    );
  }
  try {
    if (printer.closeAfter) {
      const socket = await openSocket(printer, true);
      socket.resume();
      await new Promise<void>((resolve) =>
        socket
          .on('close', () => resolve())
          .on('end', () => socket.end())
          .end(testLabel(printer)),
      );
      say('测试标签已发送。这台打印机不回报结果，请看看印出来没有');
      return;
    }
    const before = await askOnce(printer);
    if (!before) throw new UserError(UNANSWERED, '检查打印机后再试');
    say(`打印机回答了：${describe(before)}`);
    if (isStopped(before.status)) throw new UserError('打印机现在不能打印', '处理好再试');
    if (!(await sendOnce(printer, testLabel(printer))))
      throw new UserError('测试标签已发送，打印机没有再应答', '请看看印出来没有');
    say('测试标签已送到打印机（50 × 30 mm）');
  } catch (error) {
    if (error instanceof UnreachableError)
      throw new UserError(error.message, '检查地址、电源和网线');
    throw error;
  }
};

export const printer = async (home: string, args: string[], say: Say): Promise<void> => {
  const [verb, ...rest] = args;
  if (verb === 'add') return add(home, rest, say);
  if (verb === 'list' || verb === undefined) return list(home, say);
  if (verb === 'remove') return remove(home, rest, say);
  if (verb === 'test') return test(home, rest, say);
  throw new UserError(`没有 printer ${verb} 这个命令`, '可以用 add、list、test、remove');
};
