import { setTimeout as sleep } from 'node:timers/promises';
import { CLOSE_CODES } from '@yunbiao/contract/gateway/close-codes';
import { type Context, loadAddressFilter, type Logger } from '@yunbiao/services';
import type { Connection } from './connection-types.ts';

/** Delay before a failed check is tried again, ms. */
const RETRY_MS = 1_000;

type AddressCheckOptions = {
  ctx: Context;
  log: Logger;
  openConnections: ReadonlySet<Connection>;
};

export type AddressChecks = {
  /** Closes the connections of a member from addresses that are not allowed (any longer). */
  checkMember: (memberId: number) => void;
  /** Does so for all members with connections. */
  checkAll: () => void;
  stop: () => void;
};

/**
 * Checks the addresses of open connections, one member after another, with one query for each. A
 * member named again during a check gets another one. A failed check is repeated until it
 * succeeds.
 */
export const createAddressChecks = ({
  ctx,
  log,
  openConnections,
}: AddressCheckOptions): AddressChecks => {
  const dueMemberIds = new Set<number>();
  const stopped = new AbortController();
  const { signal } = stopped;

  const closeDisallowedConnections = async (memberId: number): Promise<void> => {
    const isAllowed = await loadAddressFilter(ctx, { memberId });
    if (signal.aborted) return;
    for (const connection of openConnections)
      if (
        !connection.isVirtual &&
        connection.memberId === memberId &&
        !isAllowed(connection.address)
      )
        connection.close(CLOSE_CODES.address, 'address');
  };
  const checkDueMembers = async (): Promise<void> => {
    for (const memberId of dueMemberIds) {
      if (signal.aborted) return;
      dueMemberIds.delete(memberId);
      try {
        await closeDisallowedConnections(memberId);
      } catch (error) {
        log.error('gateway', { error: String(error) });
        dueMemberIds.add(memberId);
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
  };
  let isRunning = false;
  const scheduleAddressChecks = (memberIds: Iterable<number>): void => {
    for (const memberId of memberIds) dueMemberIds.add(memberId);
    if (isRunning) return;
    isRunning = true;
    void checkDueMembers().finally(() => {
      isRunning = false;
    });
  };
  return {
    checkMember: (memberId) => scheduleAddressChecks([memberId]),
    checkAll: () => scheduleAddressChecks([...openConnections].map(({ memberId }) => memberId)),
    stop: () => stopped.abort(),
  };
};
