import { randomBytes } from 'node:crypto';
import type { ClientWish, Wished } from '@yunbiao/contract/found';
import { COMMAND_LANGUAGES } from '@yunbiao/contract/evidence';
import type { CommandLanguage, Language } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { MAX_PRINTERS, PRINTER_NAME_LENGTH } from '@yunbiao/contract/limits/client';
import { PLACE_LANGUAGES } from '@yunbiao/contract/printer-places';
import { shownText } from '@yunbiao/contract/shown-text';
import { explain, getMessage, UnreachableError, UserError } from '../errors.ts';
import { placeText } from '../places.ts';
import type { Place } from '../places.ts';
import { getDriver } from '../printer/drivers.ts';
import { isStream } from '../printer/stream.ts';
import { readSettings, writeSettings } from '../settings.ts';
import type { PrinterSettings, Settings } from '../settings.ts';
import { suggestAddress } from './addresses.ts';
import type { Suggested } from './addresses.ts';
import type { Lookout } from './lookout.ts';
import { sendJob, testJob } from './test-label.ts';

type WishOf<Do extends ClientWish['do']> = Extract<ClientWish, { do: Do }>;
type Outcome = { text: string } & Partial<Pick<Wished, 'localId' | 'language' | 'dpi'>>;

type Deps = {
  home: string;
  lookout: Lookout;
  say: (line: string) => void;
};

/** The settings were changed: they take effect once the answer is out. */
type Done = Outcome & { changed?: true };

const GONE = '现在找不到这台打印机；看看它开着没有，再找一遍';

const getPlace = ({ lookout }: Deps, foundId: string): Place => {
  const best = lookout.find(foundId)?.found.sightings[0];
  if (!best) throw new UserError(GONE);
  if (best.isClosed)
    throw new UserError('运行打印客户端的用户不能用这台打印机；Linux 上把他加进 lp 组再重新登录');
  return best.place;
};

/** A name no other printer has: they are told apart by it in the terminal. */
const freeName = ({ printers }: Settings, wanted: string): string => {
  const name = shownText(wanted, PRINTER_NAME_LENGTH) || '打印机';
  for (let i = 1; ; i += 1) {
    const mark = i === 1 ? '' : `（${i}）`;
    const one = shownText(name, PRINTER_NAME_LENGTH - mark.length) + mark;
    if (printers.every((printer) => printer.name !== one)) return one;
  }
};

/** Emulations of ZPL read graphics as digits; Zebra's own read packed ones, which are a third as long. */
const graphicsFor = ({ lookout }: Deps, foundId: string): PrinterSettings['graphics'] => {
  const sightings = lookout.find(foundId)?.found.sightings ?? [];
  const isZebra = sightings.some(({ model }) => /zebra|ztc |zdesigner/i.test(model));
  return isZebra ? 'z64' : 'ascii';
};

const requireLanguage = (at: Place, language: Language): void => {
  if (PLACE_LANGUAGES[at.kind].includes(language)) return;
  throw new UserError(`往 ${placeText(at)} 打印不能用 ${LANGUAGE_FACTS[language].name}`);
};

/** A found printer as settings of one in use, whatever it turns out to be. @throws UserError */
const strangerAt = (
  deps: Deps,
  foundId: string,
  { language, dpi }: Pick<PrinterSettings, 'language' | 'dpi'>,
): PrinterSettings => {
  const at = getPlace(deps, foundId);
  requireLanguage(at, language);
  return {
    localId: '',
    name: '',
    at,
    language,
    dpi,
    graphics: language === 'zpl' ? graphicsFor(deps, foundId) : 'z64',
    exclusive: false,
    closeAfter: false,
    wholeCounter: false,
  };
};

const take = (deps: Deps, wish: WishOf<'take'>): Done => {
  const { home, lookout } = deps;
  const settings = readSettings(home);
  const known = lookout.find(wish.foundId)?.record.localId;
  if (known && settings.printers.some(({ localId }) => localId === known))
    throw new UserError('这台打印机已经在用了');
  if (settings.printers.length >= MAX_PRINTERS)
    throw new UserError(`一个客户端最多 ${MAX_PRINTERS} 台打印机`);
  const { language, dpi, exclusive } = wish;
  const printer: PrinterSettings = {
    ...strangerAt(deps, wish.foundId, { language, dpi }),
    localId: randomBytes(8).toString('hex'),
    name: freeName(settings, wish.name),
    exclusive,
  };
  writeSettings(home, { ...settings, printers: [...settings.printers, printer] });
  lookout.link(wish.foundId, printer.localId);
  deps.say(`网站上把找到的打印机加了进来：${printer.name}`);
  return { text: `已经加上 ${printer.name}`, localId: printer.localId, changed: true };
};

