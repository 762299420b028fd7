import { randomBytes } from 'node:crypto';
import type { DiscoveryRequest, DiscoveryResult } from '@yunbiao/contract/gateway/discovery';
import { COMMAND_LANGUAGES } from '@yunbiao/contract/evidence';
import type { CommandLanguage, Language } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { MAX_PRINTERS, PRINTER_NAME_LENGTH } from '@yunbiao/contract/limits/client';
import { PLACE_LANGUAGES } from '@yunbiao/contract/gateway/printer-places';
import { cleanDisplayText } from '@yunbiao/contract/core/display-text';
import { toUserErrorOrNull, getErrorMessage, UnreachableError, UserError } from '../errors.ts';
import { formatPrinterPlace } from '../places.ts';
import type { Place } from '../places.ts';
import { getDriver } from '../printer/drivers.ts';
import { isStreamPlace } from '../printer/stream.ts';
import { readSettings, writeSettings } from '../settings.ts';
import type { PrinterSettings, Settings } from '../settings.ts';
import { suggestAddress } from './typed-addresses.ts';
import type { SuggestionResult } from './typed-addresses.ts';
import type { DiscoveryLoop } from './discovery-loop.ts';
import { sendLabelToPrinter, prepareTestLabel } from './test-label.ts';

type RequestOf<Do extends DiscoveryRequest['do']> = Extract<DiscoveryRequest, { do: Do }>;
type Outcome = { text: string } & Partial<Pick<DiscoveryResult, 'localId' | 'language' | 'dpi'>>;

type Deps = {
  home: string;
  discovery: DiscoveryLoop;
  say: (line: string) => void;
};

/** `changed`: the settings were changed. They are applied after the answer was sent. */
type ActionResult = Outcome & { changed?: true };

const NOT_FOUND_TEXT = '现在找不到这台打印机；看看它开着没有，再点“重新查找”';

const requireAccessiblePrinterPlace = ({ discovery }: Deps, foundId: string): Place => {
  const best = discovery.find(foundId)?.found.sightings[0];
  if (!best) throw new UserError(NOT_FOUND_TEXT);
  if (best.isInaccessible)
    throw new UserError('运行打印客户端的用户不能用这台打印机；Linux 上把他加进 lp 组再重新登录');
  return best.place;
};

/** Returns a unique name, because terminal commands identify printers by name. */
const findFreePrinterName = ({ printers }: Settings, wantedName: string): string => {
  const name = cleanDisplayText(wantedName, PRINTER_NAME_LENGTH) || '打印机';
  for (let i = 1; ; i += 1) {
    const suffix = i === 1 ? '' : `（${i}）`;
    const candidate = cleanDisplayText(name, PRINTER_NAME_LENGTH - suffix.length) + suffix;
    if (printers.every((printer) => printer.name !== candidate)) return candidate;
  }
};

/**
 * ZPL emulations support graphics as hex digits. Zebra printers also support Z64, a third as long.
 */
const chooseGraphicsEncoding = (
  { discovery }: Deps,
  foundId: string,
): PrinterSettings['graphics'] => {
  const sightings = discovery.find(foundId)?.found.sightings ?? [];
  const isZebra = sightings.some(({ model }) => /zebra|ztc |zdesigner/i.test(model));
  return isZebra ? 'z64' : 'ascii';
};

const requireSupportedLanguage = (at: Place, language: Language): void => {
  if (PLACE_LANGUAGES[at.kind].includes(language)) return;
  throw new UserError(`往 ${formatPrinterPlace(at)} 打印不能用 ${LANGUAGE_FACTS[language].name}`);
};

/** Converts a found printer to settings with unset id and name. Throws UserError. */
const toPrinterSettings = (
  deps: Deps,
  foundId: string,
  { language, dpi }: Pick<PrinterSettings, 'language' | 'dpi'>,
): PrinterSettings => {
  const at = requireAccessiblePrinterPlace(deps, foundId);
  requireSupportedLanguage(at, language);
  return {
    localId: '',
    name: '',
    at,
    language,
    dpi,
    graphics: language === 'zpl' ? chooseGraphicsEncoding(deps, foundId) : 'z64',
    exclusive: false,
    closeAfter: false,
    wholeCounter: false,
  };
};

const addPrinterFromPage = (deps: Deps, request: RequestOf<'take'>): ActionResult => {
  const { home, discovery } = deps;
  const settings = readSettings(home);
  const knownLocalId = discovery.find(request.foundId)?.record.localId;
  if (knownLocalId && settings.printers.some(({ localId }) => localId === knownLocalId))
    throw new UserError('这台打印机已经在用了');
  if (settings.printers.length >= MAX_PRINTERS)
    throw new UserError(`一个客户端最多 ${MAX_PRINTERS} 台打印机`);
  const { language, dpi, exclusive } = request;
  const printer: PrinterSettings = {
    ...toPrinterSettings(deps, request.foundId, { language, dpi }),
    localId: randomBytes(8).toString('hex'),
    name: findFreePrinterName(settings, request.name),
    exclusive,
  };
  writeSettings(home, { ...settings, printers: [...settings.printers, printer] });
  discovery.link(request.foundId, printer.localId);
  deps.say(`网站上把找到的打印机加了进来：${printer.name}`);
  return { text: `已经加上 ${printer.name}`, localId: printer.localId, changed: true };
};

