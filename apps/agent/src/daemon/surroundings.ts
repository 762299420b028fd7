import type { Feature } from '@yunbiao/contract/found';
import type { AgentMessage, ServerMessage } from '@yunbiao/contract/gateway';
import type { Finder } from '../found/finder.ts';
import { isUnreachable } from '../found/follow.ts';
import type { Move } from '../found/follow.ts';
import { startLookout } from '../found/lookout.ts';
import { createWishTaker } from '../found/wishes.ts';
import { placeText } from '../places.ts';
import { readSettings, writeSettings } from '../settings.ts';
import type { Printers } from './printers.ts';

type Deps = {
  home: string;
  /** None: the printers around this machine are nobody's business. */
  finders: readonly Finder[];
  printers: Printers;
  send: (message: AgentMessage) => void;
  say: (line: string) => void;
  /** The settings were changed. */
  onSettings: () => void;
};

export type Surroundings = {
  /** What the hello names of it. */
  features: Feature[];
  welcomed: (message: Extract<ServerMessage, { type: 'welcome' }>) => void;
  wished: (message: Extract<ServerMessage, { type: 'wish' }>) => void;
  /** The connection is gone. */
  lost: () => void;
  /** Printers of the settings are others than before. */
  changed: () => void;
  stop: () => void;
};

const NOTHING: Surroundings = {
  features: [],
  welcomed: () => undefined,
  wished: () => undefined,
  lost: () => undefined,
  changed: () => undefined,
  stop: () => undefined,
};

/** The printers around this machine: telling of them, doing with them what the member wishes, following those in use. */
export const watchSurroundings = (deps: Deps): Surroundings => {
  const { home, finders, printers, send, say, onSettings } = deps;
  if (finders.length === 0) return NOTHING;
  const follow = (moves: readonly Move[]): void => {
    const settings = readSettings(home);
    const byId = new Map(moves.map((move) => [move.localId, move]));
    writeSettings(home, {
      ...settings,
      printers: settings.printers.map((printer) => {
        const move = byId.get(printer.localId);
        if (!move) return printer;
        say(`${printer.name} 不在 ${move.from} 了，在 ${placeText(move.place)} 找到它，接着用`);
        return { ...printer, at: move.place };
      }),
    });
    onSettings();
  };
  const lookout = startLookout({
    home,
    finders,
    printers: () => readSettings(home).printers,
    isAway: (localId) => isUnreachable(printers.get(localId)?.view()),
    onMoves: follow,
    send,
    say,
  });
  const take = createWishTaker({ home, lookout, say }, send, onSettings);
  return {
    features: ['found'],
    welcomed: ({ features = [] }) => features.includes('found') && lookout.tell(),
    wished: ({ request, wish }) => take(request, wish),
    lost: lookout.hush,
    changed: () => void lookout.search().catch(() => undefined),
    stop: lookout.stop,
  };
};
