import { setTimeout as sleep } from 'node:timers/promises';
import {
  chooseOfGroup,
  type Chosen,
  faultFor,
  isLasting,
  uncertainBy,
  untilMoving,
} from './choose.ts';
import { judge, type RoundResult } from './judge.ts';
import { strikeLasting } from './lasting.ts';
import { openStage, type RoundOptions } from './open-stage.ts';
import { answerQuestions } from './member.ts';
import { createRandom } from './random.ts';
import { type Desk, freeDesks, openCount, type Stage, stopped } from './stage.ts';
import { homeStrikes } from './homes.ts';
import { mend, strikes } from './strikes.ts';

export type { RoundOptions } from './open-stage.ts';

/** How long after the last fault everything may take to be decided: a printer that counts 5 s late takes 10 s a label. */
const PATIENCE_MS = 300_000;
/** How long what the printers have taken may take to come out: at least, and for each label. */
const REST_MS = 20_000;
const LABEL_REST_MS = 300;

/** Waits for printers to begin something, so that faults meet labels. None: everything has ended. */
const activity = async (stage: Stage): Promise<Desk[]> => {
  const until = Date.now() + PATIENCE_MS;
  for (let n = 0; Date.now() < until; n += 1) {
    const busy = freeDesks(stage).filter(({ printer }) => {
      const { printing, formats, partial } = printer.state();
      return printing || formats > 0 || partial;
    });
    if (busy.length > 0) return busy;
    if (n % 50 === 49 && (await openCount(stage)) === 0) return [];
    await sleep(5);
  }
  return [];
};

/** Ends stops that struck late, while nobody waited for them. */
const mendAll = async (stage: Stage): Promise<void> => {
  for (const desk of freeDesks(stage)) if (stopped(desk)) await mend(stage, desk);
};

const finish = async (stage: Stage): Promise<string[]> => {
  await stage.world.submit?.(stage, 1);
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    await mendAll(stage);
    if ((await openCount(stage)) === 0) break;
    await sleep(200);
  }
  return Promise.all(stage.lasting);
};

/** What strikes a printer that is alone. */
const ofOne = (stage: Stage, asked: Chosen['fault'] | undefined): Chosen => ({
  desk: stage.desks[0],
  fault: asked ?? faultFor(stage, stage.desks[0].kind, stage.desks[0].kind.faults),
  isPatient: false,
  atMove: false,
});

/** Lets things go wrong while the labels are printed. Answers what struck how often. */
const trouble = async (
  stage: Stage,
  { faults, order }: RoundOptions,
): Promise<Record<string, number>> => {
  const { random, world, desks } = stage;
  const struck: Record<string, number> = {};
  for (let i = 0; i < faults; i += 1) {
    await world.submit?.(stage, i === 0 ? 0.5 : 0.5 / Math.max(1, faults - 1));
    const busy = await activity(stage);
    if (busy.length === 0) break;
    const asked = order?.[i];
    const chosen: Chosen =
      desks.length > 1
        ? await chooseOfGroup(stage, { busy, isFirst: i === 0, ...(asked && { asked }) })
        : ofOne(stage, asked);
    const { desk, fault, isPatient, atMove } = chosen;
    if (atMove) await untilMoving(stage);
    if (!isLasting(fault) || i > 0) await sleep(random.between(0, 400));
    struck[fault] = (struck[fault] ?? 0) + 1;
    stage.allowed += uncertainBy(stage, chosen);
    if (isLasting(fault)) strikeLasting(fault, { stage, desk, isPatient });
    else await { ...strikes, ...homeStrikes }[fault](stage, desk);
    stage.struckAt = Date.now();
  }
  return struck;
};

/** Prints one batch, or those of a group, while things go wrong, and compares what came out with what was reported. */
export const runRound = async (options: RoundOptions): Promise<RoundResult> => {
  const { stage, close } = await openStage(options, createRandom(options.seed));
  try {
    for (const { agent } of stage.clients) await agent.until(/已连上/);
    await stage.world.begin?.(stage);
    let isOver = false;
    const { member } = stage.world;
    const answers =
      member && options.group?.asks ? answerQuestions(stage, member, () => isOver) : null;
    const struck = await trouble(stage, options);
    const stuck = await finish(stage);
    if (options.people) {
      await strikes.again(stage, stage.desks[0]);
      await finish(stage);
    }
    isOver = true;
    await answers;
    // What it has taken, and what an orphaned connection still holds, may come out a moment later.
    await sleep(500);
    const rest = Promise.all(stage.desks.map(({ printer }) => printer.rest()));
    await Promise.race([rest, sleep(REST_MS + options.labels * LABEL_REST_MS)]);
    return await judge(stage, struck, stuck);
  } finally {
    await close();
  }
};
