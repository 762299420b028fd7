import type { EchoPlace } from '../echo.ts';
import type { PrinterStatus } from '../status.ts';
import type { Knobs } from './knobs.ts';
import type { VirtualTime } from './time.ts';

export type Item =
  | { kind: 'label'; id: number }
  | { kind: 'status' }
  | { kind: 'counter' }
  | { kind: 'echo'; place: EchoPlace };

export type Answer = { status: PrinterStatus } | { counter: number | null } | { echo: EchoPlace };

type Job = {
  id: number | null;
  stage: 'waiting' | 'drawing' | 'drawn' | 'printing';
  /** What stood behind it is given back. */
  echo: (() => void) | null;
};

/** A printer in virtual time. It knows what really came out. */
export type ModelPrinter = {
  /** Takes what arrives on a connection; `answer` is called with what the printer sends back. */
  receive: (items: readonly Item[], answer: (answer: Answer) => void) => void;
  stop: (forMs: number, head: boolean) => void;
  cancel: () => void;
  /** Everything in it is gone. */
  powerOff: () => void;
  powerOn: () => void;
  dropNext: () => void;
  /** Labels that came out whole. */
  whole: () => readonly number[];
};

/** Nothing to do and nothing wrong. */
export const READY: PrinterStatus = {
  paperOut: false,
  paused: false,
  headOpen: false,
  ribbonOut: false,
  overTemperature: false,
  underTemperature: false,
  corruptRam: false,
  mediaJam: false,
  otherError: false,
  bufferFull: false,
  partialFormat: false,
  formats: 0,
  remaining: 0,
  labelWaiting: false,
  feeding: false,
};

/** A label fed to calibrate. */
const FEED_MS = 500;

