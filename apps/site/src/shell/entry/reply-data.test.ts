import { ok } from '@yunbiao/contract/envelope';
import { expect, it } from 'vitest';
import { noteReply, readByItself, replyAdapter } from './reply-data.ts';

it('knows the data of replies, and carries them over as they are', () => {
  const data = { list: [{ name: '</script>标签', at: null }], total: 1 };
  noteReply(ok(data));
  expect(replyAdapter.test(data)).toBe(true);
  expect(replyAdapter.test({ ...data })).toBe(false);
  expect(replyAdapter.fromSerializable(replyAdapter.toSerializable(data) as string)).toEqual(data);
});

it('lets the browser read them without the adapter', () => {
  const page = ['<b>', 'l:$_TSR.t.get("reply")("{}"),m:$_TSR.t.get("in-page")("x")'];
  expect(readByItself(page).join('')).toBe('<b>l:JSON.parse("{}"),m:$_TSR.t.get("in-page")("x")');
});

it('has nothing to do with replies that bring no object', () => {
  const reply = ok(null);
  expect(noteReply(reply)).toBe(reply);
});
