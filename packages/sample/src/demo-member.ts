import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTransaction } from '@yunbiao/db';
import { type Context, register } from '@yunbiao/services';
import { checkPassword, grantVip, hashPassword, generatePassword } from '@yunbiao/services/parts';

export type DemoMember = { username: string; password: string };

const USERNAME = 'demo';
const VIP_DAYS = 365;

/** File with the name and password of the demo member. */
export const getDemoMemberPath = (dataDir: string): string => join(dataDir, 'demo-member.txt');

const readDemoMember = async (dataDir: string): Promise<DemoMember | null> => {
  try {
    const [username, password] = (await readFile(getDemoMemberPath(dataDir), 'utf8'))
      .trim()
      .split('\n');
    return username && password ? { username, password } : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

const writeDemoMember = async (dataDir: string, member: DemoMember): Promise<void> => {
  await mkdir(dataDir, { recursive: true });
  await writeFile(getDemoMemberPath(dataDir), `${member.username}\n${member.password}\n`, {
    mode: 0o600,
  });
};

/** Grants the first paid plan of every software, so that the free quota does not end the demo. */
const grantDemoVip = async (ctx: Context, memberId: number): Promise<void> => {
  const plans = await ctx.db.kysely
    .selectFrom('product')
    .select(['id', 'software_id'])
    .where('level', '=', 1)
    .execute();
  for (const { id: productId, software_id: softwareId } of plans)
    await runTransaction(ctx.db, (tx) =>
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

/** Creates the demo member once. The random password is printed at every start. */
export const ensureDemoMember = async ({
  ctx,
  dataDir,
}: {
  ctx: Context;
  dataDir: string;
}): Promise<DemoMember> => {
  const storedMember = await readDemoMember(dataDir);
  const row = await ctx.db.kysely
    .selectFrom('member')
    .select(['id', 'password_hash'])
    .where('is_demo', '=', 1)
    .executeTakeFirst();
  if (storedMember && row && (await checkPassword(row.password_hash, storedMember.password)))
    return storedMember;
  const member =
    storedMember && row ? storedMember : { username: USERNAME, password: generatePassword() };
  if (row) {
    // The file was lost or the password was changed: sets the password that is printed at the
    // start.
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
  await writeDemoMember(dataDir, member);
  return member;
};
