import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  SCREENS,
  type Visitor,
} from './support/browser.ts';
import { setStage } from './support/stage.ts';

const ASK = '/yunbiao/qa/ask';
const PASSWORD = 'Passw0rd-e2e';

const stage = setStage();

const inDatabase = <T>(act: (db: DatabaseSync) => T): T => {
  const db = new DatabaseSync(join(stage.server.dataDir, 'yunbiao.db'), { timeout: 5000 });
  try {
    return act(db);
  } finally {
    db.close();
  }
};

/** Adds an old question, by default of the samples' author. */
const addQuestion = (title: string, username = ''): string =>
  inDatabase((db) => {
    const { lastInsertRowid } = db
      .prepare(
        `INSERT INTO post (title, content_hash, member_id, software_id, group_id, content, excerpt, state, pinned,
           reply_count, like_count, accepted_reply_id, hot, edited_at, created_at, active_at)
         SELECT ?, ?, coalesce((SELECT id FROM member WHERE username = ?), member_id), software_id, group_id,
           '原来的正文', '原来的正文', state, 0, 0, 0, NULL, hot - 1000, NULL, created_at - 1e9, active_at - 1e9
         FROM post WHERE id = (SELECT min(post.id) FROM post JOIN software ON software.id = post.software_id
           WHERE software.alias = 'yunbiao')`,
      )
      .run(title, title, username);
    return String(lastInsertRowid);
  });

const addReplies = (postId: string, texts: readonly string[], username = ''): string[] =>
  inDatabase((db) => {
    const add = db.prepare(
      `INSERT INTO reply (post_id, member_id, parent_id, content, content_hash, state, like_count, created_at)
       SELECT id, coalesce((SELECT id FROM member WHERE username = ?), member_id), NULL, ?, ?, 'visible', 0,
         created_at + ? FROM post WHERE id = ?`,
    );
    const ids = texts.map((text, n) =>
      String(add.run(username, text, text, n, postId).lastInsertRowid),
    );
    db.prepare('UPDATE post SET reply_count = reply_count + ? WHERE id = ?').run(
      texts.length,
      postId,
    );
    return ids;
  });

const tokenFor = async (call: 'register' | 'login', username: string): Promise<string> => {
  const reply = await fetch(`${stage.server.url}/np/${call}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  const { data } = (await reply.json()) as { data: { token: string } };
  return data.token;
};

const enter = async (): Promise<Visitor> => {
  const visitor = await stage.enter();
  return visitor;
};

const enterAs = async ({ context }: Visitor, token: string): Promise<void> =>
  context.addCookies([{ name: 'auto-token', value: token, url: stage.server.url }]);

const signUp = async (username: string): Promise<Visitor & { token: string }> => {
  const token = await tokenFor('register', username);
  const visitor = await enter();
  await enterAs(visitor, token);
  return { ...visitor, token };
};

/** Ends the session on the server, as another device of the member would. */
const revoke = async (token: string): Promise<void> => {
  await fetch(`${stage.server.url}/np/user/logout`, {
    method: 'POST',
    headers: { 'X-Token': token },
  });
};

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await waitUntilHydrated(page);
};

const fillLogin = async (page: Page, username: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('用户名').fill(username);
  await dialog.getByLabel('密码').fill(PASSWORD);
  await dialog.getByRole('button', { name: '登录', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

const findButton = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first();

const getText = (page: Page, label: string) => page.getByLabel(label, { exact: true });

const pollSoon = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 15_000 });

/**
 * Delays the responses of a call, as a slow network does. Returns a function that releases them.
 */
const holdBack = async (
  page: Page,
  path: string,
  change: (body: string) => string = (body) => body,
): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${path}*`, async (route) => {
    const response = await route.fetch();
    await promise;
    await route.fulfill({ response, body: change(await response.text()) });
  });
  return resolve;
};

/** The page may detect the ended session before the click and open the sign-in dialog by itself. */
const pressUnlessGone = (pressed: ReturnType<typeof findButton>): Promise<void> =>
  pressed.click({ timeout: 5_000 }).catch(() => undefined);

