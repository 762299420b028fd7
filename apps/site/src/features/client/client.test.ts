import { describeUpdateBacklog, describeUpdate } from './update-messages.ts';
import type { PrintEvent } from '@yunbiao/contract/api/events';
import { CLIENT_PAUSED_LABEL, PRINTER_STATES } from '@yunbiao/contract/evidence';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import {
  describeEvidenceOfPrinter,
  getPrinterStatus,
  canResumeWhenBack,
  explainRemovedPrinter,
} from '../../kit/printing/printer-status.ts';
import { countClientsByState, filterClients, listGroups } from './filter.ts';
import { applyPrintEventToClients, type AuthData } from './live.ts';
import { MachineFacts } from './machine-facts.tsx';
import { getClientName, getClientStatus, type Client, type Printer } from './client-name.ts';

const createPrinter = (id: string, name: string): Printer => ({
  id,
  clientId: '1',
  name,
  language: 'zpl',
  dpi: 203,
  state: 'idle',
  stateReasons: [],
  stateText: '',
  counter: 10,
  evidence: ['consumed', 'printer-idle', 'counter-moved'],
  reportedAt: '2026-11-21T00:00:00Z',
});
const createClient = (id: string, part: Partial<Client>): Client => ({
  id,
  name: `PC-${id}`,
  remark: '',
  groupName: '',
  enabled: true,
  online: true,
  virtual: false,
  system: 'Windows 11',
  version: '0.1.0',
  address: '10.20.3.15',
  pairedAt: '2026-11-01T00:00:00Z',
  lastSeenAt: null,
  update: null,
  undrawn: 0,
  printers: [],
  ...part,
});
const list = [
  createClient('1', {
    remark: '3 号仓-发货电脑',
    groupName: '仓库',
    printers: [createPrinter('7', '发货台')],
  }),
  createClient('2', { online: false, groupName: '办公室', address: '10.20.9.9' }),
  createClient('3', { enabled: false }),
];
const listIds = (clients: Client[]): string[] => clients.map(({ id }) => id);

describe('clients', () => {
  it('is called by its remark, else by the machine’s name', () => {
    expect(list.map(getClientName)).toEqual(['3 号仓-发货电脑', 'PC-2', 'PC-3']);
  });
  it('filters by state, group and words in any field', () => {
    expect(listIds(filterClients(list, {}))).toEqual(['1', '2', '3']);
    expect(listIds(filterClients(list, { state: 'offline' }))).toEqual(['2']);
    expect(listIds(filterClients(list, { group: '仓库' }))).toEqual(['1']);
    expect(listIds(filterClients(list, { q: ' 发货台 ' }))).toEqual(['1']);
    expect(listIds(filterClients(list, { q: '10.20.9' }))).toEqual(['2']);
    expect(listIds(filterClients(list, { q: 'ｐｃ-3' }))).toEqual(['3']);
    expect(listIds(filterClients(list, { state: 'disabled', q: '仓' }))).toEqual([]);
  });
  it('counts each client in one state', () =>
    expect(countClientsByState(list)).toEqual({ all: 3, online: 1, offline: 1, disabled: 1 }));
  it('lists the groups in use', () => expect(listGroups(list)).toEqual(['办公室', '仓库']));
});

const heard = { lost: false, lastAt: 1 };

describe('without news from the site', () => {
  const lost = { lost: true, lastAt: new Date(2026, 10, 21, 14, 2).getTime() };
  it('no state of a printer or a client is claimed, and it is said since when', () => {
    const unknown = { kind: 'off', text: '未知，连接中断，最后的消息 14:02' };
    for (const state of PRINTER_STATES)
      for (const online of [true, false])
        expect(
          getPrinterStatus({ ...createPrinter('7', '发货台'), state }, { online, news: lost }),
        ).toEqual(unknown);
    expect(getClientStatus(createClient('1', { online: true }), lost)).toEqual(unknown);
    expect(getClientStatus(createClient('1', { enabled: false }), lost).text).toBe('已停用');
  });
});

describe('printers', () => {
  const idlePrinter = createPrinter('7', '发货台');
  it('is away with its client', () =>
    expect(getPrinterStatus(idlePrinter, { online: false, news: heard })).toEqual({
      kind: 'off',
      text: '离线',
    }));
  it('is not known to be idle while its client is silent about it, with the reason', () =>
    expect(
      getPrinterStatus(
        { state: 'offline', stateText: '很久没有回报状态' },
        { online: true, news: heard },
      ),
    ).toEqual({ kind: 'off', text: '很久没有回报状态' }));
  it('that was taken away says so, its client there or not, and nothing prints on it', () => {
    const gone = { state: 'removed', stateText: '打印机已移除' } as const;
    for (const online of [true, false])
      expect(getPrinterStatus(gone, { online, news: heard })).toEqual({
        kind: 'failed',
        text: '打印机已移除',
      });
    const config = { name: '柜台', printerState: gone.state, printerStateText: gone.stateText };
    expect(explainRemovedPrinter(config)).toBe(
      '配置“柜台”打印不了：打印机已移除。换一个配置，或者到打印机配置里给它换一台打印机',
    );
    expect(explainRemovedPrinter({ ...config, printerState: 'offline' })).toBe('');
  });
  it('prints by itself when its client is back, unless that is paused', () => {
    const away = { state: 'offline', stateText: '客户端不在线' } as const;
    expect(canResumeWhenBack(away)).toBe(true);
    const paused = { state: 'offline', stateText: CLIENT_PAUSED_LABEL } as const;
    expect(canResumeWhenBack(paused)).toBe(false);
    expect(canResumeWhenBack({ ...paused, state: 'stopped' })).toBe(false);
    const known = { online: true, news: heard };
    expect(getPrinterStatus(paused, known)).toEqual({ kind: 'off', text: '客户端已停用' });
  });
  it('says why it stopped', () =>
    expect(
      getPrinterStatus(
        { ...idlePrinter, state: 'stopped', stateText: '打印机未应答：缺纸、缺碳带或开盖' },
        { online: true, news: heard },
      ),
    ).toEqual({
      kind: 'uncertain',
      text: '打印机未应答：缺纸、缺碳带或开盖',
    }));
  it('says what it goes on with, in the words of its reasons', () => {
    const low = { stateText: '', stateReasons: ['media-low-warning', 'output-area-full-report'] };
    const known = { online: true, news: heard };
    expect(getPrinterStatus({ state: 'idle', ...low }, known)).toEqual({
      kind: 'ok',
      text: '空闲，纸快用完了、出纸口有打印好的没取走',
    });
    expect(getPrinterStatus({ state: 'processing', ...low }, known).text).toContain(
      '正在打印，纸快',
    );
    expect(
      getPrinterStatus({ state: 'stopped', stateText: '', stateReasons: ['cover-open'] }, known),
    ).toEqual({ kind: 'uncertain', text: '盖子开着' });
  });
  it('claims only the proof it can give', () => {
    expect(describeEvidenceOfPrinter(idlePrinter.evidence)).toBe('计数器、空闲应答');
    expect(describeEvidenceOfPrinter(['consumed'])).toBe('只能知道已送达');
  });
});