const move = (deps: Deps, { foundId, localId }: WishOf<'move'>): Done => {
  const { home, lookout } = deps;
  const at = getPlace(deps, foundId);
  const settings = readSettings(home);
  const printer = settings.printers.find((one) => one.localId === localId);
  if (!printer) throw new UserError('这台打印机已经从客户端移除了');
  requireLanguage(at, printer.language);
  const other = lookout.find(foundId)?.record.localId;
  if (other && other !== localId && settings.printers.some((one) => one.localId === other))
    throw new UserError('那里是另一台在用的打印机');
  const { counts: _, ...rest } = printer;
  const printers = settings.printers.map((one) => (one === printer ? { ...rest, at } : one));
  writeSettings(home, { ...settings, printers });
  lookout.link(foundId, localId);
  deps.say(`网站上给 ${printer.name} 换了地方`);
  return { text: `${printer.name} 换好了地方`, localId, changed: true };
};

const SUGGESTED: Readonly<Record<Suggested, string>> = {
  waiting: '到那台电脑上确认一下，确认以后它会出现在发现的打印机里',
  confirmed: '这个地址在那台电脑上已经确认过',
  full: '等着确认的地址太多了；先到那台电脑上把它们确认或者划掉',
  wrong: '地址不对',
};

const address = ({ home, say }: Deps, { host, port }: WishOf<'address'>): Done => {
  const outcome = suggestAddress(home, { host, port });
  if (outcome === 'full' || outcome === 'wrong') throw new UserError(SUGGESTED[outcome]);
  if (outcome === 'waiting')
    say('网站上写了一个打印机地址，等你在这台电脑上确认：npm run agent -- printer confirm');
  return { text: SUGGESTED[outcome] };
};

/** Those whose questions no printer would print before those that it might. */
const ORDER: Readonly<Record<CommandLanguage, number>> = { tspl: 0, escpos: 1, zpl: 2 };

/** Asks a printer in the language it seems to speak, then in the others that are spoken there; a queue about itself. */
const look = async (deps: Deps, { foundId }: WishOf<'look'>): Promise<Done> => {
  const at = getPlace(deps, foundId);
  const guess = deps.lookout.find(foundId)?.found.guess ?? { language: null, dpi: null };
  const ask = (language: Language) => {
    const printer = strangerAt(deps, foundId, { language, dpi: guess.dpi ?? 203 });
    return getDriver(printer).ask(printer);
  };
  if (!isStream(at)) {
    const [usual] = PLACE_LANGUAGES[at.kind];
    const view = usual ? await ask(guess.language ?? usual) : null;
    return { text: view?.stateText || '打印队列收得到作业', ...guess };
  }
  const getRank = (one: CommandLanguage): number => (one === guess.language ? -1 : ORDER[one]);
  for (const language of COMMAND_LANGUAGES.toSorted((a, b) => getRank(a) - getRank(b))) {
    const view = await ask(language);
    if (view)
      return {
        text: `打印机用 ${LANGUAGE_FACTS[language].name} 回答了：${view.stateText || '就绪'}`,
        language,
        dpi: guess.dpi,
      };
  }
  return { text: '连上了，打印机没有回答；它可能只收数据，不报状态', ...guess };
};

const test = async (deps: Deps, { foundId, ...how }: WishOf<'test'>): Promise<Done> => {
  if (deps.lookout.find(foundId)?.record.localId)
    throw new UserError('这台打印机已经在用了，用它的配置打一张校准标签');
  await sendJob(strangerAt(deps, foundId, how), testJob(how));
  return { text: '测试标签已经送过去，看看印出来什么' };
};

const perform = async (deps: Deps, wish: ClientWish): Promise<Done> => {
  switch (wish.do) {
    case 'search':
      await deps.lookout.search();
      return { text: '找过了' };
    case 'look':
      return look(deps, wish);
    case 'test':
      return test(deps, wish);
    case 'take':
      return take(deps, wish);
    case 'move':
      return move(deps, wish);
    case 'address':
      return address(deps, wish);
  }
};

const REFUSED = { ok: false, localId: null, language: null, dpi: null } as const;

/** What is the user's to know of a failure. */
const whyNot = (error: unknown): string => {
  if (error instanceof UnreachableError) return `${error.message}；看看它开着没有、线接好没有`;
  const known = explain(error);
  return known ? [known.message, known.hint].filter(Boolean).join('；') : getMessage(error);
};

/** Does what the member wishes, one after the other. */
export const createWishTaker = (
  deps: Deps,
  answer: (wished: Wished) => void,
  onSettings: () => void,
): ((request: number, wish: ClientWish) => void) => {
  let queue: Promise<void> = Promise.resolve();
  const fulfil = async (request: number, wish: ClientWish): Promise<void> => {
    try {
      const { changed, text, ...rest } = await perform(deps, wish);
      answer({ type: 'wished', request, ...REFUSED, ok: true, text, ...rest });
      if (changed) onSettings();
    } catch (error) {
      answer({ type: 'wished', request, ...REFUSED, text: whyNot(error) });
    }
  };
  return (request, wish) => {
    queue = queue.then(() => fulfil(request, wish));
  };
};
