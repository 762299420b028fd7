import { showPairCode } from '@yunbiao/contract/pair-code';
import { seenByDaemon } from '../../daemon/seen.ts';
import { readStatus } from '../../daemon/status-file.ts';
import { explain, getMessage } from '../../errors.ts';
import { addressText, answerAddress, waitingAddresses } from '../../found/addresses.ts';
import { readServer } from '../../gateway/pairing.ts';
import type { Pairing } from '../../gateway/pairing.ts';
import { readSettings } from '../../settings.ts';
import type { ClientHost } from '../client-host.ts';
import { AGENT_VERSION, inOwnWords } from '../../self.ts';
import type { Startup } from '../startup/startup.ts';
import type { Updater } from '../update/updater.ts';
import type { DeskState } from './address.ts';
import { answers, button, escape, page, paragraph } from './html.ts';
import type { Answer, Handle } from './server.ts';

export type DeskParts = {
  home: string;
  host: ClientHost;
  startup: Startup;
  updater: Updater;
  /** Stops the client for good. */
  leave: () => void;
};

/** Seconds after which a page that waits asks again. */
const AGAIN_S = 3;

const asPage = (title: string, body: string, againS = 0): Answer => ({
  kind: 'page',
  html: page(title, inOwnWords(body), againS),
});

const serverForm = (server: string): string =>
  `<form method="post" action="server"><input name="server" type="url" required value="${escape(server)}" placeholder="https://…" aria-label="网站的地址" autofocus><button class="main">下一步</button></form>`;

const askServer = (): Answer =>
  asPage(
    '先填网站的地址',
    `${paragraph('打开你们的标签打印网站，把浏览器地址栏里的网址抄到这里。')}${serverForm('')}`,
  );

const notPaired = (server: string, why: string): Answer =>
  asPage(
    '还没有拿到配对码',
    `${paragraph(why, 'bad')}${paragraph(`正在每 ${AGAIN_S} 秒试一次 ${server}。网址不对就改：`)}${serverForm(server)}`,
    // A form somebody types into must not be taken away: it asks again a while later.
    AGAIN_S * 5,
  );

const startupLine = async ({ startup }: DeskParts): Promise<string> => {
  const { isOn, words } = await startup.look();
  return `${paragraph(words)}${isOn ? button('startup', '不再随电脑启动', { on: '0' }) : button('startup', '随电脑启动', { on: '1' })}`;
};

const updateLine = ({ updater }: DeskParts): string => {
  const newest = updater.newest();
  const offer = newest ? `有新版本 ${newest}。` : '';
  return [
    paragraph(`${offer}${updater.words()}`),
    newest ? button('update', `更新到 ${newest}`) : '',
  ].join('');
};

/** Addresses that were typed on the site: this machine goes to none before somebody at it says so. */
const addressesAsked = (home: string): string =>
  waitingAddresses(home)
    .map(
      (one) =>
        `<h2>${escape(addressText(one))}</h2>${paragraph('网站上写了这个打印机地址。它是你的打印机，让这台电脑往那里打印吗？')}${answers(
          button('address', '是我的打印机', { id: one.id, ours: '1' }, 'main'),
          button('address', '不是，划掉', { id: one.id, ours: '0' }),
        )}`,
    )
    .join('');

const paired = async (parts: DeskParts): Promise<Answer> => {
  const { home, host } = parts;
  const now = readStatus(home);
  const { printers } = readSettings(home);
  const isConnected = host.phase() === 'running' && now?.connected === true;
  const title = isConnected ? '正在运行，已连上网站' : '没有连上网站';
  const why = host.trouble() || (isConnected ? '' : (now?.trouble ?? ''));
  const rows = printers.map(
    ({ localId, name }) =>
      `<li>${escape(name)}：${escape(seenByDaemon(now, localId) ?? '还不知道')}</li>`,
  );
  const list =
    rows.length > 0
      ? `<ul>${rows.join('')}</ul>`
      : paragraph('还没有打印机。在网站的“授权客户端”页上添加。');
  return asPage(
    title,
    [
      paragraph(why, 'bad'),
      why && host.phase() === 'stopped' ? button('again', '再试一次') : '',
      addressesAsked(home),
      `<p><a class="button main" href="${escape(host.server())}" rel="noreferrer">打开网站</a></p>`,
      `<h2>打印机</h2>${list}`,
      `<h2>随电脑启动</h2>${await startupLine(parts)}`,
      updateLine(parts),
      `<h2>停下</h2>${paragraph('停下以后网站上的标签会等着，直到再打开这个程序。', 'quiet')}${button('stop', '停下打印客户端')}`,
      paragraph(`版本 ${AGENT_VERSION}。密钥、设置、账本和日志在 ${home}`, 'quiet'),
    ].join(''),
    isConnected ? 10 : AGAIN_S,
  );
};

const unpaired = async (host: ClientHost): Promise<Answer> => {
  if (!host.server()) return askServer();
  try {
    return { kind: 'go', to: (await host.pair()).url };
  } catch (error) {
    return notPaired(host.server(), explain(error)?.message ?? getMessage(error));
  }
};

const getState = async (host: ClientHost): Promise<DeskState> => {
  const phase = host.phase();
  let pairing: Pairing | null = null;
  let trouble = host.trouble();
  if (phase === 'unpaired' && host.server())
    try {
      pairing = await host.pair();
    } catch (error) {
      trouble = explain(error)?.message ?? getMessage(error);
    }
  return {
    pid: process.pid,
    version: AGENT_VERSION,
    phase,
    server: host.server(),
    pairUrl: pairing?.url ?? '',
    code: pairing ? showPairCode(pairing.code) : '',
    trouble,
  };
};

const home = (parts: DeskParts): Promise<Answer> =>
  parts.host.phase() === 'unpaired' ? unpaired(parts.host) : paired(parts);

type Do = (parts: DeskParts, fields: URLSearchParams) => Promise<Answer> | Answer;

const BACK: Answer = { kind: 'go', to: './' };

const POSTS: Readonly<Record<string, Do>> = {
  server: ({ host }, fields) => {
    host.useServer(readServer(fields.get('server') ?? ''));
    // A page, not a way on: a form's own answer may lead to this machine only.
    return asPage('正在连接网站', paragraph(host.server()), 1);
  },
  startup: async ({ startup }, fields) => {
    await (fields.get('on') === '1' ? startup.turnOn() : startup.turnOff());
    return BACK;
  },
  update: ({ updater }) => {
    updater.start();
    return BACK;
  },
  adopt: ({ updater }, fields) => {
    updater.adopt(fields.get('version') ?? '');
    return BACK;
  },
  address: ({ home }, fields) => {
    answerAddress(home, fields.get('id') ?? '', fields.get('ours') === '1');
    return BACK;
  },
  again: ({ host }) => {
    host.again();
    return asPage('正在重新连接', '', 1);
  },
  stop: ({ leave }) => {
    // Answered first.
    setTimeout(leave, 100);
    return asPage('打印客户端停下了', paragraph('要再用它，双击打开那个程序。'));
  },
};

/** The pages of the client's own, and what their buttons do. */
export const deskHandle =
  (parts: DeskParts): Handle =>
  async (method, name, fields) => {
    if (method === 'POST')
      return Object.hasOwn(POSTS, name) ? (POSTS[name]?.(parts, fields) ?? null) : null;
    if (name === '') return home(parts);
    if (name === 'state') return { kind: 'json', value: await getState(parts.host) };
    // The way back from a button's own page, when it is loaded again.
    return Object.hasOwn(POSTS, name) ? BACK : null;
  };