describe('an expired session', () => {
  it('brings a changed question back after signing in', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, token } = await signUp('e2eexpired1');
    const id = addQuestion('改到一半登录过期', 'e2eexpired1');
    await open(page, `${ASK}?id=${id}`);
    const text = getText(page, '正文');
    await pollSoon(() => text.inputValue()).toBe('原来的正文');
    await text.fill('改过的正文');
    await revoke(token);
    await pressUnlessGone(findButton(page, '保存修改'));
    await fillLogin(page, 'e2eexpired1');
    await page.waitForURL(`**${ASK}?id=${id}`);
    await pollSoon(() => text.inputValue()).toBe('改过的正文');
    await findButton(page, '保存修改').click();
    await page.waitForURL(`**/qa/${id}.html`);
    await page.getByText('改过', { exact: true }).waitFor();
    // It was saved, so no draft remains.
    await open(page, `${ASK}?id=${id}`);
    await pollSoon(() => text.inputValue()).toBe('改过的正文');
    expect(await page.getByText('未保存的修改').count()).toBe(0);
  });

  it('brings a changed answer back in its open editor', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, token } = await signUp('e2eexpired2');
    const id = addQuestion('回答改到一半登录过期');
    addReplies(id, ['原来的回答'], 'e2eexpired2');
    await open(page, `/yunbiao/qa/${id}.html`);
    await findButton(page, '编辑').click();
    const text = page.getByRole('textbox', { name: '改回答' });
    await pollSoon(() => text.inputValue()).toBe('原来的回答');
    await text.fill('改过的回答');
    await revoke(token);
    await pressUnlessGone(findButton(page, '保存修改'));
    await fillLogin(page, 'e2eexpired2');
    await page.waitForURL(`**/qa/${id}.html`);
    await pollSoon(() => text.inputValue()).toBe('改过的回答');
    // Discarding is deliberate: the draft does not return.
    await findButton(page, '取消').click();
    await findButton(page, '编辑').click();
    await pollSoon(() => text.inputValue()).toBe('原来的回答');
  });
});

describe('typed input', () => {
  it('is not there for the next on the same browser', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await signUp('e2efirst');
    const { page } = visitor;
    await open(page, ASK);
    await page.getByLabel('标题').fill('第一个人写的');
    await page.getByText(/^草稿已保存/).waitFor();
    await page.reload();
    await waitUntilHydrated(page);
    await pollSoon(() => page.getByLabel('标题').inputValue()).toBe('第一个人写的');
    const other = await tokenFor('register', 'e2esecond');
    await enterAs(visitor, other);
    await open(page, ASK);
    await pollSoon(() => page.locator('form').first().getAttribute('inert')).toBeNull();
    expect(await page.getByLabel('标题').inputValue()).toBe('');
    // The first member signs out, and no draft remains.
    await enterAs(visitor, visitor.token);
    await open(page, ASK);
    await pollSoon(() => page.getByLabel('标题').inputValue()).toBe('第一个人写的');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /的菜单$/ })
      .click();
    await page.locator('.menu').getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
    await page.waitForURL(`${stage.server.url}/`);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(
      '第一个人',
    );
  });

  it('before signing in goes along with who signs in to send it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    await tokenFor('register', 'e2etaker');
    const { page, quiet } = await enter();
    await open(page, ASK);
    await page.getByLabel('标题').fill('登录以前写好的问题');
    await page.getByText('模板与排版', { exact: true }).click();
    await getText(page, '正文').fill('先写，再登录，再发出去。');
    await page.getByText(/^草稿已保存/).waitFor();
    await page.reload();
    await waitUntilHydrated(page);
    await pollSoon(() => page.getByLabel('标题').inputValue()).toBe('登录以前写好的问题');
    await findButton(page, '发布问题').click();
    await fillLogin(page, 'e2etaker');
    await page.waitForURL(/\/qa\/\d+\.html$/);
    await page.getByRole('heading', { level: 1, name: '登录以前写好的问题' }).waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('写好');
    quiet();
  });

  it('and published in one tab is no draft in the other', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context } = await signUp('e2etabs');
    await open(page, ASK);
    await page.getByLabel('标题').fill('在一个标签页里发布');
    await page.getByText('模板与排版', { exact: true }).click();
    await getText(page, '正文').fill('两个标签页都开着，正文在这里。');
    await page.getByText(/^草稿已保存/).waitFor();
    const other = await context.newPage();
    await open(other, ASK);
    await pollSoon(() => other.getByLabel('标题').inputValue()).toBe('在一个标签页里发布');
    const sent: string[] = [];
    page.on('request', (item) => void (/savePost/.test(item.url()) && sent.push(item.url())));
    await findButton(page, '发布问题').dblclick();
    await page.waitForURL(/\/qa\/\d+\.html$/);
    expect(sent).toHaveLength(1);
    await other.getByRole('main').getByRole('link', { name: '问答', exact: true }).click();
    await other.waitForURL('**/yunbiao/qa');
    expect(await other.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('标签页');
  });

  it('is not changed while it is sent', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await signUp('e2ebusy');
    const id = addQuestion('发出去的时候接着写');
    await open(page, `/yunbiao/qa/${id}.html`);
    await findButton(page, '写回答…').click();
    const text = getText(page, '回答');
    await text.fill('先这样试试看');
    const release = await holdBack(page, '/np/api/ask/postReply');
    await text.press('Control+Enter');
    await pollSoon(() => findButton(page, '发布回答').isDisabled()).toBe(true);
    await page.keyboard.type('，再加一句');
    await page.keyboard.press('Control+b');
    expect(await text.inputValue()).toBe('先这样试试看');
    release();
    await page.getByRole('article').getByText('先这样试试看').waitFor();
    quiet();
  });
});

