import { describe, expect, it } from 'vitest';
import { cancelOpenQuestions, questions } from './open-questions.ts';
import { showConfirmDialog, DEFAULT_TITLE, showPromptDialog, checkPrompt } from './questions.ts';

describe('a prompt', () => {
  // @spec prompt-not-empty
  it('is valid when not empty, unless told otherwise', () => {
    expect(checkPrompt('')).toBe('请输入');
    expect(checkPrompt('x')).toBe('');
    expect(checkPrompt('12345', { maxLength: 5 })).toBe('');
    expect(checkPrompt('123456', { maxLength: 5 })).toBe('最多 5 个字');
  });

  // @spec prompt-refused
  it('says the generic sentence for a refusal without a reason', () => {
    expect(checkPrompt('<b>', { validate: (value) => !value.includes('<') })).toBe(
      '输入的数据不合法!',
    );
    expect(checkPrompt('<b>', { validate: () => '不能用 <' })).toBe('不能用 <');
    expect(checkPrompt('', { validate: () => false })).toBe('请输入');
  });

  it('resolves to null when it is closed', async () => {
    const asked = showPromptDialog({ label: '备注' });
    const question = questions.get().at(-1);
    if (question?.kind === 'prompt') question.answer(null);
    expect(await asked).toBeNull();
    expect(questions.get()).toEqual([]);
  });
});

describe('a confirm', () => {
  // @spec dialog-title
  it('is titled 系统提示 by default', () => {
    expect(DEFAULT_TITLE).toBe('系统提示');
  });

  it('is on the screen once, however often it is asked meanwhile', async () => {
    const asked = [
      showConfirmDialog({ message: '取消没打印的 3 张？' }),
      showConfirmDialog({ message: '取消没打印的 3 张？' }),
    ];
    const other = showConfirmDialog({ message: '退出登录？' });
    expect(questions.get()).toHaveLength(2);
    for (const question of questions.get()) if (question.kind === 'confirm') question.answer(true);
    expect(await Promise.all([...asked, other])).toEqual([true, false, true]);
  });

  it('leaves the screen once it is answered', async () => {
    const asked = showConfirmDialog({ message: '确定要退出登录吗？' });
    const question = questions.get().at(-1);
    if (question?.kind === 'confirm') question.answer(true);
    expect(await asked).toBe(true);
    expect(questions.get()).toEqual([]);
  });
});

describe('questions nobody is left to answer', () => {
  it('are answered as if they had been closed', async () => {
    const asked = [showConfirmDialog({ message: '删除？' }), showPromptDialog({ label: '备注' })];
    cancelOpenQuestions();
    expect(await Promise.all(asked)).toEqual([false, null]);
    expect(questions.get()).toEqual([]);
  });
});