export const createModelPrinter = (time: VirtualTime, knobs: Knobs): ModelPrinter => {
  const jobs: Job[] = [];
  const whole: number[] = [];
  const history: { at: number; status: PrinterStatus }[] = [{ at: -Infinity, status: READY }];
  let stream: { item: Item; answer: (answer: Answer) => void }[] = [];
  let counter = knobs.counterStart;
  let pendingCounts: (() => void)[] = [];
  let stopped: 'paper' | 'head' | null = null;
  let stopEnds: (() => void) | null = null;
  let ending: (() => void) | null = null;
  let drawing: (() => void) | null = null;
  let dropping = false;
  let answers = 0;
  let earlier: PrinterStatus = READY;
  let life = 0;
  let stoodAt = -Infinity;
  /** Echoes of what a stop ruined: it gives nothing back while it is stopped. */
  let owed: (() => void)[] = [];

  const shows = (job: Job): boolean =>
    job.stage === 'printing' ? knobs.printingShows : job.stage === 'waiting' || knobs.drawingShows;
  const statusNow = (): PrinterStatus => ({
    ...READY,
    paperOut: stopped === 'paper',
    headOpen: stopped === 'head',
    formats: jobs.filter((job) => job.stage !== 'printing' && shows(job)).length,
    remaining: jobs.some((job) => job.stage === 'printing' && shows(job)) ? 1 : 0,
  });
  const note = (): void => {
    history.push({ at: time.now(), status: statusNow() });
    while (history.length > 200) history.shift();
  };
  const count = (): void => {
    const lived = life;
    const pending = time.after(knobs.counterLateMs, () => {
      pendingCounts = pendingCounts.filter((one) => one !== pending);
      if (lived === life) counter += 1;
    });
    pendingCounts.push(pending);
  };

  const finish = (job: Job, ruined: boolean): void => {
    jobs.splice(jobs.indexOf(job), 1);
    ending = null;
    stoodAt = time.now();
    if (!ruined && job.id !== null) whole.push(job.id);
    if (!ruined || (knobs.echoesRuined && !stopped)) job.echo?.();
    else if (knobs.echoesRuined && job.echo) owed.push(job.echo);
    if (knobs.countsAt === 'end' && (!ruined || knobs.countsRuined)) count();
    go();
  };
  const print = (): void => {
    const job = jobs[0];
    if (stopped || ending || job?.stage !== 'drawn') return;
    job.stage = 'printing';
    if (knobs.countsAt === 'begin') count();
    const move = job.id === null ? Math.min(FEED_MS, knobs.printMs) : knobs.printMs;
    const ms = move + (time.now() > stoodAt ? knobs.startMs : 0);
    ending = time.after(ms, () => finish(job, false));
  };
  const draw = (): void => {
    const job = jobs.find((one) => one.stage === 'waiting');
    if (stopped || drawing || !job) return;
    job.stage = 'drawing';
    drawing = time.after(knobs.drawMs, () => {
      drawing = null;
      if (jobs.includes(job)) job.stage = 'drawn';
      if (knobs.echo === 'after drawing') {
        job.echo?.();
        job.echo = null;
      }
      go();
    });
  };

  const answerStatus = (answer: (answer: Answer) => void): void => {
    if (stopped && knobs.whileStopped === 'silent') return;
    answers += 1;
    const then = time.now() - knobs.staleMs;
    const seen = history.findLast((one) => one.at <= then)?.status ?? READY;
    const repeated = knobs.repeatEvery > 0 && answers % knobs.repeatEvery === 0;
    const said = repeated && knobs.repeats === 'instead' ? earlier : seen;
    answer({ status: said });
    if (repeated && knobs.repeats === 'besides') answer({ status: earlier });
    earlier = seen;
  };
  const answer = (item: Item, say: (answer: Answer) => void): void => {
    if (item.kind === 'status') answerStatus(say);
    else if (item.kind === 'counter' && knobs.counter === 'counts') say({ counter });
  };
  /** Whether it reads on while it has labels to draw or print. */
  const flows = (): boolean => {
    if (knobs.order === 'after printing') return jobs.length === 0;
    if (knobs.order === 'after drawing')
      return !jobs.some((job) => job.stage === 'waiting' || job.stage === 'drawing');
    return true;
  };
  /** It reads on, and gives it back once what is before it is done. */
  const echo = (place: EchoPlace, say: (answer: Answer) => void): void => {
    const give = (): void => say({ echo: place });
    const job = jobs.at(-1);
    const drawn = job?.stage === 'drawn' || job?.stage === 'printing';
    if (!job || (drawn && knobs.echo === 'after drawing')) give();
    else job.echo = give;
  };
  const read = (): void => {
    for (let next = stream[0]; next; next = stream[0]) {
      const { item, answer: say } = next;
      if (item.kind === 'echo') {
        if (stopped) return;
        stream.shift();
        echo(item.place, say);
        continue;
      }
      if (!flows() && item.kind !== 'label') return;
      // A second label is read while the first is printed, but never past a question.
      if (item.kind === 'label' && jobs.length >= 2) return;
      stream.shift();
      if (item.kind !== 'label') answer(item, say);
      else if (dropping) dropping = false;
      else jobs.push({ id: item.id, stage: 'waiting', echo: null });
    }
  };
  const go = (): void => {
    read();
    draw();
    print();
    note();
    if (flows() && stream[0] && stream[0].item.kind !== 'label') read();
  };
  const feed = (): void => {
    for (let n = 0; n < knobs.feeds; n += 1) jobs.unshift({ id: null, stage: 'drawn', echo: null });
  };
  const clear = (): void => {
    ending?.();
    drawing?.();
    ending = null;
    drawing = null;
    jobs.length = 0;
  };

  return {
    receive: (items, say) => {
      for (const item of items) {
        const asked = item.kind === 'status' || item.kind === 'counter';
        if (asked && knobs.order === 'at once') answer(item, say);
        else stream.push({ item, answer: say });
        go();
      }
    },
    stop: (forMs, head) => {
      stopEnds?.();
      stopped = head ? 'head' : 'paper';
      const [job] = jobs;
      if (job?.stage === 'printing') {
        ending?.();
        finish(job, true);
      }
      note();
      stopEnds = time.after(forMs, () => {
        if (stopped === 'head') feed();
        stopped = null;
        stopEnds = null;
        for (const give of owed.splice(0)) give();
        go();
      });
    },
    cancel: () => {
      const [job] = jobs;
      if (!job) return;
      ending?.();
      const begun = job.stage === 'printing';
      finish(job, true);
      // What never began does not count.
      if (!begun && knobs.countsRuined && knobs.countsAt === 'end') pendingCounts.pop()?.();
    },
    powerOff: () => {
      life += 1;
      stopEnds?.();
      clear();
      stream = [];
      owed = [];
      stopped = null;
      if (knobs.persistence === 'exact') counter += pendingCounts.length;
      for (const cancel of pendingCounts) cancel();
      pendingCounts = [];
      if (knobs.persistence === 'behind') counter = Math.max(knobs.counterStart, counter - 1);
      if (knobs.persistence === 'reset') counter = knobs.counterStart;
      note();
    },
    powerOn: () => {
      feed();
      go();
    },
    dropNext: () => {
      dropping = true;
    },
    whole: () => whole,
  };
};
