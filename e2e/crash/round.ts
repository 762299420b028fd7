import { setTimeout as sleep } from 'node:timers/promises';
import {
  chooseOfGroup,
  type Chosen,
  chooseFault,
  isLasting,
  listUncertainBy,
  waitUntilMoving,
} from './choose.ts';
import { judgeRound, type RoundResult } from './judge.ts';
import { strikeLasting } from './lasting.ts';
import { openStage, type RoundOptions } from './open-stage.ts';
import { answerQuestions } from './member.ts';
import { createRandom } from './random.ts';
import { type Desk, listFreeDesks, openCount, type Stage, isStopped } from './stage.ts';
import { homeStrikes } from './homes.ts';
import { mendPrinter, strikes } from './strikes.ts';

export type { RoundOptions } from './open-stage.ts';

/**
 * Maximum time after the last fault until every label has a final state: a printer that counts 5 s
 * late takes 10 s per label.
 */
const PATIENCE_MS = 300_000;
/** Time for accepted labels to come out: a minimum, plus per label. */
const REST_MS = 20_000;
const LABEL_REST_MS = 300;

/** Waits until printers start a label, so that faults hit labels. Empty: everything has ended. */
const waitForActivity = async (stage: Stage): Promise<Desk[]> => {
  const until = Date.now() + PATIENCE_MS;
  for (let n = 0; Date.now() < until; n += 1) {
    const busy = listFreeDesks(stage).filter(({ printer }) => {
      const { printing, formats, partial } = printer.state();
      return printing || formats > 0 || partial;
    });
    if (busy.length > 0) return busy;
    if (n % 50 === 49 && (await openCount(stage)) === 0) return [];
    await sleep(5);
  }
  return [];
};

/** Clears stops that struck late. */
const mendAll = async (stage: Stage): Promise<void> => {
  for (const desk of listFreeDesks(stage)) if (isStopped(desk)) await mendPrinter(stage, desk);
};

const finishRound = async (stage: Stage): Promise<string[]> => {
  await stage.world.submit?.(stage, 1);
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    await mendAll(stage);
    if ((await openCount(stage)) === 0) break;
    await sleep(200);
  }
  return Promise.all(stage.lasting);
};

/** The next fault of a single printer. */
const countOfOne = (stage: Stage, asked: Chosen['fault'] | undefined): Chosen => ({
  desk: stage.desks[0],
  fault: asked ?? chooseFault(stage, stage.desks[0].kind, stage.desks[0].kind.faults),
  isPatient: false,
  atMove: false,
});

/** Applies faults while the labels are printed. Returns how often each one struck. */
const strikeFaults = async (
  stage: Stage,
  { faults, order }: RoundOptions,
): Promise<Record<string, number>> => {
  const { random, world, desks } = stage;
  const struck: Record<string, number> = {};
  for (let i = 0; i < faults; i += 1) {
    await world.submit?.(stage, i === 0 ? 0.5 : 0.5 / Math.max(1, faults - 1));
    const busy = await waitForActivity(stage);
    if (busy.length === 0) break;
    const asked = order?.[i];
    const chosen: Chosen =
      desks.length > 1
        ? await chooseOfGroup(stage, { busy, isFirst: i === 0, ...(asked && { asked }) })
        : countOfOne(stage, asked);
    const { desk, fault, isPatient, atMove } = chosen;
    if (atMove) await waitUntilMoving(stage);
    if (!isLasting(fault) || i > 0) await sleep(random.between(0, 400));
    struck[fault] = (struck[fault] ?? 0) + 1;
    stage.allowed += listUncertainBy(stage, chosen);
    if (isLasting(fault)) strikeLasting(fault, { stage, desk, isPatient });
    else await { ...strikes, ...homeStrikes }[fault](stage, desk);
    stage.struckAt = Date.now();
  }
  return struck;
};

/** Prints one batch (or those of a group) under faults and compares the paper with the reports. */
export const runRound = async (options: RoundOptions): Promise<RoundResult> => {
  const { stage, close } = await openStage(options, createRandom(options.seed));
  try {
    for (const { agent } of stage.clients) await agent.until(/已连上/);
    await stage.world.begin?.(stage);
    let isOver = false;
    const { member } = stage.world;
    const answers = member && options.group?.asks ? answerQuestions(member, () => isOver) : null;
    const struck = await strikeFaults(stage, options);
    const stuck = await finishRound(stage);
    if (options.people) {
      await strikes.again(stage, stage.desks[0]);
      await finishRound(stage);
    }
    isOver = true;
    await answers;
    // Accepted data and the rest of an orphaned connection may come out a moment later.
    await sleep(500);
    const rest = Promise.all(stage.desks.map(({ printer }) => printer.rest()));
    await Promise.race([rest, sleep(REST_MS + options.labels * LABEL_REST_MS)]);
    return await judgeRound(stage, struck, stuck);
  } finally {
    await close();
  }
};
