import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from './support/admin.ts';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
  type Visitor,
} from './support/browser.ts';
import { setStage } from './support/stage.ts';

const QA = '/yunbiao/qa';
const WIDTHS = [390, 768, 1440] as const;
/** Rows of the first page: pinned ones, and one page. */
const [PINNED, PAGE] = [1, 20];
/** More than a minute: old posts do not trigger the rate limit. */
const AGO_MS = 100_000;

const stage = setStage();

const inDatabase = (act: (db: DatabaseSync) => void): void => {
  const db = new DatabaseSync(join(stage.server.dataDir, 'yunbiao.db'), { timeout: 5000 });
  try {
    act(db);
  } finally {
    db.close();
  }
};

/** Adds enough questions for a second page. */
const fillList = (): void =>
  inDatabase((db) => {
    const columns = `software_id, group_id, member_id, content, excerpt, state, pinned, reply_count,
      like_count, accepted_reply_id, hot, edited_at`;
    const first = `SELECT min(post.id) FROM post JOIN software ON software.id = post.software_id
      WHERE software.alias = 'yunbiao' AND post.pinned = 0`;
    for (let n = 1; n <= 15; n += 1)
      db.prepare(
        `INSERT INTO post (title, content_hash, created_at, active_at, ${columns})
         SELECT ?, ?, created_at - ?, active_at - ?, software_id, group_id, member_id, content, excerpt,
           state, 0, 0, 0, NULL, hot - 1000, NULL FROM post WHERE id = (${first})`,
      ).run(`第 ${n} 个同样的问题`, `same ${n}`, n * 1e9, n * 1e9);
    db.exec(`UPDATE forum_group SET post_count = post_count + 15
      WHERE id = (SELECT group_id FROM post WHERE id = (${first}))`);
  });

/** Advances a minute for the authors: a new account may post once per minute. */
const passRestTime = (): void =>
  inDatabase((db) => {
    for (const table of ['post', 'reply'])
      db.exec(`UPDATE ${table} SET created_at = created_at - ${AGO_MS}
        WHERE member_id IN (SELECT id FROM member WHERE username LIKE 'e2e%')`);
  });

beforeAll(async () => {
  if (noBrowser) return;
  fillList();
});

const runAdminHere = (...args: string[]): Promise<string> => runAdmin(stage.server, args);

const enter = async (width: number): Promise<Visitor> => {
  const screen = width < 760 ? 'phone' : 'wide';
  const visitor = await stage.enter({ screen });
  await visitor.page.setViewportSize({ width, height: 900 });
  return visitor;
};

