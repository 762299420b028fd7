import { cancelOpenQuestions, questions } from '@yunbiao/ui/overlay/open-questions.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildDesignDraftName, buildTabDraftName, formatTabLockName } from './design-draft.ts';
import { createDraftPermission, readDraft, storeDraft } from '../form/drafts.ts';
import { takeIncomingDesign } from '../label/incoming-design.ts';
import { ANONYMOUS, type Session, type UserInfo } from '../site/stores.ts';
import { passDesign } from './pass-design.ts';

const DESIGN = { name: '货位', json: '{"version":1}' };
const NAME = buildDesignDraftName('yunbiao', 'new');
const UNSAVED = { name: '未保存的' };
const MEMBER: Session = { ...ANONYMOUS, isLogin: true, userInfo: { id: '7' } as UserInfo };

const createStorage = () => {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
};

/** A browser in which windows with these numbers have the designer of a new label open. */
const openWindows = (...numbers: number[]): void => {
  const held = numbers.map((n) => ({ name: formatTabLockName(NAME, n) }));
  vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held }) } });
};

const storeUnsaved = (owner: string, name = NAME): boolean =>
  storeDraft(createDraftPermission(owner), name, UNSAVED);

const pass = (session: Session, alias = 'yunbiao') => passDesign(DESIGN, { alias, session });

/** Waits for the question and answers it. */
const answerQuestion = async (isSure: boolean) => {
  await vi.waitFor(() => expect(questions.get()).toHaveLength(1));
  const [question] = questions.get();
  if (question?.kind === 'confirm') question.answer(isSure);
  return question?.options;
};

describe('passing the label to the designer', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', createStorage());
    vi.stubGlobal('sessionStorage', createStorage());
    openWindows();
  });
  afterEach(() => {
    cancelOpenQuestions();
    vi.unstubAllGlobals();
  });

  it('asks nothing when nothing is lost', async () => {
    storeUnsaved('8');
    storeUnsaved('7', buildDesignDraftName('yunbiao', '12'));
    storeUnsaved('7', buildDesignDraftName('miandan', 'new'));
    expect(await pass(MEMBER)).toBe('passed');
    expect(takeIncomingDesign()).toEqual(DESIGN);
    expect(await pass(ANONYMOUS)).toBe('passed');
  });

  it('asks before an unsaved label is replaced, and passes nothing when it is kept', async () => {
    storeUnsaved('7');
    const kept = pass(MEMBER);
    expect(await answerQuestion(false)).toEqual({
      message: '设计器里有一张未保存的标签，替换成这一张？',
      detail: '未保存的那一张会丢失。',
      confirmText: '替换成这一张',
      cancelText: '保留原来的',
    });
    expect(await kept).toBe('kept');
    expect(takeIncomingDesign()).toBeNull();
    expect(readDraft('7', NAME)?.value).toEqual(UNSAVED);

    const replaced = pass(MEMBER);
    await answerQuestion(true);
    expect(await replaced).toBe('passed');
    expect(takeIncomingDesign()?.name).toBe('货位');
  });

  it('asks about what was drawn before signing in, too', async () => {
    storeUnsaved('');
    for (const session of [ANONYMOUS, MEMBER]) {
      const kept = pass(session);
      await answerQuestion(false);
      expect(await kept).toBe('kept');
    }
  });

  it('asks about the draft of the window that opens, which others have not', async () => {
    storeUnsaved('7');
    openWindows(1);
    expect(await pass(MEMBER)).toBe('passed');
    storeUnsaved('7', buildTabDraftName(NAME, 2));
    const second = pass(MEMBER);
    await answerQuestion(false);
    expect(await second).toBe('kept');
    openWindows(1, 2);
    expect(await pass(MEMBER)).toBe('passed');
    // More windows than drafts: they share the last.
    storeUnsaved('7', buildTabDraftName(NAME, 5));
    openWindows(1, 2, 3, 4, 5);
    const shared = pass(MEMBER);
    await answerQuestion(false);
    expect(await shared).toBe('kept');
  });

  it('asks where the browser has no locks, on plain HTTP', async () => {
    vi.stubGlobal('navigator', {});
    storeUnsaved('7');
    const kept = pass(MEMBER);
    await answerQuestion(false);
    expect(await kept).toBe('kept');
  });

  it('fails where the browser stores nothing', async () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect(await pass(MEMBER)).toBe('failed');
  });
});
