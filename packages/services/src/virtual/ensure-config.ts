import { VIRTUAL_PRINTER } from '@yunbiao/contract/virtual-host';
import { type Tx, within } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { fromHundredths } from '../print-config/present.ts';
import { savePrintConfig } from '../print-config/save.ts';
import { usualConfig } from '../print-config/usual.ts';

type Scope = {
  ctx: Context;
  tx: Tx;
  memberId: number;
  softwareId: number;
  client: { id: number };
};

/** Where a software has no template yet, mm. */
const USUAL_SIZE = { widthMm: 50, heightMm: 30 };

/** The size of the first template of the software, which the print page opens with. */
const sampleSize = async ({ tx, softwareId }: Scope): Promise<typeof USUAL_SIZE> => {
  const row = await tx
    .selectFrom('template')
    .select(['width', 'height'])
    .where('software_id', '=', softwareId)
    .where('member_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  if (!row) return USUAL_SIZE;
  return { widthMm: fromHundredths(row.width), heightMm: fromHundredths(row.height) };
};

/** One that prints on it, as it stands. */
const printsOn = ({ tx, memberId, client }: Scope) =>
  tx
    .selectFrom('print_config')
    .select('id')
    .where('member_id', '=', memberId)
    .where('client_id', '=', client.id)
    .where('enabled', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();

/** Left by one that was revoked: the new one takes its place, and none of the plan's more. */
const leftOver = ({ tx, memberId, softwareId }: Scope) =>
  tx
    .selectFrom('print_config')
    .innerJoin('client', 'client.id', 'print_config.client_id')
    .select('print_config.id')
    .where('print_config.member_id', '=', memberId)
    .where('print_config.deleted_at', 'is', null)
    .where('client.software_id', '=', softwareId)
    .where('client.is_virtual', '=', 1)
    .where('client.revoked_at', 'is not', null)
    .orderBy('print_config.id')
    .executeTakeFirst();

const save = async (scope: Scope): Promise<string | null> => {
  const { ctx, tx, memberId, client } = scope;
  const printer = await tx
    .selectFrom('printer')
    .select('id')
    .where('client_id', '=', client.id)
    .where('gone', '=', 0)
    .executeTakeFirst();
  if (!printer) return null;
  const left = await leftOver(scope);
  const { name, language, dpi } = VIRTUAL_PRINTER;
  try {
    const saved = await savePrintConfig({
      ctx: { ...ctx, db: within(tx) },
      memberId,
      input: {
        ...usualConfig(language),
        ...(left && { id: String(left.id) }),
        name,
        clientId: String(client.id),
        printerId: String(printer.id),
        dpi,
        ...(await sampleSize(scope)),
      },
    });
    return saved.id;
  } catch (error) {
    // The plan has no room for one more: the member prints with a configuration of their own choice.
    if (error instanceof ServiceError && error.code === 403) return null;
    throw error;
  }
};

/** The id of a configuration that prints on it, made where there is none; null when the plan has room for none. */
export const ensureConfig = async (scope: Scope): Promise<string | null> => {
  const known = await printsOn(scope);
  return known ? String(known.id) : save(scope);
};
