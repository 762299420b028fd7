import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transaction } from '@yunbiao/db';
import { type Context, register } from '@yunbiao/services';
import { checkPassword, grantVip, hashPassword, randomPassword } from '@yunbiao/services/parts';

export type DemoMember = { username: string; password: string };

const USERNAME = 'demo';
const VIP_DAYS = 365;

/** Where its name and password are kept. */
export const demoMemberFile = (dataDir: string): string => join(dataDir, 'demo-member.txt');

const readMember = async (dataDir: string): Promise<DemoMember | null> => {
  try {
    const [username, password] = (await readFile(demoMemberFile(dataDir), 'utf8'))
      .trim()
      .split('\n');
    return username && password ? { username, password } : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

const writeMember = async (dataDir: string, member: DemoMember): Promise<void> => {
  await mkdir(dataDir, { recursive: true });
  await writeFile(demoMemberFile(dataDir), `${member.username}\n${member.password}\n`, {
    mode: 0o600,
  });
};

/** The first paid plan of every software, so that the demo is not over after the free quota. */
const grantDemoVip = async (ctx: Context, memberId: number): Promise<void> => {
  const plans = await ctx.db.kysely
    .selectFrom('product')
    .select(['id', 'software_id'])
    .where('level', '=', 1)
    .execute();
  for (const { id: productId, software_id: softwareId } of plans)
    await transaction(ctx.db, (tx) =>
      grantVip({
        ctx,
        tx,
        memberId,
        softwareId,
        productId,
        days: VIP_DAYS,
        reason: 'demo',
      }),
    );
};

/** The demo member, made once; its password is random and printed at every start. */
export const ensureDemoMember = async ({
  ctx,
  dataDir,
}: {
  ctx: Context;
  dataDir: string;
}): Promise<DemoMember> => {
  const known = await readMember(dataDir);
  const row = await ctx.db.kysely
    .selectFrom('member')
    .select(['id', 'password_hash'])
    .where('is_demo', '=', 1)
    .executeTakeFirst();
  if (known && row && (await checkPassword(row.password_hash, known.password))) return known;
  const member = known && row ? known : { username: USERNAME, password: randomPassword() };
  if (row) {
    // The file was lost and nobody knows the password, or it was changed: what is printed at the start is right again.
    await ctx.db.kysely
      .updateTable('member')
      .set({ password_hash: await hashPassword(member.password) })
      .where('id', '=', row.id)
      .execute();
  } else {
    const origin = { address: '', userAgent: '' };
    const { userInfo } = await register({ ctx, input: member, origin, isDemo: true });
    await grantDemoVip(ctx, Number(userInfo.id));
  }
  await writeMember(dataDir, member);
  return member;
};
