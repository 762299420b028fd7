import { VIRTUAL_PRINTER } from '@yunbiao/contract/virtual-host';
import { type Tx, within } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { fromHundredths } from '../print-config/present.ts';
import { savePrintConfig } from '../print-config/save.ts';

type Scope = {
  ctx: Context;
  tx: Tx;
  memberId: number;
  softwareId: number;
  client: { id: number };
  /** It was made just now. */
  isNew: boolean;
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

/** Configurations of the member, those of this client first. */
const configs = ({ tx, memberId, client }: Scope) =>
  tx
    .selectFrom('print_config')
    .select(['id', 'client_id'])
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .orderBy((eb) => eb.case().when('client_id', '=', client.id).then(0).else(1).end())
    .orderBy('id')
    .execute();

const save = async (scope: Scope): Promise<string | null> => {
  const { ctx, tx, memberId, client } = scope;
  const printer = await tx
    .selectFrom('printer')
    .select('id')
    .where('client_id', '=', client.id)
    .where('gone', '=', 0)
    .executeTakeFirst();
  if (!printer) return null;
  const { name, language, dpi } = VIRTUAL_PRINTER;
  try {
    const saved = await savePrintConfig({
      ctx: { ...ctx, db: within(tx) },
      memberId,
      input: {
        name,
        clientId: String(client.id),
        printerId: String(printer.id),
        language,
        dpi,
        ...(await sampleSize(scope)),
        gapMm: 2,
        columns: 1,
        offsetXMm: 0,
        offsetYMm: 0,
        pitchScale: 100,
        rotation: 0,
        darkness: 15,
        speed: 4,
        copies: 1,
        isDefault: false,
        enabled: true,
      },
    });
    return saved.id;
  } catch (error) {
    // The plan has no room for one more: the member prints with a configuration of their own choice.
    if (error instanceof ServiceError && error.code === 403) return null;
    throw error;
  }
};

/**
 * A configuration for a new virtual printer, and for one whose member has none at all, so that the print page is ready.
 * The id of one that prints on it; null when there is none.
 */
export const ensureConfig = async (scope: Scope): Promise<string | null> => {
  const [first] = await configs(scope);
  if (first?.client_id === scope.client.id) return String(first.id);
  return scope.isNew || !first ? save(scope) : null;
};
