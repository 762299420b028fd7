/**
 * `npm test` is for a change, `npm run test:full` for a release. The quick one runs on SQLite, with a tenth of the rounds of
 * property and model tests, and with the journeys named here.
 */
export const isQuick = process.env['YUNBIAO_TESTS'] === 'quick';

/** What a visitor, a member, an owner and a programmer do most, one journey each. */
export const QUICK_JOURNEYS = [
  'agent',
  'cashier',
  'crash',
  'designer',
  'integration',
  'journey',
  'newcomer',
  'order',
  'printing',
  'production',
  'session',
  'visitor',
].map((name) => `e2e/${name}.test.ts`);
