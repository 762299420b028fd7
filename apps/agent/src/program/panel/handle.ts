import { formatPairCode } from '@yunbiao/contract/gateway/pair-code';
import { describePrinterState } from '../../daemon/describe-printer-state.ts';
import { readDaemonStatus } from '../../daemon/status-file.ts';
import { toUserErrorOrNull, getErrorMessage } from '../../errors.ts';
import {
  formatHostPort,
  confirmOrRejectAddress,
  listAddressesAwaitingConfirmation,
} from '../../discovery/typed-addresses.ts';
import { parseServerOrigin } from '../../gateway/pairing.ts';
import type { Pairing } from '../../gateway/pairing.ts';
import { readSettings } from '../../settings.ts';
import type { ClientHost } from '../client-host.ts';
import { AGENT_VERSION, replaceNpmCommandsByProgram } from '../../self.ts';
import type { Startup } from '../startup/startup.ts';
import type { Updater } from '../update/updater.ts';
import type { PanelState } from './address.ts';
import { renderButtonRow, renderButton, escapeHtml, renderPage, renderParagraph } from './html.ts';
import type { PanelResponse, PanelHandler } from './server.ts';

export type PanelParts = {
  home: string;
  host: ClientHost;
  startup: Startup;
  updater: Updater;
  /** Quits the client, including its supervisor. */
  quit: () => void;
};

/** Refresh interval of a waiting page, seconds. */
const REFRESH_S = 3;

const createPage = (title: string, body: string, againS = 0): PanelResponse => ({
  kind: 'page',
  html: renderPage(title, replaceNpmCommandsByProgram(body), againS),
});

const renderServerForm = (server: string): string =>
  `<form method="post" action="server"><input name="server" type="url" required value="${escapeHtml(server)}" placeholder="https://…" aria-label="网站的地址" autofocus><button class="main">下一步</button></form>`;

const createServerAddressPage = (): PanelResponse =>
  createPage(
    '先填网站的地址',
    `${renderParagraph('打开你们的标签打印网站，把浏览器地址栏里的网址抄到这里。')}${renderServerForm('')}`,
  );

const createNotPairedPage = (server: string, reason: string): PanelResponse =>
  createPage(
    '还没有拿到配对码',
    `${renderParagraph(reason, 'bad')}${renderParagraph(`正在每 ${REFRESH_S} 秒试一次 ${server}。网址不对就改：`)}${renderServerForm(server)}`,
    // A longer interval, because a refresh would clear the form a person is typing into.
    REFRESH_S * 5,
  );

const renderStartupLine = async ({ startup }: PanelParts): Promise<string> => {
  const { isOn, words } = await startup.inspect();
  return `${renderParagraph(words)}${isOn ? renderButton('startup', '不再随电脑启动', { on: '0' }) : renderButton('startup', '随电脑启动', { on: '1' })}`;
};

const renderUpdateLine = ({ updater }: PanelParts): string => {
  const newest = updater.getNewest();
  const offer = newest ? `有新版本 ${newest}。` : '';
  return [
    renderParagraph(`${offer}${updater.describeProgress()}`),
    newest ? renderButton('update', `更新到 ${newest}`) : '',
  ].join('');
};

/**
 * Addresses that were entered on the site. This machine connects to one only after local
 * confirmation.
 */
const renderWaitingAddresses = (home: string): string =>
  listAddressesAwaitingConfirmation(home)
    .map(
      (address) =>
        `<h2>${escapeHtml(formatHostPort(address))}</h2>${renderParagraph('网站上写了这个打印机地址。它是你的打印机，让这台电脑往那里打印吗？')}${renderButtonRow(
          renderButton('address', '是我的打印机', { id: address.id, ours: '1' }, 'main'),
          renderButton('address', '不是，忽略', { id: address.id, ours: '0' }),
        )}`,
    )
    .join('');

