import { runInThisContext } from 'node:vm';
import { createOkEnvelope } from '@yunbiao/contract/core/envelope';
import { expect, it } from 'vitest';
import { createReplySerializer, recordReplyData } from './reply-data.ts';

const getPlace = (number: string): string => `$_TSR.t.get("reply")("${number}")`;

/** Evaluates a script of the page as a browser does. */
const read = (script: string): unknown => runInThisContext(script) as unknown;

const writeData = (data: object): string => {
  const { adapter, write } = createReplySerializer();
  return write([getPlace(adapter.toSerializable(data) as string)]).join('');
};

it('knows the data of replies and its parts, and nothing else', () => {
  const data = { list: [{ name: '标签' }], total: 1 };
  recordReplyData(createOkEnvelope(data));
  const { adapter } = createReplySerializer();
  expect(adapter.test(data)).toBe(true);
  expect(adapter.test(data.list)).toBe(true);
  expect(adapter.test(data.list[0])).toBe(false);
  expect(adapter.test({ ...data })).toBe(false);
  expect(adapter.test(1)).toBe(false);
});

it('carries data over as it is, and closes no script', () => {
  const data = {
    texts: ['</script><!--', `'"\\`, '\u2028\u2029', '\\u003c\\x3c', "\\'", '换\n行', '\ud800'],
    at: null,
    ['__proto__x']: { deep: [true, 1.5] },
    place: getPlace('0'),
  };
  recordReplyData(createOkEnvelope(data));
  const script = writeData(data);
  expect(script).not.toContain('<');
  expect(read(script)).toEqual(data);
});

it('writes what is frozen once, and anything else as it is each time', () => {
  const list = [1];
  const data = { list };
  for (const frozen of [false, true]) {
    if (frozen) Object.freeze(data);
    recordReplyData(createOkEnvelope(data));
    const before = [writeData(data), writeData(list)];
    list.push(2);
    recordReplyData(createOkEnvelope(data));
    expect(writeData(data) === before[0]).toBe(frozen);
    expect(writeData(list) === before[1]).toBe(frozen);
  }
});

it('puts the data where the router would look the adapter up, and leaves the rest', () => {
  const [one, two] = [{ n: 1 }, { n: 2 }];
  recordReplyData(createOkEnvelope(one));
  recordReplyData(createOkEnvelope(two));
  const { adapter, write } = createReplySerializer();
  const places = [one, two].map((data) => getPlace(adapter.toSerializable(data) as string));
  const page = ['<b>', `l:${places[1]},m:$_TSR.t.get("in-page")("x"),n:${places[0]}`, 'end'];
  expect(write(page).join('')).toBe(
    `<b>l:JSON.parse('{"n":2}'),m:$_TSR.t.get("in-page")("x"),n:JSON.parse('{"n":1}')end`,
  );
  expect(write([getPlace('2'), getPlace('99')])).toEqual([getPlace('2'), getPlace('99')]);
});

it('has nothing to do with replies that bring no object', () => {
  const reply = createOkEnvelope(null);
  expect(recordReplyData(reply)).toBe(reply);
});
