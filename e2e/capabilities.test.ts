import { CAPABILITIES, type Capabilities } from '@yunbiao/contract/gateway/capabilities';
import { expect, it, onTestFinished } from 'vitest';
import { startDaemon } from '../apps/agent/src/daemon/daemon.ts';
import { getKind } from './crash/kinds.ts';
import { getTemplate } from './crash/labels.ts';
import { startPrinter } from './crash/printers.ts';
import { startServer } from './crash/strikes.ts';
import { addBatch, configureAgent, createWorld } from './crash/world.ts';

const LABELS = 2;

const AZTEC = {
  type: 'aztec',
  id: 'a',
  content: '{{n}}',
  xMm: 0,
  yMm: 0,
  widthMm: 10,
  heightMm: 10,
  rotation: 0,
} as const;

/**
 * A site with a batch with Aztec codes followed by one without, a printer, and a function that
 * starts its print client.
 */
const open = async () => {
  const kind = getKind('busy', 1);
  const world = await createWorld(LABELS, false);
  const { db } = world;
  const template = getTemplate(1);
  const elements = [...template.elements, AZTEC];
  await db.kysely
    .updateTable('batch')
    .set({ template: JSON.stringify({ ...template, elements }) })
    .execute();
  await addBatch(db, LABELS, 'B2');
  const { server, port } = await startServer(world, 0);
  const printer = await startPrinter(kind, { labels: LABELS, columns: 1 });
  const [home] = world.homes;
  if (!home) throw new Error('no home');
  configureAgent(home, port, [
    { localId: 'p1', at: { kind: 'tcp', host: '127.0.0.1', port: printer.port }, kind },
  ]);
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    await printer.close();
    await world.remove();
  });
  const start = async (capabilities: Capabilities) => {
    const getProgram = () => ({ target: null, failedUpdate: null, capabilities });
    const holder = { getProgram, onProgram: () => undefined };
    const daemon = await startDaemon(home.home, () => undefined, [], holder);
    let isOn = true;
    const stop = async () => {
      if (isOn) await daemon.stop();
      isOn = false;
    };
    onTestFinished(stop);
    return stop;
  };
  const listStates = async (): Promise<string[]> => {
    const rows = await db.kysely
      .selectFrom('detail')
      .select(['batch_id', 'state'])
      .orderBy('id')
      .execute();
    return rows.map(({ batch_id, state }) => `${batch_id} ${state}`);
  };
  const countWhole = () =>
    printer.paper().filter((item) => item.source !== 'feed' && item.whole).length;
  return { start, states: listStates, countWhole };
};

it('gives a client that does not draw Aztec codes every other label, and the rest when it does', async () => {
  const { start, states, countWhole } = await open();
  const draws = CAPABILITIES.draws.filter((name) => name !== 'aztec');
  const stop = await start({ ...CAPABILITIES, draws });
  await expect.poll(states).toEqual(['1 queued', '1 queued', '2 printed', '2 printed']);
  expect(countWhole()).toBe(LABELS);
  await stop();
  await start(CAPABILITIES);
  await expect.poll(states).toEqual(['1 printed', '1 printed', '2 printed', '2 printed']);
  expect(countWhole()).toBe(2 * LABELS);
});
