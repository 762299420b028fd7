import { describe, expect, it } from 'vitest';
import {
  waitUntilHydrated,
  noBrowser,
  waitForTwoFrames,
  SCREENS,
  type Visitor,
} from './support/browser.ts';
import { MEMBER_PAGES, listPublicPages } from './support/pages.ts';
import { CLS, sumLayoutShifts } from './support/shifts.ts';
import { setStage } from './support/stage.ts';
import { lengthenNames } from './overflow/long-names.ts';
import { listOverlaps } from './overflow/overlaps.ts';
import { findMisfits, WIDTHS } from './overflow/sweep.ts';

// The pages with what the demo has are measured in axe.test.ts, in the visit that checks the rest of them.

const stage = setStage({ DEMO_HISTORY: '1' }, { isSlow: true });

/** A visitor signed in as a new member. */
const register = async (): Promise<Visitor> => {
  const visitor = await stage.enter();
  const { context } = visitor;
  const reply = await context.request.post(`${stage.server.url}/np/register`, {
    form: { username: 'newcomer', password: 'correct horse 9' },
    headers: { 'X-Domain': 'yunbiao' },
  });
  const { data } = (await reply.json()) as { data: { token: string } };
  await context.addCookies([{ name: 'auto-token', value: data.token, url: stage.url }]);
  return visitor;
};

/**
 * Every misfit of these pages at every width, `390 /yunbiao: …`, and pages that fail, shift or log
 * errors on load.
 */
const sweep = async (
  { page, complaints, forgive }: Visitor,
  pages: readonly string[],
  arrival: { width: number; height: number },
): Promise<string[]> => {
  const found: string[] = [];
  for (const path of pages) {
    const addFinding = (width: number, what: string): void =>
      void found.push(`${width} ${path}: ${what}`);
    await page.setViewportSize(arrival);
    const reply = await page.goto(path);
    if (reply?.status() !== 200) addFinding(arrival.width, `answers ${reply?.status()}`);
    await waitUntilHydrated(page);
    const cls = await sumLayoutShifts(page);
    if (cls > CLS) addFinding(arrival.width, `moves by ${cls.toFixed(3)}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await waitForTwoFrames(page);
      for (const misfit of await findMisfits(page)) addFinding(width, misfit);
    }
    for (const complaint of complaints) addFinding(arrival.width, complaint);
    forgive(/./);
  }
  return found;
};

describe('the sweep', () => {
  it('finds what does not fit', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await stage.enter();
    await page.setViewportSize({ width: 320, height: 600 });
    await page.setContent(`<meta charset="utf-8"><body style="margin:0">
      <div style="width:600px">a line that is much wider than this window is, and so leaves it</div>
      <div style="width:40px;overflow:hidden;white-space:nowrap">cut without a word</div>
      <div style="width:40px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">this is told</div>
      <div style="width:40px;overflow-x:auto;white-space:nowrap">this can be scrolled</div>
      <p style="width:42px;font-size:20px">共 12345 <small>张</small></p>
      <p style="width:20px;font-size:16px">客户端不在线</p>
      <p style="width:90px;font-size:16px">20261127-0002</p></body>`);
    const misfits = (await findMisfits(page)).join('\n');
    expect(misfits).toMatch('scrolls 280 px sideways');
    expect(misfits).toMatch('“a line that is much wide” lies beyond the window');
    expect(misfits).toMatch('“cut without a word” is cut off');
    expect(misfits).toMatch('“12345 张” is parted');
    expect(misfits).toMatch('“客户端不在线” is squeezed to 6 lines');
    expect(misfits).toMatch('“20261127-0002” is parted');
    expect(misfits.split('\n')).toHaveLength(6);
  });

  it('finds texts that are drawn over one another, unless one has a ground of its own', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await stage.enter();
    await page.setContent(`<meta charset="utf-8">
      <style>
        p { position: absolute; left: 0; margin: 0; font-size: 16px; line-height: 20px; }
        .box { position: absolute; width: 90px; height: 20px; overflow: hidden; }
      </style>
      <p style="top:0">the lower line</p><p style="top:4px">the upper line</p>
      <p style="top:60px">below a menu</p><p style="top:64px;background:#fff">the menu</p>
      <p style="top:100px">one line</p><p style="top:120px">the next line</p>
      <p style="top:160px">not shown</p><p style="top:160px" hidden>hidden</p>
      <p style="top:200px">seen</p>
      <div class="box" style="top:300px"><p style="top:-100px">scrolled away</p></div>`);
    expect(await listOverlaps(page)).toEqual(['“the upper line” lies on “the lower line”']);
  });
});

describe('nothing overflows', () => {
  it('on the pages of a new member', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const arrival = { width: 320, height: 800 };
    expect(await sweep(await register(), MEMBER_PAGES, arrival)).toEqual([]);
  });

  it('nor moves, when every name is as long as it may be, on a wide screen first', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const pages = (await listPublicPages(stage.server)).map(({ path }) => path);
    await lengthenNames(stage.server.dataDir);
    const visitor = await stage.enter();
    await stage.signIn(visitor.context);
    expect(await sweep(visitor, [...pages, ...MEMBER_PAGES], SCREENS.wide)).toEqual([]);
  });
});
