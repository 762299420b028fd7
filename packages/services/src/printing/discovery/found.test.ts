import type {
  DiscoveryRequest,
  FoundPrinter,
  DiscoveryResult,
} from '@yunbiao/contract/gateway/discovery';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { revokeClient } from '../client/revoke.ts';
import { addClient, addMember, addPrinter, addSoftware, createTestContext } from '../../testing.ts';
import { DAY, MINUTE } from '../../platform/time.ts';
import { suggestAddress } from './request-from-client.ts';
import { listDiscoveredPrinters } from './discovery-list.ts';
import { saveDiscoveredPrinters } from './save-discovery.ts';
import { movePrinterToDiscovered, addDiscoveredPrinter } from './add-discovered-printer.ts';
import { createDiscoveryRequestRouter } from './discovery-requests.ts';

const createFoundPrinter = (digit: string, rest: Partial<FoundPrinter> = {}): FoundPrinter => ({
  id: digit.repeat(16),
  name: `打印机 ${digit}`,
  kind: 'cups-queue',
  where: `系统打印机 Q${digit}`,
  also: [],
  model: 'Zebra ZD421',
  usable: true,
  language: 'zpl',
  dpi: 203,
  state: 'stopped',
  stateReasons: ['media-empty'],
  media: [],
  localId: null,
  movedFrom: null,
  ...rest,
});

let serial = 0;

