import { addMember, addSoftware, TEST_PLAN, type TestContext } from '../../testing.ts';
import { addPlan } from './plans-admin.ts';

export type Shop = {
  alias: string;
  softwareId: number;
  username: string;
  memberId: number;
  /** Ids of two plans; the yearly one has the higher level. */
  monthly: string;
  yearly: string;
};

const YEARLY_PLAN = {
  ...TEST_PLAN,
  name: '年付',
  price: '288',
  listPrice: '348',
  days: '365',
  level: '2',
  clients: '10',
};

/** A software that sells two plans, and a member who has bought neither. */
export const addShop = async (ctx: TestContext, serial: number): Promise<Shop> => {
  const [alias, username] = [`soft${serial}`, `member-${serial}`];
  return {
    alias,
    username,
    softwareId: await addSoftware(ctx, alias),
    memberId: (await addMember(ctx, username)).id,
    monthly: (await addPlan({ ctx, alias, input: TEST_PLAN })).id,
    yearly: (await addPlan({ ctx, alias, input: YEARLY_PLAN })).id,
  };
};