const changePrinterPlace = (deps: Deps, { foundId, localId }: RequestOf<'move'>): ActionResult => {
  const { home, discovery } = deps;
  const at = requireAccessiblePrinterPlace(deps, foundId);
  const settings = readSettings(home);
  const printer = settings.printers.find((printer) => printer.localId === localId);
  if (!printer) throw new UserError('这台打印机已经从客户端移除了');
  requireSupportedLanguage(at, printer.language);
  const otherLocalId = discovery.find(foundId)?.record.localId;
  if (
    otherLocalId &&
    otherLocalId !== localId &&
    settings.printers.some((printer) => printer.localId === otherLocalId)
  )
    throw new UserError('那里是另一台在用的打印机');
  const { counts: _, ...rest } = printer;
  const printers = settings.printers.map((otherPrinter) =>
    otherPrinter === printer ? { ...rest, at } : otherPrinter,
  );
  writeSettings(home, { ...settings, printers });
  discovery.link(foundId, localId);
  deps.say(`网站上给 ${printer.name} 换了地方`);
  return { text: `${printer.name} 换好了地方`, localId, changed: true };
};

const SUGGESTION_TEXTS: Readonly<Record<SuggestionResult, string>> = {
  waiting: '到那台电脑上确认一下，确认以后它会出现在发现的打印机里',
  confirmed: '这个地址在那台电脑上已经确认过',
  full: '等待确认的地址太多了；先到那台电脑上把它们确认或者忽略',
  wrong: '地址不对',
};

const handleAddressSuggestion = (
  { home, say }: Deps,
  { host, port }: RequestOf<'address'>,
): ActionResult => {
  const outcome = suggestAddress(home, { host, port });
  if (outcome === 'full' || outcome === 'wrong') throw new UserError(SUGGESTION_TEXTS[outcome]);
  if (outcome === 'waiting')
    say('网站上写了一个打印机地址，等你在这台电脑上确认：npm run agent -- printer confirm');
  return { text: SUGGESTION_TEXTS[outcome] };
};

/** Order of probes: languages whose queries a printer never prints come first. */
const PROBE_ORDER: Readonly<Record<CommandLanguage, number>> = { tspl: 0, escpos: 1, zpl: 2 };

/**
 * Queries a printer in its guessed language, then in the others. Queries a queue for its own state.
 */
const probePrinter = async (deps: Deps, { foundId }: RequestOf<'look'>): Promise<ActionResult> => {
  const at = requireAccessiblePrinterPlace(deps, foundId);
  const guess = deps.discovery.find(foundId)?.found.guess ?? { language: null, dpi: null };
  const queryPrinter = (language: Language) => {
    const printer = toPrinterSettings(deps, foundId, { language, dpi: guess.dpi ?? 203 });
    return getDriver(printer).queryView(printer);
  };
  if (!isStreamPlace(at)) {
    const [usual] = PLACE_LANGUAGES[at.kind];
    const view = usual ? await queryPrinter(guess.language ?? usual) : null;
    return { text: view?.stateText || '打印队列收得到作业', ...guess };
  }
  const getProbeRank = (commandLanguage: CommandLanguage): number =>
    commandLanguage === guess.language ? -1 : PROBE_ORDER[commandLanguage];
  for (const language of COMMAND_LANGUAGES.toSorted((a, b) => getProbeRank(a) - getProbeRank(b))) {
    const view = await queryPrinter(language);
    if (view)
      return {
        text: `打印机用 ${LANGUAGE_FACTS[language].name} 回答了：${view.stateText || '就绪'}`,
        language,
        dpi: guess.dpi,
      };
  }
  return { text: '连上了，打印机没有回答；它可能只收数据，不报状态', ...guess };
};

const printTestLabel = async (
  deps: Deps,
  { foundId, ...how }: RequestOf<'test'>,
): Promise<ActionResult> => {
  if (deps.discovery.find(foundId)?.record.localId)
    throw new UserError('这台打印机已经在用了，用它的配置打印一张校准标签');
  await sendLabelToPrinter(toPrinterSettings(deps, foundId, how), prepareTestLabel(how));
  return { text: '测试标签已经送过去，看看打印出来什么' };
};

const executeDiscoveryRequest = async (
  deps: Deps,
  request: DiscoveryRequest,
): Promise<ActionResult> => {
  switch (request.do) {
    case 'search':
      await deps.discovery.search();
      return { text: '已查找' };
    case 'look':
      return probePrinter(deps, request);
    case 'test':
      return printTestLabel(deps, request);
    case 'take':
      return addPrinterFromPage(deps, request);
    case 'move':
      return changePrinterPlace(deps, request);
    case 'address':
      return handleAddressSuggestion(deps, request);
  }
};

const EMPTY_REPLY = { ok: false, localId: null, language: null, dpi: null } as const;

/** Describes a failure for the user. */
const explainDiscoveryFailure = (error: unknown): string => {
  if (error instanceof UnreachableError) return `${error.message}；看看它开着没有、线接好没有`;
  const userError = toUserErrorOrNull(error);
  return userError
    ? [userError.message, userError.hint].filter(Boolean).join('；')
    : getErrorMessage(error);
};

/** Executes discovery requests one after the other. */
export const createDiscoveryRequestHandler = (
  deps: Deps,
  sendReply: (result: DiscoveryResult) => void,
  onSettings: () => void,
): ((request: number, wish: DiscoveryRequest) => void) => {
  let queue: Promise<void> = Promise.resolve();
  const handleRequest = async (requestId: number, request: DiscoveryRequest): Promise<void> => {
    try {
      const { changed, text, ...rest } = await executeDiscoveryRequest(deps, request);
      sendReply({ type: 'wished', request: requestId, ...EMPTY_REPLY, ok: true, text, ...rest });
      if (changed) onSettings();
    } catch (error) {
      sendReply({
        type: 'wished',
        request: requestId,
        ...EMPTY_REPLY,
        text: explainDiscoveryFailure(error),
      });
    }
  };
  return (requestId, discoveryRequest) => {
    queue = queue.then(() => handleRequest(requestId, discoveryRequest));
  };
};