describeEachDatabase((open) => {
  const createWorld = async () => {
    serial += 1;
    const ctx = createTestContext(await open());
    const softwareId = await addSoftware(ctx, `found${serial}`);
    const memberId = (await addMember(ctx, `finder-${serial}`)).id;
    const clientId = await addClient(ctx, memberId, softwareId);
    const reportPrinters = (
      printers: FoundPrinter[],
      addresses: { id: string; text: string }[] = [],
    ): Promise<void> =>
      saveDiscoveredPrinters({
        ctx,
        clientId,
        memberId,
        message: { type: 'found', printers, addresses },
      });
    const list = async (who = memberId) =>
      (await listDiscoveredPrinters({ ctx, memberId: who })).list;
    return { ctx, softwareId, memberId, clientId, tell: reportPrinters, list };
  };
  type World = Awaited<ReturnType<typeof createWorld>>;

  /** A client that answers with `answer`; collects its requests. */
  const connectClient = (
    { ctx, clientId }: World,
    answer: (wish: DiscoveryRequest) => Partial<DiscoveryResult>,
  ) => {
    const asked: DiscoveryRequest[] = [];
    ctx.clientRequests = createDiscoveryRequestRouter();
    ctx.clientRequests.attach(clientId, (wish) => {
      asked.push(wish);
      const none = { type: 'wished', request: 1, text: '', localId: null } as const;
      return Promise.resolve({ ...none, ok: true, language: null, dpi: null, ...answer(wish) });
    });
    return asked;
  };

  it('shows a member what the own clients have found, and nobody else', async () => {
    const { ctx, clientId, memberId, tell, list } = await createWorld();
    await tell([createFoundPrinter('a')], [{ id: 'f'.repeat(16), text: '192.168.1.50:9100' }]);
    expect(await list()).toMatchObject([
      {
        clientId: String(clientId),
        printers: [{ id: 'a'.repeat(16), name: '打印机 a', here: true, printerId: null }],
        addresses: [{ text: '192.168.1.50:9100' }],
      },
    ]);
    expect(await list((await addMember(ctx, `other-${serial}`)).id)).toEqual([]);
    await revokeClient({ ctx, memberId, id: clientId });
    expect(await list()).toEqual([]);
  });

  it('remembers a printer that is away for a week', async () => {
    const { ctx, tell, list } = await createWorld();
    await tell([createFoundPrinter('a'), createFoundPrinter('b')]);
    ctx.pass(MINUTE);
    await tell([createFoundPrinter('b')]);
    const [told] = await list();
    expect(told?.printers.map(({ name, here }) => [name, here])).toEqual([
      ['打印机 b', true],
      ['打印机 a', false],
    ]);
    ctx.pass(7 * DAY);
    await tell([createFoundPrinter('b')]);
    expect((await list())[0]?.printers.map(({ name }) => name)).toEqual(['打印机 b']);
  });

  it('tells the live pages of a change, and not of the same told again', async () => {
    const { ctx, tell } = await createWorld();
    const countEvents = () =>
      ctx.heard.filter(([name, event]) => name === 'print' && 'event' in event).length;
    await tell([createFoundPrinter('a')]);
    expect(countEvents()).toBe(1);
    ctx.pass(MINUTE);
    await tell([createFoundPrinter('a')]);
    expect(countEvents()).toBe(1);
    await tell([createFoundPrinter('a', { stateReasons: ['cover-open'] })]);
    expect(countEvents()).toBe(2);
  });

  it('names the printer that a found one has become, while the client has it', async () => {
    const { ctx, clientId, tell, list } = await createWorld();
    const id = await addPrinter(ctx, clientId);
    await tell([
      createFoundPrinter('a', { localId: 'p1' }),
      createFoundPrinter('b', { localId: 'gone' }),
    ]);
    const found = (await list())[0]?.printers;
    expect(found?.map(({ printerId }) => printerId)).toEqual([String(id), null]);
    expect(found?.[0]).not.toHaveProperty('localId');
  });

  it('takes a found printer into use by its id, and answers with the printer it became', async () => {
    const all = await createWorld();
    const { ctx, clientId, memberId } = all;
    const id = await addPrinter(ctx, clientId, 'new');
    const requests = connectClient(all, () => ({ localId: 'new' }));
    const how = { name: '一号', language: 'zpl', dpi: 203, exclusive: true } as const;
    const input = { clientId: String(clientId), foundId: 'a'.repeat(16), ...how };
    expect(await addDiscoveredPrinter({ ctx, memberId, input })).toMatchObject({ id: String(id) });
    expect(requests).toEqual([{ do: 'take', foundId: 'a'.repeat(16), ...how }]);
  });

  it('asks nothing of a client that belongs to another member, or away; and passes its refusal on', async () => {
    const all = await createWorld();
    const { ctx, clientId, memberId } = all;
    const input = { clientId: String(clientId), address: '192.168.1.50' };
    await expect(suggestAddress({ ctx, memberId, input })).rejects.toMatchObject({ code: 409 });
    const requests = connectClient(all, () => ({ ok: false, text: '等待确认的地址已经有 5 个' }));
    const stranger = (await addMember(ctx, `stranger-${serial}`)).id;
    await expect(suggestAddress({ ctx, memberId: stranger, input })).rejects.toMatchObject({
      code: 404,
    });
    expect(requests).toEqual([]);
    await expect(suggestAddress({ ctx, memberId, input })).rejects.toMatchObject({
      code: 409,
      message: '等待确认的地址已经有 5 个',
    });
    expect(requests).toEqual([{ do: 'address', host: '192.168.1.50', port: 9100 }]);
  });

  it('moves only a printer of the same client', async () => {
    const all = await createWorld();
    const { ctx, clientId, memberId, softwareId } = all;
    const requests = connectClient(all, () => ({}));
    const other = await addPrinter(ctx, await addClient(ctx, memberId, softwareId), 'p2');
    const move = (printerId: number) => {
      const input = { clientId: String(clientId), foundId: 'a'.repeat(16) };
      return movePrinterToDiscovered({
        ctx,
        memberId,
        input: { ...input, printerId: String(printerId) },
      });
    };
    await expect(move(other)).rejects.toMatchObject({ code: 404 });
    await move(await addPrinter(ctx, clientId));
    expect(requests).toEqual([{ do: 'move', foundId: 'a'.repeat(16), localId: 'p1' }]);
  });
});
