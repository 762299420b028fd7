import { describe, expect, it } from 'vitest';
import { closeQuestions, confirm, DEFAULT_TITLE, prompt, promptError, questions } from './ask.ts';

describe('a prompt', () => {
  // @spec prompt-not-empty
  it('is valid when not empty, unless told otherwise', () => {
    expect(promptError('')).toBe('请输入');
    expect(promptError('x')).toBe('');
    expect(promptError('12345', { maxLength: 5 })).toBe('');
    expect(promptError('123456', { maxLength: 5 })).toBe('最多 5 个字');
  });

  // @spec prompt-refused
  it('says the generic sentence for a refusal without a reason', () => {
    expect(promptError('<b>', { validate: (value) => !value.includes('<') })).toBe(
      '输入的数据不合法!',
    );
    expect(promptError('<b>', { validate: () => '不能用 <' })).toBe('不能用 <');
    expect(promptError('', { validate: () => false })).toBe('请输入');
  });

  it('resolves to null when it is closed', async () => {
    const asked = prompt({ label: '备注' });
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
      confirm({ message: '取消没印的 3 张？' }),
      confirm({ message: '取消没印的 3 张？' }),
    ];
    const other = confirm({ message: '退出登录？' });
    expect(questions.get()).toHaveLength(2);
    for (const question of questions.get()) if (question.kind === 'confirm') question.answer(true);
    expect(await Promise.all([...asked, other])).toEqual([true, false, true]);
  });

  it('leaves the screen once it is answered', async () => {
    const asked = confirm({ message: '确定要退出登录吗？' });
    const question = questions.get().at(-1);
    if (question?.kind === 'confirm') question.answer(true);
    expect(await asked).toBe(true);
    expect(questions.get()).toEqual([]);
  });
});

describe('questions nobody is left to answer', () => {
  it('are answered as if they had been closed', async () => {
    const asked = [confirm({ message: '删除？' }), prompt({ label: '备注' })];
    closeQuestions();
    expect(await Promise.all(asked)).toEqual([false, null]);
    expect(questions.get()).toEqual([]);
  });
});
