import { describe, expect, it } from 'vitest';
import {
  applyFormSave,
  listChangedFields,
  pickChangedFields,
  applyFormErrors,
  createFormState,
  applyFormInput,
  mergeStoredValues,
} from './form-state.ts';

const base = { name: '周敏', gap: '2', on: true };
const start = createFormState(base);

describe('a form', () => {
  it('knows what differs from what it started with, by its own measure of the same', () => {
    const next = applyFormInput(start, { gap: '2.0', on: false });
    expect(listChangedFields(base, next.values)).toEqual(['gap', 'on']);
    const byNumber = (field: keyof typeof base, a: typeof base, b: typeof base): boolean =>
      field === 'gap' ? Number(a.gap) === Number(b.gap) : a[field] === b[field];
    expect(listChangedFields(base, next.values, byNumber)).toEqual(['on']);
    expect(pickChangedFields(base, next.values, byNumber)).toEqual({ on: false });
    expect(pickChangedFields(base, base)).toBeNull();
    expect([start.isTouched, next.isTouched]).toEqual([false, true]);
  });

  it('forgets what was wrong with a field when it is changed, and with the whole', () => {
    const wrong = applyFormErrors(start, { name: '太长', gap: '不是数', form: '发不出去' });
    expect(wrong.refusals).toBe(1);
    expect(applyFormInput(wrong, { gap: '3', name: base.name }).errors).toEqual({ name: '太长' });
  });

  it('keeps what is typed while it is stored', () => {
    const sent = { ...base, name: ' 小店周敏 ' };
    const stored = { ...base, name: '小店周敏' };
    const submittedForm = applyFormInput(start, { name: ' 小店周敏 ' });
    expect(applyFormSave(submittedForm, sent, stored)).toMatchObject({
      base: stored,
      values: stored,
      isTouched: false,
    });
    const changedForm = applyFormInput(submittedForm, { gap: '3' });
    expect(applyFormSave(changedForm, sent, stored)).toMatchObject({
      base: stored,
      values: { ...stored, gap: '3' },
      isTouched: true,
    });
  });

  it('takes of what was stored only what it has itself', () => {
    expect(mergeStoredValues(base, { gap: '3', on: 'yes', more: 'x' })).toEqual({
      ...base,
      gap: '3',
    });
    expect(mergeStoredValues(base, null)).toEqual(base);
  });
});