const createPairedPage = async (parts: PanelParts): Promise<PanelResponse> => {
  const { home, host } = parts;
  const daemonStatus = readDaemonStatus(home);
  const { printers } = readSettings(home);
  const isConnected = host.getPhase() === 'running' && daemonStatus?.connected === true;
  const title = isConnected ? '正在运行，已连上网站' : '没有连上网站';
  const reason = host.getFault() || (isConnected ? '' : (daemonStatus?.trouble ?? ''));
  const rows = printers.map(
    ({ localId, name }) =>
      `<li>${escapeHtml(name)}：${escapeHtml(describePrinterState(daemonStatus, localId) ?? '还不知道')}</li>`,
  );
  const list =
    rows.length > 0
      ? `<ul>${rows.join('')}</ul>`
      : renderParagraph('还没有打印机。在网站的“授权客户端”页上添加。');
  return createPage(
    title,
    [
      renderParagraph(reason, 'bad'),
      reason && host.getPhase() === 'stopped' ? renderButton('again', '重试') : '',
      renderWaitingAddresses(home),
      `<p><a class="button main" href="${escapeHtml(host.getServer())}" rel="noreferrer">打开网站</a></p>`,
      `<h2>打印机</h2>${list}`,
      `<h2>随电脑启动</h2>${await renderStartupLine(parts)}`,
      renderUpdateLine(parts),
      `<h2>停下</h2>${renderParagraph('停下以后网站上的标签会等待，直到再打开这个程序。', 'quiet')}${renderButton('stop', '停下打印客户端')}`,
      renderParagraph(`版本 ${AGENT_VERSION}。密钥、设置、账本和日志在 ${home}`, 'quiet'),
    ].join(''),
    isConnected ? 10 : REFRESH_S,
  );
};

const createUnpairedResponse = async (host: ClientHost): Promise<PanelResponse> => {
  if (!host.getServer()) return createServerAddressPage();
  try {
    return { kind: 'go', to: (await host.requestPairing()).url };
  } catch (error) {
    return createNotPairedPage(
      host.getServer(),
      toUserErrorOrNull(error)?.message ?? getErrorMessage(error),
    );
  }
};

const buildPanelState = async (host: ClientHost): Promise<PanelState> => {
  const phase = host.getPhase();
  let pairing: Pairing | null = null;
  let trouble = host.getFault();
  if (phase === 'unpaired' && host.getServer())
    try {
      pairing = await host.requestPairing();
    } catch (error) {
      trouble = toUserErrorOrNull(error)?.message ?? getErrorMessage(error);
    }
  return {
    pid: process.pid,
    version: AGENT_VERSION,
    phase,
    server: host.getServer(),
    pairUrl: pairing?.url ?? '',
    code: pairing ? formatPairCode(pairing.code) : '',
    trouble,
  };
};

const createHomePageResponse = (parts: PanelParts): Promise<PanelResponse> =>
  parts.host.getPhase() === 'unpaired'
    ? createUnpairedResponse(parts.host)
    : createPairedPage(parts);

type PostHandler = (
  parts: PanelParts,
  fields: URLSearchParams,
) => Promise<PanelResponse> | PanelResponse;

const REDIRECT_HOME: PanelResponse = { kind: 'go', to: './' };

const POST_HANDLERS: Readonly<Record<string, PostHandler>> = {
  server: ({ host }, fields) => {
    host.setServer(parseServerOrigin(fields.get('server') ?? ''));
    // A page instead of a redirect: the content security policy limits a form's redirect to this
    // machine.
    return createPage('正在连接网站', renderParagraph(host.getServer()), 1);
  },
  startup: async ({ startup }, fields) => {
    await (fields.get('on') === '1' ? startup.enableStartup() : startup.turnOff());
    return REDIRECT_HOME;
  },
  update: ({ updater }) => {
    updater.start();
    return REDIRECT_HOME;
  },
  adopt: ({ updater }, fields) => {
    updater.adopt(fields.get('version') ?? '');
    return REDIRECT_HOME;
  },
  address: ({ home }, fields) => {
    confirmOrRejectAddress(home, fields.get('id') ?? '', fields.get('ours') === '1');
    return REDIRECT_HOME;
  },
  again: ({ host }) => {
    host.retry();
    return createPage('正在重新连接', '', 1);
  },
  stop: ({ quit: leave }) => {
    // After the response was sent.
    setTimeout(leave, 100);
    return createPage('打印客户端停下了', renderParagraph('要再用它，双击打开那个程序。'));
  },
};

/** Handles the local page and its buttons. */
export const createPanelHandler =
  (parts: PanelParts): PanelHandler =>
  async (method, name, fields) => {
    if (method === 'POST')
      return Object.hasOwn(POST_HANDLERS, name)
        ? (POST_HANDLERS[name]?.(parts, fields) ?? null)
        : null;
    if (name === '') return createHomePageResponse(parts);
    if (name === 'state') return { kind: 'json', value: await buildPanelState(parts.host) };
    // Redirects to the page when the result of a button is reloaded.
    return Object.hasOwn(POST_HANDLERS, name) ? REDIRECT_HOME : null;
  };
