/**
 * `npm test` is for a change, `npm run test:full` for a release. The quick run uses SQLite, a tenth of the rounds of
 * property and model tests, and the journeys listed here.
 */
export const isQuick = process.env['YUNBIAO_TESTS'] === 'quick';

/** The most frequent journeys: one each of a visitor, a member, an owner and a programmer. */
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
