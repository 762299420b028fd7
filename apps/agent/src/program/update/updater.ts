import { chmodSync, existsSync, renameSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentMessage, ServerMessage } from '@yunbiao/contract/gateway';
import { REASON_LENGTH } from '@yunbiao/contract/limits/client';
import type { ProgramFile, UpdateState } from '@yunbiao/contract/programs';
import { explain, getMessage, UserError } from '../../errors.ts';
import { changeOptions, getFolder, readOptions } from '../folder.ts';
import { fetchProgram } from './fetch-program.ts';
import { dropNext, outcomeFile, trialFile } from './files.ts';
import { versionSaidBy } from './try-version.ts';

type Program = Extract<ServerMessage, { type: 'newest' | 'update' }>;

/** What the updater needs of who holds it. */
export type Surroundings = {
  home: string;
  server: () => string;
  send: (message: AgentMessage) => void;
  say: (line: string) => void;
  /** Labels under way, and the wait for their end; of a client that does not print, none. */
  underWay: () => number;
  rest: (withinMs: number) => Promise<boolean>;
  /** Leaves, so that who watches over us tries the newer program. */
  leave: () => void;
};

export type Updater = {
  heard: (message: Program) => void;
  /** The newest version there is, when it is newer than this. */
  newest: () => string | null;
  /** How far it is, for people; '' when nothing is under way. */
  words: () => string;
  /** One that did not come up, until the site has heard of it. */
  failed: () => { version: string; note: string } | null;
  /** Takes the newest version. False when there is none. */
  start: () => boolean;
  /** A newer program was put in place by hand: the same, without fetching it. */
  adopt: (version: string) => void;
};

/** Labels get this long to come to their end at once; then others are begun again, and it is tried later, ms. */
const REST_MS = 60_000;
const LATER_MS = 60_000;
/** How often it is asked whether there is a newer one, ms. */
const ASK_MS = 6 * 3_600_000;

const WORDS: Readonly<Record<UpdateState, string>> = {
  asked: '准备更新',
  loading: '正在下载',
  waiting: '下载好了，等手上的标签打完就换',
  failed: '没有更新成',
};

export const createUpdater = (around: Surroundings): Updater => {
  const { home, send, say } = around;
  let newest: ProgramFile | null = null;
  let told: { version: string; state: UpdateState; note: string } | null = null;
  let busy = false;
  let asking: NodeJS.Timeout | undefined;

  const tell = (version: string, state: UpdateState, note = ''): void => {
    told = { version, state, note: note.slice(0, REASON_LENGTH) };
    send({ type: 'update', ...told });
    say(`更新到 ${version}：${WORDS[state]}${note ? `（${note}）` : ''}`);
  };
  const load = async (file: ProgramFile): Promise<void> => {
    tell(file.version, 'loading');
    const { next, path } = getFolder(home);
    const part = await fetchProgram({ server: around.server(), file, folder: path });
    dropNext(home);
    chmodSync(part, 0o700);
    renameSync(part, next);
  };
  const checkStarts = async (version: string): Promise<void> => {
    const said = await versionSaidBy(getFolder(home).next);
    if (said === version) return;
    dropNext(home);
    throw new UserError(
      said === null ? '新程序在这台电脑上启动不了' : `新程序说自己是 ${said.slice(0, 20)}`,
    );
  };
  /** Not in the middle of a label: the ledger knows. */
  const comeToRest = async (version: string): Promise<void> => {
    tell(version, 'waiting');
    while (!(await around.rest(REST_MS))) {
      tell(version, 'waiting', `有 ${around.underWay()} 张标签打到一半`);
      await sleep(LATER_MS);
    }
  };
  const become = async (version: string, bring: () => Promise<void>): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await bring();
      await checkStarts(version);
      await comeToRest(version);
      trialFile.write(home, { version, tries: 0 });
      say(`换成 ${version}`);
      around.leave();
    } catch (error) {
      changeOptions(home, { refused: version });
      tell(version, 'failed', explain(error)?.message ?? getMessage(error));
      busy = false;
    }
  };
  const take = (file: ProgramFile): void => {
    if (busy && told) return send({ type: 'update', ...told });
    void become(file.version, () => load(file));
  };
  const askLater = (): void => {
    clearTimeout(asking);
    // Not all clients of a site at once.
    asking = setTimeout(() => send({ type: 'newest' }), ASK_MS * (0.75 + Math.random() / 2));
    asking.unref();
  };
  /** The site has answered a hello, which said what became of the last one. */
  const forgetOutcome = (): void => {
    const outcome = outcomeFile.read(home);
    if (!outcome) return;
    const { version, state, note } = outcome;
    if (state === 'failed') told = { version, state, note };
    say(state === 'failed' ? `没有更新成 ${version}：${note}` : `已更新到 ${version}`);
    outcomeFile.remove(home);
  };

  return {
    heard: ({ type, program }) => {
      askLater();
      forgetOutcome();
      if (type === 'newest') {
        newest = program;
        const { updates, refused } = readOptions(home);
        if (program && updates === 'auto' && program.version !== refused) take(program);
      } else take(program);
    },
    newest: () => newest?.version ?? null,
    failed: () => {
      const outcome = outcomeFile.read(home);
      return outcome?.state === 'failed' ? { version: outcome.version, note: outcome.note } : null;
    },
    words: () =>
      told ? `${WORDS[told.state]} ${told.version}${told.note ? `：${told.note}` : ''}` : '',
    start: () => {
      if (newest) take(newest);
      return newest !== null;
    },
    adopt: (version) => {
      if (existsSync(getFolder(home).next)) void become(version, () => Promise.resolve());
    },
  };
};