describe('a question under way', () => {
  it('is followed by who signs in to follow it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    await tokenFor('register', 'e2efollow');
    const { page, quiet } = await enter();
    const id = addQuestion('登录以后关注');
    await open(page, `/yunbiao/qa/${id}.html`);
    // The state from before the click is stored after it.
    const release = await holdBack(page, '/np/api/ask/own', (body) =>
      body.replace('"followed":true', '"followed":false'),
    );
    const asked = page.waitForResponse((reply) => reply.url().includes('/np/api/ask/own'));
    await findButton(page, '关注').click();
    const stored = page.waitForResponse((reply) => reply.url().includes('/np/api/ask/follow'));
    await fillLogin(page, 'e2efollow');
    await stored;
    await findButton(page, '已关注').waitFor();
    release();
    await (await asked).finished();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))));
    await findButton(page, '已关注').waitFor();
    quiet();
  });

  it('leaves no hole when another list comes first', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    const id = addQuestion('回答很多');
    const ids = addReplies(
      id,
      Array.from({ length: 80 }, (_, n) => `第 ${n + 1} 条回答`),
    );
    const replies = page.getByRole('main').getByRole('article');
    await open(page, `/yunbiao/qa/${id}.html?reply=${ids[40]}`);
    const release = await holdBack(page, '/np/api/ask/postReplyList?*lastId=');
    const more = page.getByRole('link', { name: '更多回复', exact: true });
    const late = page.waitForResponse((reply) => reply.url().includes(`lastId=`));
    await more.click();
    await page.getByRole('link', { name: '前面还有 40 条' }).click();
    await replies.getByText('第 1 条回答', { exact: true }).waitFor();
    release();
    await (await late).finished();
    await more.click();
    await pollSoon(() => replies.count()).toBe(40);
    await replies.getByText('第 40 条回答', { exact: true }).waitFor();
    quiet();
  });
});

/** Limits the browser's storage to `room` characters per value from now on. */
const fillUp = (page: Page, room: number): Promise<void> =>
  page.evaluate((max) => {
    const { prototype } = Storage;
    const store: unknown = Reflect.get(prototype, 'setItem');
    prototype.setItem = function (...words: [string, string]) {
      if (words[1].length > max) throw new DOMException('full', 'QuotaExceededError');
      if (typeof store === 'function') Reflect.apply(store, this, words);
    };
  }, room);

/** Whether closing the page asks for confirmation; the answer is to stay. */
const asksToClose = async (page: Page): Promise<boolean> => {
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type() === 'beforeunload';
  });
  await page.close({ runBeforeUnload: true });
  return asked;
};

