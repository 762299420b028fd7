import type { Feature } from '@yunbiao/contract/gateway/discovery';
import type { AgentMessage, ServerMessage } from '@yunbiao/contract/gateway/gateway';
import type { Finder } from '../discovery/finder.ts';
import { isPrinterUnreachable } from '../discovery/follow-moves.ts';
import type { Move } from '../discovery/follow-moves.ts';
import { startDiscoveryLoop } from '../discovery/discovery-loop.ts';
import { createDiscoveryRequestHandler } from '../discovery/discovery-requests.ts';
import { formatPrinterPlace } from '../places.ts';
import { readSettings, writeSettings } from '../settings.ts';
import type { Printers } from './printers.ts';

type Deps = {
  home: string;
  /** Empty: no printer discovery. */
  finders: readonly Finder[];
  printers: Printers;
  send: (message: AgentMessage) => void;
  say: (line: string) => void;
  /** Called after a change of the settings. */
  onSettings: () => void;
};

export type DiscoveryEnvironment = {
  /** Features for the hello. */
  features: Feature[];
  onWelcome: (message: Extract<ServerMessage, { type: 'welcome' }>) => void;
  onDiscoveryRequest: (message: Extract<ServerMessage, { type: 'wish' }>) => void;
  onDisconnected: () => void;
  /** Called when the printers in the settings changed. */
  onPrintersChanged: () => void;
  stop: () => void;
};

const NO_DISCOVERY: DiscoveryEnvironment = {
  features: [],
  onWelcome: () => undefined,
  onDiscoveryRequest: () => undefined,
  onDisconnected: () => undefined,
  onPrintersChanged: () => undefined,
  stop: () => undefined,
};

/**
 * Discovers printers around this machine, reports them, executes discovery requests and follows
 * printers in use to new addresses.
 */
export const startPrinterDiscovery = (deps: Deps): DiscoveryEnvironment => {
  const { home, finders, printers, send, say, onSettings } = deps;
  if (finders.length === 0) return NO_DISCOVERY;
  const storeMovedPrinterPlaces = (moves: readonly Move[]): void => {
    const settings = readSettings(home);
    const byId = new Map(moves.map((move) => [move.localId, move]));
    writeSettings(home, {
      ...settings,
      printers: settings.printers.map((printer) => {
        const move = byId.get(printer.localId);
        if (!move) return printer;
        say(
          `${printer.name} 不在 ${move.from} 了，在 ${formatPrinterPlace(move.place)} 找到它，继续使用`,
        );
        return { ...printer, at: move.place };
      }),
    });
    onSettings();
  };
  const discovery = startDiscoveryLoop({
    home,
    finders,
    listPrinters: () => readSettings(home).printers,
    isAway: (localId) => isPrinterUnreachable(printers.find(localId)?.view()),
    onMoves: storeMovedPrinterPlaces,
    send,
    say,
  });
  const handleRequest = createDiscoveryRequestHandler(
    { home, discovery: discovery, say },
    send,
    onSettings,
  );
  return {
    features: ['found'],
    onWelcome: ({ features = [] }) => features.includes('found') && discovery.startReporting(),
    onDiscoveryRequest: ({ request, wish }) => handleRequest(request, wish),
    onDisconnected: discovery.stopReporting,
    onPrintersChanged: () => void discovery.search().catch(() => undefined),
    stop: discovery.stop,
  };
};