describe('events', () => {
  const data: AuthData = {
    clients: { virtualOffered: false, list },
    found: { list: [] },
    stat: {
      clientsAllowed: 5,
      clientsUsed: 3,
      clientsOnline: 1,
      printersUsed: 1,
      printersReady: 1,
      attention: 0,
      virtualOffered: false,
      labelsThisMonth: 0,
      labelsPerMonth: 1000,
      entitlements: {
        labelsPerMonth: 1000,
        clients: 3,
        printers: 5,
        templates: 10,
        retentionDays: 30,
        apiCallsPerMinute: 10,
      },
      vipName: '免费版',
      vipExpiresAt: null,
      vipSpans: [],
    },
  };
  const went: PrintEvent = { type: 'client', id: '1', online: false };

  it('shows a client that went away, and counts those that are there and not paused', () => {
    const after = applyPrintEventToClients(data, went);
    expect(after?.clients.list[0]?.online).toBe(false);
    expect(after?.stat.clientsOnline).toBe(0);
    expect(getClientStatus(list[0] ?? createClient('0', {}), heard).text).toBe('在线');
  });
  it('changes nothing when nothing changed', () =>
    expect(applyPrintEventToClients(data, { ...went, online: true })).toBe(data));
  it('asks to read again for a client or printer it has not seen', () => {
    expect(applyPrintEventToClients(data, { ...went, id: '99' })).toBeNull();
    expect(
      applyPrintEventToClients(data, {
        type: 'printer',
        id: '99',
        clientId: '1',
        state: 'idle',
        stateText: '',
        stateReasons: ['media-low-warning'],
        counter: 1,
      }),
    ).toBeNull();
  });
  it('shows a printer’s counter and state', () => {
    const after = applyPrintEventToClients(data, {
      type: 'printer',
      id: '7',
      clientId: '1',
      state: 'processing',
      stateText: '',
      stateReasons: ['media-low-warning'],
      counter: 11,
    });
    expect(after?.clients.list[0]?.printers[0]).toMatchObject({
      stateReasons: ['media-low-warning'],
      state: 'processing',
      counter: 11,
      name: '发货台',
    });
  });
});

it('says how many labels wait for a newer version of a client', () => {
  expect(describeUpdateBacklog(1234)).toBe(
    '请更新打印客户端：有 1,234 张标签它的版本打印不了，在排队，更新后自动继续打印',
  );
});

describe('a newer program', () => {
  const describe = (update: Client['update'], online = true) => describeUpdate({ update, online });
  const createUpdate = (state: NonNullable<Client['update']>['state'], note = '') => ({
    version: '0.2.0',
    state,
    note,
  });

  it('is offered, followed, and tried again after it failed', () => {
    expect(describe(null)).toBeNull();
    expect(describe(createUpdate(null))).toEqual({ text: '客户端有新版本 0.2.0', act: '更新' });
    expect(describe(createUpdate('asked'))).toEqual({ text: '正在通知它更新到 0.2.0', act: '' });
    expect(describe(createUpdate('asked'), false)?.text).toBe('它上线以后更新到 0.2.0');
    expect(describe(createUpdate('waiting', '有 1 张标签打印到一半'))).toEqual({
      text: '0.2.0 下载好了，等正在处理的标签打印完就更新：有 1 张标签打印到一半',
      act: '',
    });
    expect(describe(createUpdate('failed', '校验值不对'))).toEqual({
      text: '没有更新到 0.2.0：校验值不对',
      act: '重试',
    });
  });
});

it('a code that waits is not over because this machine’s clock is a day fast', () => {
  const facts = { code: 'ABCD2345', machineName: '收银台', system: 'Windows 11', address: '::1' };
  const renderTimeLeft = (leftS: number): string => {
    const machine = { ...facts, leftS };
    const props = { machine, stat: null, remark: '', onRemark: () => undefined };
    return renderToStaticMarkup(createElement(MachineFacts, props));
  };
  expect(renderTimeLeft(522)).toMatch(/找到一个打印客户端.*8:42/);
  expect(renderTimeLeft(0)).toContain('配对码过期了');
});