/** A member who has just signed up. */
const signUp = async (width: number, username: string): Promise<Visitor> => {
  const reply = await fetch(`${stage.server.url}/np/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: 'Passw0rd-e2e' }),
  });
  const { data } = (await reply.json()) as { data: { token: string } };
  const visitor = await enter(width);
  await visitor.context.addCookies([
    { name: 'auto-token', value: data.token, url: stage.server.url },
  ]);
  return visitor;
};

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await waitUntilHydrated(page);
};

/**
 * The page passes axe and fits. Dark mode is checked at the narrowest width only, because colours
 * do not depend on the width.
 */
const isSound = async (page: Page, name: string): Promise<void> => {
  const width = page.viewportSize()?.width;
  for (const colorScheme of width === 390 ? (['dark', 'light'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme });
    await takeShot(page, `forum-${name}-${width}-${colorScheme}`);
    expect(await checkAccessibility(page), `${name}, ${width}, ${colorScheme}`).toEqual([]);
  }
  expect(await measureOverflow(page), `${name}, ${width}`).toBeLessThanOrEqual(0);
};

const findButton = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first();

const pollSoon = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 15_000 });

const findArticles = (page: Page) => page.getByRole('main').getByRole('article');

/** Inserts a picture at the caret, as a paste does. */
const pasteImage = (page: Page, label: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).evaluate(async (area) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 200];
    canvas.getContext('2d')?.fillRect(40, 40, 200, 80);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (!blob) throw new Error('no picture was drawn');
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([blob], '第 20 张.png', { type: 'image/png' }));
    area.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });

/** Selects the text of the first answer, as dragging does. */
const selectAnswer = (page: Page): Promise<void> =>
  findArticles(page)
    .first()
    .locator('.prose')
    .evaluate((box) => getSelection()?.selectAllChildren(box));

describe.each(WIDTHS)('at %i px', (width) => {
  it('a visitor reads, sorts and pages through the questions', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter(width);
    await open(page, QA);
    const rows = page.getByRole('list', { name: '问题', exact: true }).getByRole('listitem');
    expect(await rows.count()).toBe(PINNED + PAGE);
    await isSound(page, 'list');
    await page.getByRole('link', { name: '更多', exact: true }).click();
    await pollSoon(() => rows.count()).toBe(27);
    // After opening one and returning, the list is unchanged.
    const last = (await rows.last().locator('b').textContent()) ?? '';
    await rows.last().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: last }).waitFor();
    await page.goBack();
    await rows.nth(26).waitFor();
    await page.getByRole('link', { name: '已解决', exact: true }).click();
    await page.waitForURL('**/qa?sort=solved');
    await pollSoon(() => rows.count()).toBe(6);
    await rows.filter({ hasText: '每隔几张就多走一张空白标签' }).getByRole('link').click();
    await page.waitForURL(/\/qa\/\d+\.html$/);
    await findArticles(page).first().getByText('已采纳').waitFor();
    await isSound(page, 'question');
    // A reply's own address belongs to this page: no reload.
    await page.evaluate(() => ((globalThis as { isSame?: boolean }).isSame = true));
    await findArticles(page).nth(1).getByRole('link').first().click();
    await page.waitForURL(/\?reply=(\d+)#reply-\1$/);
    expect(await page.evaluate(() => (globalThis as { isSame?: boolean }).isSame)).toBe(true);
    quiet();
  });

  it('a question is asked, answered and settled', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const asker = await signUp(width, `e2easker${width}`);
    const title = `小票机连续打印 ${width} 张以后偏了，空白标签怎么回事`;
    await open(asker.page, `${QA}/ask`);
    await asker.page.getByLabel('标题').fill('每隔几张就多走一张空白标签');
    await asker.page.getByText('有人问过类似的').waitFor();
    await asker.page.getByLabel('标题').fill(title);
    await asker.page.getByText('模板与排版', { exact: true }).click();
    const text = asker.page.getByLabel('正文', { exact: true });
    await text.fill('纸是 **40 × 30**，连续打印以后往下偏。\n\n');
    await pasteImage(asker.page, '正文');
    await pollSoon(() => text.inputValue()).toMatch(/!\[第 20 张\]\(\/\S+\)/);
    if (width === 390) await findButton(asker.page, '预览').click();
    const preview = asker.page.getByRole('region', { name: '预览' });
    await preview.getByRole('strong').filter({ hasText: '40 × 30' }).waitFor();
    await preview.getByRole('img', { name: '第 20 张' }).waitFor();
    await isSound(asker.page, 'ask');
    await findButton(asker.page, '发布问题').click();
    await asker.page.waitForURL(/\/qa\/\d+\.html$/);
    await asker.page.getByRole('heading', { level: 1, name: title }).waitFor();
    const path = new URL(asker.page.url()).pathname;

    await asker.page.getByRole('link', { name: '编辑', exact: true }).click();
    await pollSoon(() => text.inputValue()).toContain('往下偏');
    await text.fill(`${await text.inputValue()}\n\n换过一卷纸。`);
    await findButton(asker.page, '保存修改').click();
    await asker.page.waitForURL(`**${path}`);
    await asker.page.getByText('换过一卷纸。').waitFor();
    await asker.page.getByText('改过', { exact: true }).waitFor();

    const answerer = await signUp(width, `e2eanswerer${width}`);
    await open(answerer.page, path);
    await answerer.page.getByText('换过一卷纸。').waitFor();
    await findButton(answerer.page, '写回答…').click();
    await answerer.page
      .getByLabel('回答', { exact: true })
      .fill('先校准走纸。\n\n1. 关机\n2. 按住走纸键');
    await findButton(answerer.page, '发布回答').click();
    await findArticles(answerer.page).getByText('先校准走纸。').waitFor();
    await findButton(answerer.page, /^有同样问题/).click();
    await answerer.page.getByText('有同样问题 1').waitFor();
    await findButton(answerer.page, '关注').click();
    await findButton(answerer.page, '已关注').waitFor();

    passRestTime();
    await open(asker.page, path);
    await findArticles(asker.page).getByText('先校准走纸。').waitFor();
    await selectAnswer(asker.page);
    await findButton(asker.page, '回复').click();
    const reply = asker.page.getByLabel('回答', { exact: true });
    await pollSoon(() => reply.inputValue()).toMatch(/^> 先校准走纸。/);
    await reply.press('Control+End');
    await reply.pressSequentially('好了，谢谢');
    await isSound(asker.page, 'reply');
    await findButton(asker.page, '发布回答').click();
    await findArticles(asker.page).nth(1).getByText('好了，谢谢').waitFor();
    await findArticles(asker.page).nth(1).locator('blockquote').waitFor();
    await findButton(asker.page, '采纳').click();
    await findArticles(asker.page).first().getByText('已采纳').waitFor();
    await findButton(asker.page, '撤回采纳').waitFor();

    await open(answerer.page, QA);
    await answerer.page.getByRole('link', { name: /^通知，\d+ 条未读$/ }).waitFor();
    await open(answerer.page, '/yunbiao/user/notice');
    const notices = answerer.page.getByRole('main').getByRole('listitem');
    await notices.filter({ hasText: '未读：' }).first().waitFor();
    await isSound(answerer.page, 'notices');
    await findButton(answerer.page, '全部已读').click();
    await pollSoon(() => notices.filter({ hasText: '未读：' }).count()).toBe(0);
    expect(await notices.count()).toBe(2);
    await answerer.page.getByRole('link', { name: '通知', exact: true }).first().waitFor();
    await notices.filter({ hasText: '采纳' }).getByRole('link').click();
    await answerer.page.waitForURL(`**${path}?reply=*`);
    await findArticles(answerer.page).first().getByText('已采纳').waitFor();

    await findArticles(answerer.page).nth(1).getByRole('button', { name: '举报' }).click();
    const dialog = answerer.page.getByRole('dialog');
    await dialog.getByLabel('广告或刷屏').check();
    await dialog.getByRole('button', { name: '举报', exact: true }).click();
    await answerer.page.getByText('已收到，工作人员会看').waitFor();
    await findArticles(answerer.page).first().getByRole('button', { name: '删除' }).click();
    await answerer.page.getByRole('dialog').getByRole('button', { name: '删除回复' }).click();
    await pollSoon(() => findArticles(answerer.page).count()).toBe(1);

    await open(asker.page, path);
    await asker.page.getByRole('heading', { name: '1 个回答' }).waitFor();
    await findButton(asker.page, '删除').click();
    await asker.page.getByRole('dialog').getByRole('button', { name: '删除问题' }).click();
    await asker.page.waitForURL(`**${QA}`);
    expect((await fetch(stage.server.url + path)).status).toBe(404);
    asker.quiet();
    answerer.quiet();
  });
});

describe('a question with a word of the staff', () => {
  it('is its author’s alone until it is reviewed', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    await runAdminHere('forum', 'word', 'add', '代开发票');
    const { page, quiet } = await signUp(768, 'e2ewriter');
    await open(page, `${QA}/ask`);
    await page.getByLabel('标题').fill('哪里可以代 开 发票');
    await page.getByText('会员与额度', { exact: true }).click();
    await page.getByLabel('正文', { exact: true }).fill('买会员要用。');
    await findButton(page, '发布问题').click();
    await page.getByText('正在等人工审核').waitFor();
    // It cannot be answered yet, so no answer button is shown.
    await page.getByRole('link', { name: '编辑', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^(回答|写回答…)$/ }).count()).toBe(0);
    await isSound(page, 'review');
    const path = new URL(page.url()).pathname;
    expect((await fetch(stage.server.url + path)).status).toBe(404);
    const id = /(\d+)\.html/.exec(path)?.[1] ?? '';
    expect(await runAdminHere('forum', 'review', 'list')).toContain('代 开 发票');
    await runAdminHere('forum', 'review', 'approve', 'post', id);
    expect((await fetch(stage.server.url + path)).status).toBe(200);
    await open(page, '/yunbiao/user/notice');
    await page.getByRole('main').getByText('通过').first().waitFor();
    quiet();
  });
});

describe('the page to ask on', () => {
  it('is found by search engines, the one to change a question is not', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const ask = await (await fetch(`${stage.server.url}${QA}/ask`)).text();
    expect(ask).not.toContain('noindex');
    expect(ask).toContain(`<link rel="canonical" href="${stage.server.url}${QA}/ask"`);
    expect(await (await fetch(`${stage.server.url}${QA}/ask?id=1`)).text()).toContain('noindex');
    const later = await (await fetch(`${stage.server.url}${QA}?lastPostId=5`)).text();
    expect(later).toContain(`<link rel="canonical" href="${stage.server.url}${QA}"`);
  });
});
