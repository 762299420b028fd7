import { toUserErrorOrNull, getErrorMessage } from '../errors.ts';
import { startPairing } from '../gateway/pairing.ts';
import type { Pairing } from '../gateway/pairing.ts';

/** Minimum remaining lifetime of a code to show, ms. */
const MIN_REMAINING_MS = 60_000;

type Deps = {
  home: string;
  getServer: () => string;
  say: (line: string) => void;
  /** Called when a member has confirmed this machine. */
  onConfirmed: () => void;
};

const watchPairing = async (pairing: Pairing, { say, onConfirmed }: Deps): Promise<void> => {
  try {
    await pairing.waitForConfirmation();
    say(`已和 ${pairing.server} 配对`);
    onConfirmed();
  } catch (error) {
    // Not confirmed: opening the page again requests another code.
    say(toUserErrorOrNull(error)?.message ?? getErrorMessage(error));
  }
};

/** Returns the current pairing while its code is valid, and another one after it. */
const getOrRenewPairing = async (
  previous: Promise<Pairing> | null,
  deps: Deps,
): Promise<Pairing> => {
  const { home, getServer, say } = deps;
  const currentPairing = await previous?.catch(() => null);
  if (
    currentPairing &&
    currentPairing.server === getServer() &&
    currentPairing.getRemainingMs() > MIN_REMAINING_MS
  )
    return currentPairing;
  const created = await startPairing(home, getServer());
  say(`配对码 ${created.code}，等人在 ${created.url} 确认`);
  void watchPairing(created, deps);
  return created;
};

/** Creates the function that requests a pairing code. Requests follow one another. */
export const createPairingRequester = (deps: Deps): (() => Promise<Pairing>) => {
  let pairing: Promise<Pairing> | null = null;
  return () => (pairing = getOrRenewPairing(pairing, deps));
};
