import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, expect, it } from 'vitest';
import { savePrintConfig } from '../print-config/save.ts';
import { countLabelsThisMonth } from '../../identity/software/usage.ts';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  createConfigInput,
  createTestContext,
  createPrintInput,
  type TestContext,
} from '../../testing.ts';
import { HOUR, MINUTE } from '../../platform/time.ts';
import { getPrintShares } from './statistics/stat-shares.ts';
import { getPrintStatistics } from './statistics/stat.ts';
import { submitBatch } from './submission/submit.ts';

/**
 * Offsets of whole, half and quarter hours, both extremes, and summer times that shift by an hour
 * and by half an hour.
 */
const ZONES = [
  'Asia/Shanghai',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/St_Johns',
  'America/New_York',
  'Australia/Lord_Howe',
];

/**
 * Dates to test around, UTC: ends of months, also February of a leap year, and the days clocks
 * change.
 */
const AROUND = ['2026-12-01', '2027-03-14', '2027-04-04', '2028-03-01'];

/**
 * Local date and hour, by an independent implementation of time zones: `2026-12-01`, and the hour.
 */
const getWallClock = (at: number, timeZone: string): { day: string; hour: number } => {
  const [day = '', hour] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  })
    .format(at)
    .split(' ');
  return { day, hour: Number(hour) };
};

const MONTHS = ['2026-11', '2026-12', '2027-03', '2027-04', '2028-02', '2028-03'];

const getLast = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

describeEachDatabase((open) => {
  let ctx: TestContext;
  let whose: { memberId: number; softwareId: number };
  let submit: () => Promise<unknown>;
  let templateId: number;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    const softwareId = await addSoftware(ctx, 'yunbiao', { labelsPerMonth: 100_000 });
    const { id: memberId } = await addMember(ctx, 'owner');
    whose = { memberId, softwareId };
    const clientId = await addClient(ctx, memberId, softwareId);
    const input = createConfigInput(clientId, await addPrinter(ctx, clientId));
    const { id } = await savePrintConfig({ ctx, memberId, input });
    templateId = await addTemplate(ctx, softwareId);
    submit = () => submitBatch({ ctx, ...whose, input: createPrintInput(id, templateId) });
  });

  it('counts each label on the day and in the hour a wall shows, at the ends of months and when clocks change', async () => {
    const times: number[] = [];
    for (const day of AROUND) {
      const midnight = Date.parse(`${day}T00:00:00Z`);
      // Just before and at midnight or a clock change in some zone.
      for (const hours of [-14, -10.5, -8, -5.75, 0, 3.5, 5, 7, 11]) {
        times.push(midnight + hours * HOUR - MINUTE, midnight + hours * HOUR);
      }
    }
    for (const at of times.toSorted((a, b) => a - b)) {
      ctx.pass(at - ctx.now());
      await submit();
    }
    for (const tz of ZONES) {
      const walls = times.map((at) => getWallClock(at, tz));
      for (const month of MONTHS) {
        const days = Number(getLast(month).slice(-2));
        const input = { tz, from: `${month}-01`, to: getLast(month) };
        const stat = await getPrintStatistics({ ctx, whose, input });
        const inMonth = walls.filter(({ day }) => day.startsWith(month));
        expect([tz, month, stat.days.length, stat.totals.labels]).toEqual([
          tz,
          month,
          days,
          inMonth.length,
        ]);
        for (const { day, labels } of stat.days)
          expect([tz, day, labels]).toEqual([
            tz,
            day,
            walls.filter((wall) => wall.day === day).length,
          ]);
        // A filtered query sums other rows.
        const ofTemplate = { ...input, templateId: String(templateId) };
        expect(await getPrintStatistics({ ctx, whose, input: ofTemplate })).toEqual(stat);
        const { week, templates } = await getPrintShares({ ctx, whose, input });
        expect(templates.reduce((sum, { labels }) => sum + labels, 0)).toBe(inMonth.length);
        const hours = week.flatMap((of, weekday) =>
          of.map((labels, hour) => [weekday, hour, labels]),
        );
        const expected = hours.map(([weekday, hour]) => [
          weekday,
          hour,
          inMonth.filter(
            (item) => item.hour === hour && (new Date(item.day).getUTCDay() + 6) % 7 === weekday,
          ).length,
        ]);
        expect([tz, month, hours]).toEqual([tz, month, expected]);
      }
    }
  });

  it('counts the quota by the months of China, wherever the member is', async () => {
    const countUsed = () => countLabelsThisMonth(ctx.db.kysely, { ...whose, now: ctx.now() });
    ctx.pass(Date.parse('2026-11-30T15:59:59Z') - ctx.now());
    await submit();
    expect(await countUsed()).toBe(1);
    ctx.pass(1_000);
    expect(await countUsed()).toBe(0);
    await submit();
    expect(await countUsed()).toBe(1);
  });
});
