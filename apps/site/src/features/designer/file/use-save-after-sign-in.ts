import { useCallback, useEffect, useRef } from 'react';
import { getDraftOwner } from '../../../kit/form/drafts.ts';
import { useSession, useSite } from '../../../kit/site/site.tsx';
import type { SaveOptions } from './post-design.ts';

type Send = (how: SaveOptions) => Promise<string | null>;

type AwaitingSave = { how: SaveOptions; complete: (id: string | null) => void };

/** Saves at once for members. Asks guests to sign in and saves afterwards. */
export const useSaveAfterSignIn = (send: Send) => {
  const { session } = useSite();
  const member = useSession(getDraftOwner);
  const isAsked = useSession(({ showLogin }) => showLogin);
  const awaitingSignIn = useRef<AwaitingSave | null>(null);

  // Continues the pending save after sign-in. Closing the dialog discards it, even when the member
  // signs in later.
  useEffect(() => {
    if (!awaitingSignIn.current || (isAsked && !member)) return;
    const { how, complete } = awaitingSignIn.current;
    awaitingSignIn.current = null;
    if (member) void send(how).then(complete);
    else complete(null);
  }, [member, isAsked, send]);

  return useCallback(
    async (how: SaveOptions = {}): Promise<string | null> => {
      if (await session.ensureSession()) return send(how);
      return new Promise((resolve) => {
        awaitingSignIn.current?.complete(null);
        awaitingSignIn.current = { how, complete: resolve };
        session.openLogin();
      });
    },
    [session, send],
  );
};
