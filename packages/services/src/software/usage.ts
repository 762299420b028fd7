import { type Executor, prepared } from '@yunbiao/db';
import { startOfMonth } from '../time.ts';

type Whose = { memberId: number; softwareId: number };

/**
 * Places of this month's quota (the month of China) that are taken: one for every label accepted in it that was not
 * given back, one more for each time a label that had come out was printed again.
 */
export const labelsThisMonth = async (
  executor: Executor,
  { memberId, softwareId, now }: Whose & { now: number },
): Promise<number> => {
  const since = { memberId, softwareId, since: startOfMonth(now) };
  const [standing] = await standingSince(executor, since);
  const [past] = await pastSince(executor, since);
  return (standing?.count ?? 0) + (past?.count ?? 0);
};

const standingSince = prepared((db, whose: Whose & { since: number }) =>
  db
    .selectFrom('detail')
    .innerJoin('batch', 'batch.id', 'detail.batch_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('detail.member_id', '=', whose.memberId)
    .where('detail.charged_at', '>=', whose.since)
    .where('batch.software_id', '=', whose.softwareId),
);

const pastSince = prepared((db, whose: Whose & { since: number }) =>
  db
    .selectFrom('past_charge')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', whose.memberId)
    .where('charged_at', '>=', whose.since)
    .where('software_id', '=', whose.softwareId),
);

const clients = prepared((db, { memberId, softwareId }: Whose) =>
  db
    .selectFrom('client')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .where('is_virtual', '=', 0)
    .where('revoked_at', 'is', null),
);

const printers = prepared((db, { memberId, softwareId }: Whose) =>
  db
    .selectFrom('print_config')
    .innerJoin('client', 'client.id', 'print_config.client_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('print_config.member_id', '=', memberId)
    .where('print_config.deleted_at', 'is', null)
    .where('client.software_id', '=', softwareId),
);

const templates = prepared((db, { memberId, softwareId }: Whose) =>
  db
    .selectFrom('template')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('software_id', '=', softwareId)
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null),
);

/** A member's own templates in the software. */
export const templatesUsed = async (executor: Executor, whose: Whose): Promise<number> => {
  const [row] = await templates(executor, whose);
  return row?.count ?? 0;
};

/** Paired clients that count against the allowance. */
export const clientsUsed = async (
  executor: Executor,
  { memberId, softwareId }: Whose,
): Promise<number> => {
  const [row] = await clients(executor, { memberId, softwareId });
  return row?.count ?? 0;
};

/** Printer configurations of a member, on clients of the software. */
export const printersUsed = async (
  executor: Executor,
  { memberId, softwareId }: Whose,
): Promise<number> => {
  const [row] = await printers(executor, { memberId, softwareId });
  return row?.count ?? 0;
};