describe('what the browser has no room for', () => {
  it('of a paste is said at once, stays in view and is not left unasked', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await signUp('draft-room-1');
    await open(page, '/yunbiao/user/print');
    await page.getByText('贴几行', { exact: true }).click();
    await fillUp(page, 1000);
    await getText(page, '从表格里复制几行，贴在这里').fill('品名,价格\n野莓果酱,12\n'.repeat(100));
    await page.getByText('浏览器存不下这么多').waitFor();
    const size = page.viewportSize();
    await page.setViewportSize(SCREENS.phone);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    if (size) await page.setViewportSize(size);
    expect(await asksToClose(page)).toBe(true);
    await page.getByRole('link', { name: '打印统计' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('浏览器存不下这一页的内容，离开后会丢失。').waitFor();
    await dialog.getByRole('button', { name: '留在这里' }).click();
    await page.getByRole('region', { name: '对列' }).waitFor();
    // Data that fits is kept, and nothing is asked.
    await page.getByRole('button', { name: '取消' }).click();
    await page.getByText('浏览器存不下这么多').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '打印统计' }).first().click();
    await page.waitForURL('**/printStat');
    quiet();
  });

  it('of a question or an answer is not left unasked', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await signUp('draft-room-2');
    const question = addQuestion('存不下的时候');
    const write = async (path: string, name: string, press: string): Promise<void> => {
      await open(page, path);
      if (press) await findButton(page, press).click();
      await fillUp(page, 100);
      await getText(page, name).fill('很长的话'.repeat(100));
      await page.getByText('浏览器存不下写的，离开这里就没了').waitFor();
      expect(await asksToClose(page)).toBe(true);
      await page.getByRole('link', { name: '下载' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('有未保存的修改，离开后会丢失。').waitFor();
      await dialog.getByRole('button', { name: '离开' }).click();
      await page.waitForURL('**/download');
    };
    await write(ASK, '正文', '');
    await write(`/yunbiao/qa/${question}.html`, '回答', '写回答…');
    quiet();
  });
});

describe('a text that is too long', () => {
  it('is kept whole and said to be, by its name, and is not sent', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await signUp('draft-long-1');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (/ask\/(?:savePost|postReply)/.test(request.url())) sent.push(request.url());
    });
    const long = '标签'.repeat(5001);
    await open(page, ASK);
    await getText(page, '标题').fill('太长的正文贴进来');
    await page.getByText('模板与排版', { exact: true }).click();
    await getText(page, '正文').fill(long);
    await page.getByText('正文太长，最多 10,000 字，改短才能发；写的都留着').waitFor();
    await page.getByText('10,002 / 10,000 字').waitFor();
    await findButton(page, '发布问题').click();
    await expect
      .poll(() => getText(page, '正文').evaluate((item) => item === document.activeElement))
      .toBe(true);
    expect(await getText(page, '正文').inputValue()).toBe(long);
    const question = addQuestion('太长的回答');
    await open(page, `/yunbiao/qa/${question}.html`);
    await findButton(page, '写回答…').click();
    await getText(page, '回答').fill(long);
    await findButton(page, '发布回答').click();
    await page.getByText('回答太长，最多 10,000 字，改短才能发；写的都留着').waitFor();
    expect(await getText(page, '回答').inputValue()).toBe(long);
    expect(sent).toEqual([]);
    quiet();
  });
});

describe('a save that ends under the question before leaving', () => {
  it('is its answer: nothing is lost any more, and the page is left', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await signUp('draft-leave-1');
    await open(page, '/yunbiao/user/profile');
    await page.getByRole('textbox', { name: '昵称', exact: true }).fill('改了的昵称');
    const letGo = await holdBack(page, '/changeInfo');
    await findButton(page, /^保存/).click();
    await page.getByRole('link', { name: '打印统计' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('有未保存的修改，离开后会丢失。').waitFor();
    letGo();
    await page.waitForURL('**/printStat');
    await dialog.waitFor({ state: 'detached' });
    await open(page, '/yunbiao/user/profile');
    expect(await page.getByRole('textbox', { name: '昵称', exact: true }).inputValue()).toBe(
      '改了的昵称',
    );
    quiet();
  });
});
